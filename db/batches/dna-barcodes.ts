import { refuse } from '#db/errors/app-error.ts';
import { compareWells, wellPosition } from '#db/values/plate-well.ts';

/** A barcoding kit from its code: the prefix of its barcodes and their number. */
export interface BarcodeKit {
  prefix: string;
  size: number;
}

/** Parse a kit code such as `NB96`, `RB24` or `SQK-NBD114.96`; null when it names no number of barcodes. */
export function barcodeKit(code: string): BarcodeKit | null {
  const size = /(\d+)$/.exec(code)?.[1];
  const prefix = /(NB|RB|BC|BP)/.exec(code.toUpperCase())?.[1] ?? 'BC';
  return size && Number(size) > 0 && Number(size) <= 96 ? { prefix, size: Number(size) } : null;
}

/** Return the name of a kit's n-th barcode: `NB01`. */
const barcodeName = (kit: BarcodeKit, n: number): string => `${kit.prefix}${String(n).padStart(2, '0')}`;

/**
 * Return the default barcode of each well: with a kit of 96 the number equals the well's position, with a
 * smaller kit the wells are numbered in fill order. Refuses when there are more wells than barcodes.
 */
export function defaultDnaBarcodes(kit: BarcodeKit, wells: readonly string[]): Map<string, string> {
  const sorted = [...wells].sort(compareWells);
  if (kit.size < 96 && sorted.length > kit.size) {
    throw refuse('TOO_FEW_BARCODES', `${sorted.length} wells need barcodes and the kit has ${kit.size}.`);
  }
  return new Map(
    sorted.map((well, index) => [
      well,
      barcodeName(kit, kit.size < 96 ? index + 1 : (wellPosition(well) ?? index + 1)),
    ]),
  );
}

/** Return the text for the first barcode that two wells share, or null when all differ. */
export function repeatedBarcode(barcodes: readonly (string | null)[]): string | null {
  const usedBarcodes = new Set<string>();
  for (const barcode of barcodes) {
    if (barcode === null) continue;
    if (usedBarcodes.has(barcode)) return `Barcode ${barcode} is used twice on this flow cell.`;
    usedBarcodes.add(barcode);
  }
  return null;
}
