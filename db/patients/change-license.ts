import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { s3File } from '#db/records/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ClinicianLicense, clinicianLicense } from './clinician-license.ts';
import { CHECKED_FIELDS, LicenseForm, licenseProblem } from './license-form.ts';
import { assertLicenseStep } from './license-status.ts';

const formOf = (row: ClinicianLicense): LicenseForm => {
  const { designation, licenseNumber, state, npi, issuedOn, expiresOn, fileId } = row;
  return { designation, licenseNumber, state, npi, issuedOn, expiresOn, fileId };
};

/** Refuse a document unless it was uploaded for this license and has arrived. */
async function requireOwnDocument(tx: Transaction, licenseId: string, fileId: string): Promise<void> {
  const file = await tx.get(s3File, fileId);
  if (file?.status === 'STORED' && file.fileType === 'LICENSE_DOCUMENT' && file.targetId === licenseId)
    return;
  throw refuse('VALIDATION', 'Send the document of this license first, then save it.');
}

/** Change a license; a change of a verified field sends it back to verification. */
export async function changeLicense(
  tx: Transaction,
  context: OperationContext,
  row: ClinicianLicense,
  { changes, changeKind }: { changes: Partial<LicenseForm>; changeKind: 'edited' | 'renewed' },
): Promise<'CHANGED' | 'CHECKED_AGAIN' | 'NOTHING'> {
  const before = formOf(row);
  const after = { ...before, ...changes };
  const fields = LicenseForm.keyof().options.filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return 'NOTHING';
  const problem = licenseProblem(after, context.labDay);
  if (problem) throw refuse('VALIDATION', problem.message);
  if (after.fileId !== null && fields.includes('fileId')) await requireOwnDocument(tx, row.id, after.fileId);
  const checkAgain =
    row.status !== 'VERIFIED' || fields.some((field) => CHECKED_FIELDS.some((name) => name === field));
  if (checkAgain && row.status !== 'PENDING_VERIFICATION')
    assertLicenseStep(row.status, 'PENDING_VERIFICATION');
  const waiting = {
    status: 'PENDING_VERIFICATION',
    verifiedAt: null,
    verifiedById: null,
    verificationMessage: null,
    registryAskedAt: null,
    remindedDays: null,
  } as const;
  await tx.patch(clinicianLicense, row.id, { ...after, ...(checkAgain ? waiting : {}) });
  await recordEvent(tx, context, {
    type: 'LICENSE_SUBMITTED',
    targetType: 'ClinicianLicense',
    targetId: row.id,
    data: {
      userId: row.userId,
      act: changeKind,
      changed: fields.map((field) => ({ field, from: before[field], to: after[field] })),
    },
    customerVisible: true,
  });
  return checkAgain ? 'CHECKED_AGAIN' : 'CHANGED';
}
