import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, ref, requiredText, text } from '#db/values/field-types.ts';

/** The sex at birth of a patient. */
export const SEXES_AT_BIRTH = ['FEMALE', 'MALE', 'INTERSEX', 'UNKNOWN'] as const;
export const SexAtBirth = z.enum(SEXES_AT_BIRTH);
export type SexAtBirth = z.infer<typeof SexAtBirth>;

/** The screen text of each value. */
export const SEX_AT_BIRTH: Record<SexAtBirth, string> = {
  FEMALE: 'Female',
  MALE: 'Male',
  INTERSEX: 'Intersex',
  UNKNOWN: 'Unknown',
};

/**
 * List the spellings of a record number to search for: as written, in capital letters and in small letters.
 */
export const recordNumbersLike = (number: string): string[] => [
  ...new Set([number, number.toUpperCase(), number.toLowerCase()]),
];

/**
 * A patient of a clinic. A medical record number is unique in a medical group; the row stays on the server.
 */
export const patient = defineEntity({
  name: 'Patient',
  table: 'patient',
  schema: z.object({
    ...tenantFields,
    firstName: requiredText,
    lastName: requiredText,
    dob: date,
    medicalRecordNumber: requiredText,
    /** The location that entered the patient. */
    originalCompanyId: ref,
    /** The location's parent; null for a clinic without a group. */
    medicalGroupCompanyId: ref.nullable(),
    sexAtBirth: SexAtBirth.nullable(),
    email: z.email().max(254).nullable(),
    phone: text.nullable(),
  }),
  indexes: ['medicalRecordNumber', 'originalCompanyId', 'medicalGroupCompanyId'],
  replica: null,
  patientFields: '*',
});
export type Patient = Row<typeof patient>;
