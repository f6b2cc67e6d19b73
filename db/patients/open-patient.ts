import { hasPermission } from '#db/access/permissions.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { actorPermissions } from '#db/identity/actor-permissions.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { findVisibleCompany } from '#db/ordering/order-access-scope.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Patient, patient } from './patient.ts';
import { recordNumbersLike } from './record-number.ts';

/** Refuse anybody who may not change patients. */
export async function requirePatientEditor(tx: Transaction, context: OperationContext): Promise<void> {
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
export const patientToChange = (
  tx: Transaction,
  context: OperationContext,
  patientRef: PatientRef,
): Promise<Patient> => seenPatient(tx, context, patientRef, false);

/** Load an archived patient in the actor's access scope, and refuse a stale version. */
export const archivedPatient = (
  tx: Transaction,
  context: OperationContext,
  patientRef: PatientRef,
): Promise<Patient> => seenPatient(tx, context, patientRef, true);

/**
 * Refuse a record number that another patient of the same medical group has. Case is ignored, because on a
 * tube the two look the same.
 */
export async function requireFreeNumber(
  tx: Transaction,
  { medicalRecordNumber, group, exceptId }: { medicalRecordNumber: string; group: string; exceptId: string },
): Promise<void> {
  const twins = await tx.find(patient, { medicalRecordNumber: recordNumbersLike(medicalRecordNumber) });
  if (
    twins.some((one) => one.id !== exceptId && (one.medicalGroupCompanyId ?? one.originalCompanyId) === group)
  )
    throw refuse('MRN_IN_USE', 'Another patient of your medical group has this record number. Check it.');
}
