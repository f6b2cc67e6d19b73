const RUNS_AS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const LOOKS_MARKED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** A text that no spreadsheet takes for a formula: an apostrophe stands before what would run. */
export const safeCell = (text: string): string =>
  RUNS_AS_FORMULA.test(text) || LOOKS_MARKED.test(text) ? `'${text}` : text;

/** The text as it was before `safeCell`, for files that come back. */
export const unsafeCell = (text: string): string => (LOOKS_MARKED.test(text) ? text.slice(1) : text);

/** One cell of a CSV file: harmless, and in quotes where it must be. */
export function csvCell(text: string): string {
  const harmless = safeCell(text);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Lines of cells as comma-separated values; the mark at the start tells spreadsheets that the text is UTF-8. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`;
