import { Decimal } from 'decimal.js';
import type { Field, FieldType } from '#db/protocols/field.ts';

const NUMBER = /^-?(\d{1,15}(\.\d{0,10})?|\.\d{1,10})$/;

/**
 * Format a number as it is stored, without leading or trailing zeros, so that "10", "10.0" and "010" are one
 * value; null when the text is no number.
 */
export function canonicalNumber(raw: string): string | null {
  const typed = raw.trim();
  if (!NUMBER.test(typed)) return null;
  const value = new Decimal(typed);
  return value.isZero() ? '0' : value.toFixed();
}

/** Count the decimal places of a canonical number. */
export const decimalPlaces = (canonical: string): number => canonical.split('.')[1]?.length ?? 0;

const isNumeric = (type: FieldType): boolean => type === 'NUMBER' || type === 'CALCULATION';

/** Check whether two recorded values of a field are equal. Numbers are compared as numbers. */
export function sameValue(type: FieldType, a: string, b: string): boolean {
  if (!isNumeric(type)) return a === b;
  const [leftNumber, right] = [canonicalNumber(a), canonicalNumber(b)];
  return leftNumber !== null && right !== null ? leftNumber === right : a === b;
}

const ANSWERS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };
const BOOLEAN_BY_WORD: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  false: 'false',
  no: 'false',
};

/** Format a recorded value for people: answers to a question become Yes or No. */
export const formatFieldValue = (field: Pick<Field, 'type'>, value: string): string =>
  field.type === 'BOOLEAN' ? (ANSWERS[value] ?? value) : value;

/** Parse the answer to a yes/no question; null when the text is neither. */
export const parseBooleanAnswer = (text: string): string | null =>
  BOOLEAN_BY_WORD[text.trim().toLowerCase()] ?? null;
