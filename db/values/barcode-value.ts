import { z } from 'zod';

const BARCODE = /^[A-Z0-9._-]{3,64}$/;

/**
 * Normalize a code for comparison: upper-case, without surrounding blanks and without the GS, CR, LF and TAB
 * that scanners add, so that "A" and "A " are the same code.
 */
export const barcodeOf = (raw: string): string => {
  const printed = Array.from(raw).filter((character) => character >= ' ' && character !== '\x7f');
  return printed.join('').trim().toUpperCase();
};

/** Check whether two scans have the same code. */
export const sameBarcode = (a: string, b: string): boolean => barcodeOf(a) === barcodeOf(b);

/** Check whether the unchanged text can be a barcode of the lab. */
export const isBarcode = (value: string): boolean => BARCODE.test(value);

/** A barcode's value, normalized before validation. */
export const BarcodeValue = z
  .string()
  .transform(barcodeOf)
  .pipe(z.string().regex(BARCODE, 'A barcode has 3 to 64 letters, digits, dots, hyphens or underscores.'));
export type BarcodeValue = z.infer<typeof BarcodeValue>;

/** Return why a scanned label does not match the expected one, or null when it does (domain 5.3). */
export const labelMatches = (scanned: string, expected: string): string | null =>
  sameBarcode(scanned, expected) ? null : `Label does not match ${barcodeOf(expected)}.`;
