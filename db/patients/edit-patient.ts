import { z } from 'zod';
import { hasPermission } from '#db/access/permissions.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { actorPermissions } from '#db/identity/people-in-reach.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { findVisibleCompany } from '#db/ordering/orders/order-access-scope.ts';
import { company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { type Patient, patient, recordNumbersLike } from './patient.ts';
import { changesIdentity, PatientForm, patientProblem } from './patient-form.ts';

/** Refuse anybody who may not change patients. */
async function requirePatientEditor(tx: Transaction, context: OperationContext): Promise<void> {
  onlineOnly(context);
  if (!hasPermission(await actorPermissions(tx, context), 'PATIENTS_EDIT'))
    throw refuse('FORBIDDEN', MESSAGES.forbidden);
}

interface PatientRef {
  patientId: string;
  seenVersion: number;
}

async function seenPatient(
  tx: Transaction,
  context: OperationContext,
  { patientId, seenVersion }: PatientRef,
  archived: boolean,
): Promise<Patient> {
  await requirePatientEditor(tx, context);
  const row = await tx.get(patient, patientId);
  if (row?.deleted !== archived || !(await findVisibleCompany(tx, context, row.originalCompanyId)))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (row.version !== seenVersion)
    throw refuse('STALE_VERSION', 'Somebody else has changed this patient meanwhile. Load the page again.');
  return row;
}

/** Load a patient of a location in the actor's access scope, and refuse a stale version. */
const patientToChange = (
  tx: Transaction,
  context: OperationContext,
  patientRef: PatientRef,
): Promise<Patient> => seenPatient(tx, context, patientRef, false);

/** Load an archived patient in the actor's access scope, and refuse a stale version. */
const archivedPatient = (
  tx: Transaction,
  context: OperationContext,
  patientRef: PatientRef,
): Promise<Patient> => seenPatient(tx, context, patientRef, true);

/**
 * Refuse a record number that another patient of the same medical group has. Case is ignored, because on a
 * tube the two look the same.
 */
async function requireFreeNumber(
  tx: Transaction,
  { medicalRecordNumber, group, exceptId }: { medicalRecordNumber: string; group: string; exceptId: string },
): Promise<void> {
  const twins = await tx.find(patient, { medicalRecordNumber: recordNumbersLike(medicalRecordNumber) });
  if (
    twins.some((one) => one.id !== exceptId && (one.medicalGroupCompanyId ?? one.originalCompanyId) === group)
  )
    throw refuse('MRN_IN_USE', 'Another patient of your medical group has this record number. Check it.');
}

/** Add a patient of a location; its orders can then name the patient. */
export const enterPatient = defineOperation({
  name: 'enter-patient',
  version: 1,
  kind: 'intent',
  title: 'Add patient',
  grant: 'patients:create',
  args: PatientForm.extend({ patientId: Id }),
  subjects: ({ patientId }) => [patientId],
  async run(tx, { patientId, ...form }, context) {
    await requirePatientEditor(tx, context);
    const { companyId, role } = context.actor;
    if (seesAllCompanies(role)) throw refuse('FORBIDDEN', 'A location enters its own patients.');
    const owner = await tx.get(company, companyId);
    if (!owner) throw refuse('NOT_FOUND', MESSAGES.notFound);
    const problem = patientProblem(form, context.labDay);
    if (problem) throw refuse('VALIDATION', problem);
    if (await tx.get(patient, patientId)) throw refuse('CONFLICT', 'This patient has been entered already.');
    const { medicalRecordNumber } = form;
    const group = owner.parentCompanyId ?? owner.id;
    await requireFreeNumber(tx, { medicalRecordNumber, group, exceptId: patientId });
    await tx.insert(patient, {
      ...form,
      id: patientId,
      originalCompanyId: owner.id,
      medicalGroupCompanyId: owner.parentCompanyId,
    });
    return applied;
  },
});

/** Correct the data of a patient. */
export const editPatient = defineOperation({
  name: 'edit-patient',
  version: 1,
  kind: 'intent',
  title: 'Edit patient',
  grant: 'patients:update',
  args: z.strictObject({
    patientId: Id,
    seenVersion: z.int(),
    form: PatientForm,
    reason: Reason.nullable().default(null),
  }),
  subjects: ({ patientId }) => [patientId],
  async run(tx, { form, reason, ...patientRef }, context) {
    const row = await patientToChange(tx, context, patientRef);
    const problem = patientProblem(form, context.labDay);
    if (problem) throw refuse('VALIDATION', problem);
    if (changesIdentity(row, form) && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    const { medicalRecordNumber } = form;
    const group = row.medicalGroupCompanyId ?? row.originalCompanyId;
    await requireFreeNumber(tx, { medicalRecordNumber, group, exceptId: row.id });
    const before: Readonly<Record<string, unknown>> = row;
    const changed = Object.entries(form).some(([field, value]) => before[field] !== value);
    if (!changed) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    await tx.patch(patient, row.id, form);
    return applied;
  },
});

/** Archive a patient: the list hides them and new orders cannot name them; past work stays. */
export const archivePatient = defineOperation({
  name: 'archive-patient',
  version: 1,
  kind: 'intent',
  title: 'Archive patient',
  grant: 'patients:delete',
  args: z.strictObject({ patientId: Id, seenVersion: z.int(), reason: Reason }),
  subjects: ({ patientId }) => [patientId],
  async run(tx, { patientId, seenVersion }, context) {
    await patientToChange(tx, context, { patientId, seenVersion });
    await tx.patch(patient, patientId, { deleted: true });
    return applied;
  },
});

/** Restore an archived patient, so that orders can name them again. */
export const restorePatient = defineOperation({
  name: 'restore-patient',
  version: 1,
  kind: 'intent',
  title: 'Restore patient',
  grant: 'patients:delete',
  args: z.strictObject({ patientId: Id, seenVersion: z.int(), reason: Reason }),
  subjects: ({ patientId }) => [patientId],
  async run(tx, { patientId, seenVersion }, context) {
    const row = await archivedPatient(tx, context, { patientId, seenVersion });
    await requireFreeNumber(tx, {
      medicalRecordNumber: row.medicalRecordNumber,
      group: row.medicalGroupCompanyId ?? row.originalCompanyId,
      exceptId: patientId,
    });
    await tx.patch(patient, patientId, { deleted: false });
    return applied;
  },
});
