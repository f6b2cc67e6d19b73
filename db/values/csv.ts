/** A cell that no spreadsheet takes for a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Lines of cells as comma-separated values; the mark at the start tells spreadsheets that the text is UTF-8. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
