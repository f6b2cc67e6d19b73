import { Decimal } from 'decimal.js';
import readXlsxFile from 'read-excel-file/node';
import { AppError } from '#db/errors/app-error.ts';
import { findHeader, type SheetRow } from '#db/ordering/manifest/find-header.ts';
import { mappingQuestion } from '#db/ordering/manifest/mapping-question.ts';
import { NO_MAPPING } from '#db/records/imports/import-mapping.ts';
import { fillMergedCells } from './merged-cells.ts';
import { zipOf, zipParts } from './zip-parts.ts';

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
function guardWorkbook(parts: ReadonlyMap<string, Buffer>): void {
  for (const [name, part] of parts) {
    const xml = part.toString('utf8');
    if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw unusual();
    if (name.startsWith('xl/') && /<(?:[\w.-]+:)?sheetData[\s/>]/.test(xml)) checkSheet(xml);
  }
}

const ZEROS = /^0{2,20}$/;

/** Ids of styles that show a number with leading zeros, with the number of digits. */
function zeroStyles(styles: string): Map<string, number> {
  const formats = new Map<string, number>();
  for (const [tag] of styles.matchAll(/<numFmt\s[^<>]*>/g)) {
    const id = /\snumFmtId="(\d+)"/.exec(tag)?.[1];
    const code = /\sformatCode="([^"<>]*)"/.exec(tag)?.[1] ?? '';
    if (id && ZEROS.test(code)) formats.set(id, code.length);
  }
  const digitsByStyle = new Map<string, number>();
  if (formats.size === 0) return digitsByStyle;
  const from = styles.indexOf('<cellXfs');
  const list = styles.slice(from, styles.indexOf('</cellXfs>', from));
  for (const [index, [tag]] of [...list.matchAll(/<xf\s[^<>]*>/g)].entries()) {
    const digits = formats.get(/\snumFmtId="(\d+)"/.exec(tag)?.[1] ?? '');
    if (digits) digitsByStyle.set(String(index), digits);
  }
  return digitsByStyle;
}

const NUMBER_CELL = /<c(\s[^<>]*)>(?:<f[^<>]*\/>|<f[^<>]*>[^<]*<\/f>)?<v>(\d{1,20})<\/v><\/c>/g;

/** Convert numbers that are shown with leading zeros to the shown text: tube 7 in format 0000 is 0007. */
function keepLeadingZeros(parts: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const styles = zeroStyles(parts.get('xl/styles.xml')?.toString('utf8') ?? '');
  const paddedParts = new Map(parts);
  if (styles.size === 0) return paddedParts;
  for (const [name, part] of parts) {
    if (!name.startsWith('xl/worksheets/')) continue;
    const xml = part.toString('utf8').replace(NUMBER_CELL, (cell, attributes: string, digits: string) => {
      const width = styles.get(/\ss="(\d+)"/.exec(attributes)?.[1] ?? '');
      const type = /\st="([^"]*)"/.exec(attributes)?.[1] ?? 'n';
      const place = /\sr="([A-Z]+\d+)"/.exec(attributes)?.[1];
      if (!width || type !== 'n' || !place || digits.length >= width) return cell;
      return `<c r="${place}" t="str"><v>${digits.padStart(width, '0')}</v></c>`;
    });
    paddedParts.set(name, Buffer.from(xml, 'utf8'));
  }
  return paddedParts;
}

const unreadable = (): AppError =>
  new AppError(
    'VALIDATION',
    'The workbook could not be read. Open it in your spreadsheet program, save it as .xlsx and upload that.',
  );

/** Format a date as unambiguous text; spreadsheets have no time zones. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  // Spreadsheets store times as fractions of a day, with rounding errors.
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

/** Format a number as a spreadsheet shows it: 12.3, even if its file says 12.300000000000001. */
function numberText(raw: string): string {
  try {
    return new Decimal(raw).toSignificantDigits(15).toFixed();
  } catch {
    return raw;
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return String(value);
}

const rowsOf = (data: readonly (readonly unknown[])[]): SheetRow[] =>
  data.flatMap((cells, index): SheetRow[] => {
    if (cells.length === 0) return [];
    const dates = cells.flatMap((value, place) => (value instanceof Date ? [place] : []));
    return [{ row: index + 1, cells: cells.map(textOf), ...(dates.length > 0 ? { dates } : {}) }];
  });

/** Read a workbook: the first sheet with a manifest's header, otherwise the first sheet with content. */
export async function readWorkbook(bytes: Buffer): Promise<{ sheet: string; rows: SheetRow[] }> {
  const parts = zipParts(bytes);
  guardWorkbook(parts);
  const checked = zipOf(keepLeadingZeros(parts));
  const sheets = await readXlsxFile<string>(checked, { parseNumber: numberText }).catch(() => {
    throw unreadable();
  });
  const read = fillMergedCells(
    sheets.map(({ sheet, data }) => ({ sheet, rows: rowsOf(data) })),
    parts,
  );
  const bestSheet =
    read.find(({ rows }) => findHeader(rows)) ??
    read.find(({ rows }) => mappingQuestion(rows, NO_MAPPING)?.columns.some(({ field }) => field !== null)) ??
    read.find(({ rows }) => rows.length > 0) ??
    read[0];
  return bestSheet ?? { sheet: '', rows: [] };
}
