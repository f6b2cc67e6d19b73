import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { assertLicenseStep, type ClinicianLicense, clinicianLicense } from './clinician-license.ts';
import { CHECKED_FIELDS, LicenseForm, licenseProblem } from './license-form.ts';
import { findLicense, requireLicenseEditor } from './open-license.ts';

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
async function changeLicense(
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

/** Submit a license as the clinician or a manager of the clinic; it then awaits verification. */
export const submitLicense = defineOperation({
  name: 'submit-license',
  version: 1,
  kind: 'intent',
  title: 'Submit license',
  grant: 'clinician-licenses:create',
  args: LicenseForm.extend({ licenseId: Id, userId: Id }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, userId, ...form }, context) {
    await requireLicenseEditor(tx, context, userId);
    const problem = licenseProblem(form, context.labDay);
    if (problem) throw refuse('VALIDATION', problem.message);
    if (form.fileId !== null) throw refuse('VALIDATION', 'Submit the license first, then send its document.');
    if (await tx.get(clinicianLicense, licenseId)) throw refuse('CONFLICT', 'This license exists already.');
    const own = await tx.find(clinicianLicense, { userId });
    const duplicate = own.find(
      ({ designation, state, licenseNumber }) =>
        designation === form.designation && state === form.state && licenseNumber === form.licenseNumber,
    );
    if (duplicate)
      throw refuse('LICENSE_EXISTS', 'This license is in the list already. Edit or renew that one.');
    await tx.insert(clinicianLicense, { ...form, id: licenseId, userId, status: 'PENDING_VERIFICATION' });
    await recordEvent(tx, context, {
      type: 'LICENSE_SUBMITTED',
      targetType: 'ClinicianLicense',
      targetId: licenseId,
      data: { userId, act: 'submitted' },
      customerVisible: true,
    });
    return applied;
  },
});

/** Correct a license; changed verified fields are verified again (domain 4.6). */
export const editLicense = defineOperation({
  name: 'edit-license',
  version: 1,
  kind: 'intent',
  title: 'Edit license',
  grant: 'clinician-licenses:update',
  args: z.strictObject({ licenseId: Id, seenVersion: z.int(), form: LicenseForm }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, seenVersion, form }, context) {
    const row = await findLicense(tx, licenseId);
    await requireLicenseEditor(tx, context, row.userId);
    if (row.version !== seenVersion)
      throw refuse('STALE_VERSION', 'Somebody else has changed this license meanwhile. Load the page again.');
    if (row.status === 'EXPIRED')
      throw refuse('TRANSITION_NOT_ALLOWED', 'This license has expired. Renew it instead.');
    const result = await changeLicense(tx, context, row, { changes: form, changeKind: 'edited' });
    return result === 'NOTHING' ? merged('NOTHING_CHANGED', 'Nothing was changed.') : applied;
  },
});

const Renewal = LicenseForm.pick({ expiresOn: true, issuedOn: true });

/** Renew a license that has expired or soon will: it gets new dates and is verified again. */
export const renewLicense = defineOperation({
  name: 'renew-license',
  version: 1,
  kind: 'intent',
  title: 'Renew license',
  grant: 'clinician-licenses:update',
  args: Renewal.extend({ licenseId: Id }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, ...dates }, context) {
    const row = await findLicense(tx, licenseId);
    await requireLicenseEditor(tx, context, row.userId);
    if (row.status !== 'EXPIRED' && row.status !== 'VERIFIED')
      throw refuse('TRANSITION_NOT_ALLOWED', 'This license was never verified. Edit it instead.');
    if (dates.expiresOn <= row.expiresOn)
      throw refuse('VALIDATION', 'The renewed license must expire later than the old one. Check the date.');
    await changeLicense(tx, context, row, { changes: dates, changeKind: 'renewed' });
    return applied;
  },
});
