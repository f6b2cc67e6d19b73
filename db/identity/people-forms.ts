import { z } from 'zod';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Phone } from '#db/values/phone.ts';

/**
 * The editable fields of a person: names and phone. Address, password and rights have their own operations.
 */
export const PersonChange = z.strictObject({
  firstName: oneLine('First name is required').optional(),
  lastName: oneLine('Last name is required').optional(),
  phone: orEmpty(Phone).optional(),
});
export type PersonChange = z.infer<typeof PersonChange>;
