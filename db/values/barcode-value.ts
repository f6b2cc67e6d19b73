import { z } from 'zod';

const BARCODE = /^[A-Z0-9._-]{3,64}$/;

/**
 * A code as the lab compares it: upper-case, without surrounding blanks and without the GS, CR, LF and TAB
 * that scanners put in, so that "A" and "A " are the same code.
 */
export const barcodeOf = (raw: string): string => {
  const printed = Array.from(raw).filter((character) => character >= ' ' && character !== '\x7f');
  return printed.join('').trim().toUpperCase();
};

/** Do two scans name the same code? */
export const sameBarcode = (a: string, b: string): boolean => barcodeOf(a) === barcodeOf(b);

/** Can the text be a barcode of the lab, as it stands? */
export const isBarcode = (value: string): boolean => BARCODE.test(value);

/** A barcode's value, brought into the lab's spelling before it is judged. */
export const BarcodeValue = z
  .string()
  .transform(barcodeOf)
  .pipe(z.string().regex(BARCODE, 'A barcode has 3 to 64 letters, digits, dots, hyphens or underscores.'));
export type BarcodeValue = z.infer<typeof BarcodeValue>;

/** Why a scanned label cannot stand for the expected thing, or null when it is that thing (domain 5.3). */
export const labelMatches = (scanned: string, expected: string): string | null =>
  sameBarcode(scanned, expected) ? null : `Label does not match ${barcodeOf(expected)}.`;
