import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Reason } from '#db/values/reason.ts';
import { assertLicenseStep, type ClinicianLicense, clinicianLicense } from './clinician-license.ts';
import { findLicenseToReview } from './open-license.ts';

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
        'This license is verified for another clinician. Send it back, or correct the other one first.',
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

/** Verify a license that a reviewer has checked. */
export const verifyLicense = defineOperation({
  name: 'verify-license',
  version: 1,
  kind: 'intent',
  title: 'Verify license',
  grant: 'clinician-licenses:update',
  args: z.strictObject({ licenseId: Id, reason: orEmpty(oneLine('', 1000)).default(null) }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, reason: message }, context) {
    const row = await findLicenseToReview(tx, context, licenseId);
    await approveLicense(tx, context, row, { reviewer: { userId: context.actor.userId }, message });
    return applied;
  },
});

/** Report a problem with a license as a reviewer; the clinician is notified and corrects it. */
export const markLicenseError = defineOperation({
  name: 'mark-license-error',
  version: 1,
  kind: 'intent',
  title: 'Send license back',
  grant: 'clinician-licenses:update',
  args: z.strictObject({ licenseId: Id, reason: Reason }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, reason: message }, context) {
    const row = await findLicenseToReview(tx, context, licenseId);
    await returnLicense(tx, context, row, { reviewer: { userId: context.actor.userId }, message });
    return applied;
  },
});
