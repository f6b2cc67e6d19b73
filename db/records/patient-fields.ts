import type { AnyEntity } from '#db/entity.ts';

/** The part of an entity that declares its patient fields. */
export type PatientFieldsOwner = Pick<AnyEntity, 'patientFields'>;

/** Replaces a value that the reader may not see. */
export const MASKED = '•••';

/** Check whether an entity declares that this field has data about a patient. */
export const isPatientField = ({ patientFields }: PatientFieldsOwner, field: string): boolean =>
  patientFields === '*' || patientFields?.[field] !== undefined;

/**
 * Check whether a field identifies a patient on a device; the other patient fields only let the device's
 * rules match specimens.
 */
export const identifiesPatient = ({ patientFields }: PatientFieldsOwner, field: string): boolean =>
  patientFields === '*' || patientFields?.[field] === 'NAME';
