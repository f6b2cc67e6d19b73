import { Decimal } from 'decimal.js';
import readXlsxFile from 'read-excel-file/node';
import { AppError } from '#db/errors/app-error.ts';
import { findHeader, type SheetRow } from '#db/ordering/manifest/find-header.ts';
import { guardWorkbook } from './workbook-guard.ts';
import { keepLeadingZeros } from './zero-padded.ts';
import { zipOf, zipParts } from './zip-parts.ts';

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
  const read = sheets.map(({ sheet, data }) => ({ sheet, rows: rowsOf(data) }));
  const bestSheet =
    read.find(({ rows }) => findHeader(rows)) ?? read.find(({ rows }) => rows.length > 0) ?? read[0];
  return bestSheet ?? { sheet: '', rows: [] };
}
