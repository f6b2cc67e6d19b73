/** The fields with data about a patient: shown only to people with PATIENTS_VIEW. `*` is every field. */
const PATIENT_FIELDS: Readonly<Record<string, readonly string[] | '*'>> = {
  patient: '*',
  specimen: ['patientMrn', 'physician', 'patientId', 'collectedAt'],
};

/** Replaces a value that the reader may not see. */
export const MASKED = '•••';

/** Check whether this field of this table has data about a patient. */
export function isPatientField(table: string, field: string): boolean {
  const fields = PATIENT_FIELDS[table];
  return fields === '*' || (fields?.includes(field) ?? false);
}

/**
 * Fields that identify a patient on a device; the other patient fields only let the device's rules match
 * specimens.
 */
const NAMING_FIELDS: Readonly<Record<string, readonly string[]>> = { specimen: ['patientMrn', 'physician'] };

/** Return the row with the identifying fields masked: the rules still see that a value exists. */
export function maskNames<Row extends object>(table: string, row: Row): Row {
  const identifyingEntries = Object.entries(row).filter(
    ([field, value]) => value !== null && NAMING_FIELDS[table]?.includes(field),
  );
  return { ...row, ...Object.fromEntries(identifyingEntries.map(([field]) => [field, MASKED])) };
}
