import { z } from 'zod';

/** The largest volume that anybody may enter, in µL: one liter. */
const MAX_VOLUME = 1_000_000;

/** A measured volume in µL: not negative, at most three decimals, one liter at most. */
export const Volume = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/, 'Enter a volume in µL with at most three decimals.')
  .refine((text) => Number(text) <= MAX_VOLUME, 'Enter a volume of at most 1000000 µL.');
