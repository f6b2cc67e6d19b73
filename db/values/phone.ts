import { z } from 'zod';

export const PHONE_DIGITS = 10;

/** The digits of what was typed, without the 1 that leads into the country: no number within it begins so. */
const digitsOf = (typed: string): string => {
  const digits = typed.replace(/\D/g, '');
  return digits.length > PHONE_DIGITS ? digits.replace(/^1/, '') : digits;
};

/** The digits of what was typed, at most ten. */
export const phoneDigits = (typed: string): string => digitsOf(typed).slice(0, PHONE_DIGITS);

/** Digits grouped 3-3-4, also while they are still being typed. */
export const formatPhone = (typed: string): string => {
  const digits = phoneDigits(typed);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join('-');
};

/** A phone number as it is stored: ten digits. */
export const Phone = z
  .string()
  .transform(digitsOf)
  .pipe(z.string().regex(/^\d{10}$/, 'Enter a phone number of 10 digits.'));
