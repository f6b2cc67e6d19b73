import { z } from 'zod';

/** The device's letter when labels are made offline, null when online (domain 5.2). */
export const SuffixLetter = z
  .string()
  .regex(/^[A-HJ-NP-Z]$/, 'A device letter is A to Z without I and O.')
  .nullable()
  .default(null);
