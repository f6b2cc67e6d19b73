const RUNS_AS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const ALREADY_MARKED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Escape a text that a spreadsheet would run as a formula, with a leading apostrophe. */
export const safeCell = (text: string): string =>
  RUNS_AS_FORMULA.test(text) || ALREADY_MARKED.test(text) ? `'${text}` : text;

/** Undo `safeCell`, for files that people upload again. */
export const unsafeCell = (text: string): string => (ALREADY_MARKED.test(text) ? text.slice(1) : text);

/** An amount of money in whole cents, which a file shows as a number. */
export interface AmountCell {
  cents: number;
}
/** A calendar day, YYYY-MM-DD, which a workbook shows as a date; empty without one. */
export interface DayCell {
  day: string | null;
}
/** A cell of an exported table: text of a person, or a number, amount or day, which no spreadsheet runs. */
export type TableCell = string | number | AmountCell | DayCell;

/** Format a number for a file: amounts have two decimals. */
const numberText = (cell: number | AmountCell): string =>
  typeof cell === 'number' ? String(cell) : (cell.cents / 100).toFixed(2);

/** Format one cell of a CSV file: numbers unchanged, texts escaped, quotes where needed. */
export function csvCell(cell: TableCell): string {
  if (typeof cell === 'object' && 'day' in cell) return cell.day ?? '';
  if (typeof cell !== 'string') return numberText(cell);
  const harmless = safeCell(cell);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Format rows of cells as comma-separated values; the leading mark tells spreadsheets that the text is UTF-8.
 */
export const csvOf = (lines: readonly (readonly TableCell[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`;
