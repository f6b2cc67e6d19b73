import { z } from 'zod';

/** What a patient's record says of the sex at birth. */
export const SEXES_AT_BIRTH = ['FEMALE', 'MALE', 'INTERSEX', 'UNKNOWN'] as const;
export const SexAtBirth = z.enum(SEXES_AT_BIRTH);
export type SexAtBirth = z.infer<typeof SexAtBirth>;

/** How each is worded on the screens. */
export const SEX_AT_BIRTH: Record<SexAtBirth, string> = {
  FEMALE: 'Female',
  MALE: 'Male',
  INTERSEX: 'Intersex',
  UNKNOWN: 'Unknown',
};
