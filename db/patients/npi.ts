import { z } from 'zod';

/** Prefix that the check digit of a National Provider Identifier includes: health, United States. */
const PREFIX = '80840';

/** Check the last digit against the others (Luhn). */
function fitsLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Check whether a text is a National Provider Identifier: ten digits with a valid check digit. */
export const isNpi = (text: string): boolean => /^[12]\d{9}$/.test(text) && fitsLuhn(PREFIX + text);

/** A National Provider Identifier. */
export const Npi = z
  .string()
  .trim()
  .regex(/^\d{10}$/, 'An NPI has 10 digits.')
  .refine(isNpi, 'This is no NPI. Check the digits.');
