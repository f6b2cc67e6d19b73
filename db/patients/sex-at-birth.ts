import { z } from 'zod';

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
