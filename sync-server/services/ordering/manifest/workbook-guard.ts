import { AppError } from '#db/errors/app-error.ts';

const LAST_ROW = 1_048_576;
/** Limit of cells in a sheet up to the last filled cell of each row; ten times a manifest in full width. */
const MAX_CELLS = 1_000_000;

// No pattern runs past the next `<`, so none is slow on malicious text.
const CELL_TAG = /<(?:[\w.-]+:)?c(?=[\s/>])([^<>]*)(?=[<>])/g;
const ROW_TAG = /<(?:[\w.-]+:)?row(?=[\s/>])([^<>]*)(?=[<>])/g;
const REFERENCE = /(?:^|\s)r\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/;
const ROW_NUMBER = /(?:^|\s)r\s*=\s*["'](\d{1,7})["']/;

const unusual = (): AppError =>
  new AppError(
    'VALIDATION',
    'The workbook is laid out in an unusual way. Open it in your spreadsheet program, save it as .xlsx and upload that.',
  );
const tooWide = (): AppError =>
  new AppError(
    'VALIDATION',
    'The sheet has far more cells than a manifest. Copy the rows into a new workbook and upload that.',
  );

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, columnLetter) => sum * 26 + columnLetter.charCodeAt(0) - 64, 0);

function checkSheet(xml: string): void {
  for (const [, attributes = ''] of xml.matchAll(ROW_TAG)) {
    if (!/(?:^|\s)r\s*=/.test(attributes)) continue;
    const row = ROW_NUMBER.exec(attributes);
    if (!row || Number(row[1]) > LAST_ROW) throw unusual();
  }
  let cells = 0;
  let current = '';
  let widest = 0;
  for (const [, attributes = ''] of xml.matchAll(CELL_TAG)) {
    const reference = REFERENCE.exec(attributes);
    if (!reference?.[1] || !reference[2] || Number(reference[2]) > LAST_ROW) throw unusual();
    if (reference[2] !== current) {
      cells += widest;
      [current, widest] = [reference[2], 0];
    }
    // Cells with formatting only have no content and take no memory.
    if (!attributes.endsWith('/')) widest = Math.max(widest, columnNumber(reference[1]));
    if (cells + widest > MAX_CELLS) throw tooWide();
  }
}

/** Throw for workbooks that would exhaust memory when parsed: sheets of a few bytes and millions of cells. */
export function guardWorkbook(parts: ReadonlyMap<string, Buffer>): void {
  for (const [name, part] of parts) {
    const xml = part.toString('utf8');
    if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw unusual();
    if (name.startsWith('xl/') && /<(?:[\w.-]+:)?sheetData[\s/>]/.test(xml)) checkSheet(xml);
  }
}
