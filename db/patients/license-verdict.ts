import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ClinicianLicense, clinicianLicense } from './clinician-license.ts';
import { assertLicenseStep } from './license-status.ts';

/** The source of a decision: a reviewer, or the registry. */
export type LicenseReviewer = { userId: string } | { registry: string };

const sourceOf = (reviewer: LicenseReviewer) =>
  'registry' in reviewer ? { registry: reviewer.registry } : {};

/** Approve a license, so that orders may name the clinician. */
export async function approveLicense(
  tx: Transaction,
  context: OperationContext,
  row: ClinicianLicense,
  { reviewer, message }: { reviewer: LicenseReviewer; message: string | null },
): Promise<void> {
  assertLicenseStep(row.status, 'VERIFIED');
  if (row.expiresOn < context.labDay)
    throw refuse('EXPIRED', 'This license has expired. Send it back and ask for the renewed one.');
  if (row.licenseNumber !== null) {
    const { licenseNumber, state, designation } = row;
    const sameNumber = await tx.find(clinicianLicense, { licenseNumber });
    const duplicate = sameNumber.find(
      (other) =>
        other.userId !== row.userId &&
        other.status === 'VERIFIED' &&
        other.state === state &&
        other.designation === designation,
    );
    if (duplicate)
      throw refuse(
        'LICENSE_TAKEN',
        'This license is verified for another person already. Send it back, or correct the other one first.',
      );
  }
  await tx.patch(clinicianLicense, row.id, {
    status: 'VERIFIED',
    verifiedAt: context.occurredAt,
    verifiedById: 'userId' in reviewer ? reviewer.userId : null,
    verificationMessage: message,
    remindedDays: null,
  });
  await recordEvent(tx, context, {
    type: 'LICENSE_VERIFIED',
    targetType: 'ClinicianLicense',
    targetId: row.id,
    data: { userId: row.userId, ...sourceOf(reviewer), ...(message ? { reason: message } : {}) },
    customerVisible: true,
  });
}

/** Return a license that is not correct: the clinician gets the reason and corrects it. */
export async function returnLicense(
  tx: Transaction,
  context: OperationContext,
  row: ClinicianLicense,
  { reviewer, message }: { reviewer: LicenseReviewer; message: string },
): Promise<void> {
  assertLicenseStep(row.status, 'ERROR');
  await tx.patch(clinicianLicense, row.id, { status: 'ERROR', verificationMessage: message });
  await recordEvent(tx, context, {
    type: 'LICENSE_ERROR',
    targetType: 'ClinicianLicense',
    targetId: row.id,
    data: { userId: row.userId, ...sourceOf(reviewer), reason: message },
    customerVisible: true,
  });
}

/** Expire a license after its last day: orders cannot name the clinician until it is renewed. */
export async function expireLicense(
  tx: Transaction,
  context: OperationContext,
  row: ClinicianLicense,
): Promise<void> {
  assertLicenseStep(row.status, 'EXPIRED');
  await tx.patch(clinicianLicense, row.id, { status: 'EXPIRED' });
  await recordEvent(tx, context, {
    type: 'LICENSE_EXPIRED',
    targetType: 'ClinicianLicense',
    targetId: row.id,
    data: { userId: row.userId, expiresOn: row.expiresOn },
    customerVisible: true,
  });
}
