import { barcodeOf, isBarcode } from '#db/values/barcode-value.ts';

/** Result of reading a pasted list or file: unique codes, and entries that are no codes. */
export interface FindList {
  codes: string[];
  invalidCodes: string[];
}

const HEADING = /^(bar)?codes?$|^samples?$|^sample id$/i;

/**
 * Read barcodes from a pasted list or file: one per line or the first column. Skips blanks, headings and
 * repeats.
 */
export function readFindList(text: string): FindList {
  const codes = new Set<string>();
  const invalidCodes = new Set<string>();
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line) => (/[\t;,]/.test(line) ? [line.split(/[\t;,]/)[0] ?? ''] : [line]));
  for (const [at, cell] of cells.entries()) {
    const code = barcodeOf(cell.replaceAll('"', ''));
    if (code === '' || (at === 0 && HEADING.test(code))) continue;
    if (isBarcode(code)) codes.add(code);
    else invalidCodes.add(cell.trim());
  }
  return { codes: [...codes], invalidCodes: [...invalidCodes] };
}

/** Format how many of the list were found: `37/40`. */
export const findCount = (list: readonly string[], foundCodes: ReadonlySet<string>): string =>
  `${list.filter((code) => foundCodes.has(code)).length}/${list.length}`;
