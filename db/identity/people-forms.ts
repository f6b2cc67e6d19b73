import { z } from 'zod';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Phone } from '#db/values/phone.ts';

/** What of a person may be changed: names and phone. Address, password and rights have ways of their own. */
export const PersonChange = z.strictObject({
  firstName: oneLine('First name is required').optional(),
  lastName: oneLine('Last name is required').optional(),
  phone: orEmpty(Phone).optional(),
});
export type PersonChange = z.infer<typeof PersonChange>;
