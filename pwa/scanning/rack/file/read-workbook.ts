import readXlsxFile from 'read-excel-file/universal';
import { AppError } from '#db/errors/app-error.ts';
import type { CellLine } from './rack-lines.ts';

/** A sheet of a workbook, split into cells. */
export interface RackSheet {
  name: string;
  lines: CellLine[];
}

/** Larger archives would be unpacked by workers from code in memory, which the security policy forbids. */
const MAX_BYTES = 500_000;

interface NumberCell {
  raw: string;
}

const isNumber = (cell: unknown): cell is NumberCell =>
  typeof cell === 'object' && cell !== null && 'raw' in cell;

/** Format a number as its digits; beyond 15 digits spreadsheets round, and the text stays what it is. */
function numberText({ raw }: NumberCell): string {
  const value = Number(raw);
  return Number.isSafeInteger(value) && Math.abs(value) < 1e15 ? String(value) : raw;
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (isNumber(cell)) return numberText(cell);
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return String(cell).trim();
}

const lineOf = (cells: readonly unknown[], index: number): CellLine => ({
  line: index + 1,
  cells: cells.map(textOf),
  numbers: new Set(cells.flatMap((cell, at) => (isNumber(cell) ? [at] : []))),
});

/** Read the sheets of a workbook (.xlsx) that have content. */
export async function readWorkbook(bytes: Uint8Array): Promise<RackSheet[]> {
  if (bytes.length > MAX_BYTES)
    throw new AppError(
      'VALIDATION',
      'The workbook is larger than a rack. Save the sheet as .csv and choose that.',
    );
  const sheets = await readXlsxFile<NumberCell>(new Uint8Array(bytes).buffer, {
    parseNumber: (raw) => ({ raw }),
  }).catch(() => {
    throw new AppError(
      'VALIDATION',
      'The workbook could not be read. Save the sheet as .csv and choose that.',
    );
  });
  return sheets.flatMap(({ sheet, data }) => {
    const lines = data.map(lineOf).filter(({ cells }) => cells.some((cell) => cell !== ''));
    return lines.length === 0 ? [] : [{ name: sheet, lines }];
  });
}
