const DANGEROUS = /^[=+\-@\t\r]/;

// A cell that a spreadsheet would run as a formula is written as text.
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = DANGEROUS.test(plain) ? `'${plain}` : plain;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
