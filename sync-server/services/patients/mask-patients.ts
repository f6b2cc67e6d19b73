import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import { isPatientField } from '#db/records/patient-fields.ts';

/** The parts of a session that decide whether patients are shown. */
export interface PatientReader {
  role: Role;
  permissions: readonly string[];
}

/** Report whether the reader's permissions show the patient of a specimen. */
export const seesPatients = ({ permissions }: Pick<PatientReader, 'permissions'>): boolean =>
  hasPermission(permissions, 'PATIENTS_VIEW');

/** Report whether the lab's own lists show patients: the bench compares two identifiers with the tube. */
export const seesPatientsInLab = (reader: PatientReader): boolean =>
  seesPatients(reader) || may(reader.role, 'lab/custody:update');

/** Return the row without its patient fields. */
export function withoutPatient<Row extends object>(table: string, row: Row): Row {
  const fields = Object.keys(row).filter((field) => isPatientField(table, field));
  if (fields.length === 0) return row;
  return { ...row, ...Object.fromEntries(fields.map((field) => [field, null])) };
}
