import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import { isPatientField } from '#db/records/patient-fields.ts';

/** Of a reader: what decides whether patients are shown. */
export interface PatientReader {
  role: Role;
  permissions: readonly string[];
}

/** Whether a reader sees whose specimen it is: by permission. */
export const seesPatients = ({ permissions }: Pick<PatientReader, 'permissions'>): boolean =>
  hasPermission(permissions, 'PATIENTS_VIEW');

/** Whether a reader of the lab's own lists sees it: the bench compares two identifiers with the tube in hand. */
export const seesPatientsInLab = (reader: PatientReader): boolean =>
  seesPatients(reader) || may(reader.role, 'lab/custody:update');

/** Returns the row without the fields that tell of a patient. */
export function withoutPatient<Row extends object>(table: string, row: Row): Row {
  const fields = Object.keys(row).filter((field) => isPatientField(table, field));
  if (fields.length === 0) return row;
  return { ...row, ...Object.fromEntries(fields.map((field) => [field, null])) };
}
