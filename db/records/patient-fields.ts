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

/** Fields that name a patient on a device; the rest only tells the device's rules that two specimens are of one. */
const NAMING_FIELDS: Readonly<Record<string, readonly string[]>> = { specimen: ['patientMrn', 'physician'] };

/** Returns the row with what names a patient masked: that something is given stays visible to the rules. */
export function maskNames<Row extends object>(table: string, row: Row): Row {
  const identifyingEntries = Object.entries(row).filter(
    ([field, value]) => value !== null && NAMING_FIELDS[table]?.includes(field),
  );
  return { ...row, ...Object.fromEntries(identifyingEntries.map(([field]) => [field, MASKED])) };
}
