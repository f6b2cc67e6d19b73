import { csvCell } from '#db/values/csv.ts';

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return csvCell(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Format one line of a CSV file. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
