import { z } from 'zod';

// Exactly one address: no display name, no list, no quoting, no space.
const PLAIN_ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** An email address as it is stored: lower case, without surrounding space. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(PLAIN_ADDRESS, 'Enter an email address.');

/** Check whether this is a single plain email address, in any case. */
export const isPlainAddress = (address: string): boolean =>
  address.length <= 254 && PLAIN_ADDRESS.test(address.toLowerCase());
