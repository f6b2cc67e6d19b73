import { z } from 'zod';

/** Digits that stand before a National Provider Identifier when its check digit is made: health, United States. */
const PREFIX = '80840';

/** Does the last digit fit the others (Luhn)? */
function fitsLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Is this a National Provider Identifier: ten digits whose last one fits? */
export const isNpi = (text: string): boolean => /^[12]\d{9}$/.test(text) && fitsLuhn(PREFIX + text);

/** A National Provider Identifier. */
export const Npi = z
  .string()
  .trim()
  .regex(/^\d{10}$/, 'An NPI has 10 digits.')
  .refine(isNpi, 'This is no NPI. Check the digits.');
