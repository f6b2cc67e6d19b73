/** The fields of rows that tell of a patient: shown only to those with PATIENTS_VIEW. `*` is every field. */
const PATIENT_FIELDS: Readonly<Record<string, readonly string[] | '*'>> = {
  patient: '*',
  specimen: ['patientMrn', 'physician', 'patientId', 'collectedAt'],
};

/** What stands in place of a value that the reader may not see. */
export const MASKED = '•••';

/** Does this field of this table tell of a patient? */
export function isPatientField(table: string, field: string): boolean {
  const fields = PATIENT_FIELDS[table];
  return fields === '*' || (fields?.includes(field) ?? false);
}
