const RUNS_AS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const ALREADY_MARKED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** A text that no spreadsheet takes for a formula: an apostrophe stands before what would run. */
export const safeCell = (text: string): string =>
  RUNS_AS_FORMULA.test(text) || ALREADY_MARKED.test(text) ? `'${text}` : text;

/** The text as it was before `safeCell`, for files that come back. */
export const unsafeCell = (text: string): string => (ALREADY_MARKED.test(text) ? text.slice(1) : text);

/** An amount of money in whole cents, which a file shows as a number. */
export interface AmountCell {
  cents: number;
}
/** What stands in a table that is taken out: what somebody wrote, or a number, which no spreadsheet runs. */
export type TableCell = string | number | AmountCell;

/** A number as a file shows it: amounts with their two places. */
const numberText = (cell: number | AmountCell): string =>
  typeof cell === 'number' ? String(cell) : (cell.cents / 100).toFixed(2);

/** One cell of a CSV file: a number as it is, a text harmless, and in quotes where it must be. */
export function csvCell(cell: TableCell): string {
  if (typeof cell !== 'string') return numberText(cell);
  const harmless = safeCell(cell);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Lines of cells as comma-separated values; the mark at the start tells spreadsheets that the text is UTF-8. */
export const csvOf = (lines: readonly (readonly TableCell[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`;
