import { z } from 'zod';

const CHECK = 'Enter a phone number, abroad with + and the country code.';

/** Count the digits of a number; an extension behind `ext` or `x` does not count. */
const digitsOf = (typed: string): string => typed.replace(/(?:ext\.?|x|#)\s*\d+$/i, '').replace(/\D/g, '');

/** A phone number of any country, stored as it was given. No number has more than 15 digits (E.164). */
export const Phone = z
  .string()
  .transform((typed) => typed.replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .max(40, CHECK)
      .regex(/^\+?[\d\s().\-/]+(?:(?:ext\.?|x|#)\s*\d+)?$/i, CHECK)
      .refine((typed) => digitsOf(typed).length >= 6 && digitsOf(typed).length <= 15, CHECK),
  );

/** Show a number as it was given; ten digits alone are one of the United States, in groups 3-3-4. */
export const formatPhone = (phone: string): string =>
  /^\d{10}$/.test(phone) ? `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}` : phone;
