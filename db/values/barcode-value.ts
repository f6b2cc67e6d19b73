import { z } from 'zod';

const BARCODE = /^[A-Z0-9._-]{3,64}$/;

/** What scanners may put in front of a code to name its symbology, for example `]d1` before a Data Matrix. */
const AIM_IDENTIFIER = /^\][A-Z][0-9A-Z]/;
/** Start and stop of Code 39, which some scanners send. */
const CODE_39 = /^\*(.+)\*$/;

/**
 * Normalize a code for comparison: upper-case, without surrounding blanks and without what scanners add (GS, CR, LF
 * and TAB, the AIM identifier, the stars of Code 39), so that "A", "A " and "]C0A" are the same code.
 */
export const barcodeOf = (raw: string): string => {
  const printed = Array.from(raw).filter((character) => character >= ' ' && character !== '\x7f');
  return printed.join('').trim().toUpperCase().replace(AIM_IDENTIFIER, '').replace(CODE_39, '$1').trim();
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
