import { z } from 'zod';

const PHONE_DIGITS = 10;

/** Extract the digits of the input, without the leading country code 1: no national number begins with 1. */
const digitsOf = (typed: string): string => {
  const digits = typed.replace(/\D/g, '');
  return digits.length > PHONE_DIGITS ? digits.replace(/^1/, '') : digits;
};

/** Extract the digits of the input, at most ten. */
const phoneDigits = (typed: string): string => digitsOf(typed).slice(0, PHONE_DIGITS);

/** Format digits in groups 3-3-4, also while a person is typing. */
export const formatPhone = (typed: string): string => {
  const digits = phoneDigits(typed);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join('-');
};

/** A phone number as it is stored: ten digits. */
export const Phone = z
  .string()
  .transform(digitsOf)
  .pipe(z.string().regex(/^\d{10}$/, 'Enter a phone number of 10 digits.'));
