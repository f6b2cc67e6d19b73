import writeXlsxFile from 'write-excel-file/node';
import { z } from 'zod';
import { csvOf, safeCell, type TableCell } from '#db/values/csv.ts';
import { parseInput } from '#sync-server/http/parse.ts';

/** The file formats of an export. */
export const TableFormat = z.enum(['csv', 'xlsx']).default('csv');
export type TableFormat = z.infer<typeof TableFormat>;

/** The query of an export: that of the list, and the format. */
export function tableQueryOf<Query>(
  schema: z.ZodType<Query>,
  rawQuery: unknown,
): { format: TableFormat; list: Query } {
  const { format, ...list } = z.record(z.string(), z.unknown()).parse(rawQuery ?? {});
  return { format: parseInput(TableFormat, format), list: parseInput(schema, list) };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The part of a web framework's response that sends a table. */
interface Answer {
  attachment(fileName: string): unknown;
  type(contentType: string): { send(content: string | Buffer): unknown };
}

/**
 * Convert a cell: text stays text, so that 007 keeps its zeros, and is escaped where a spreadsheet would run
 * it; amounts are numbers.
 */
function workbookCell(cell: TableCell) {
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (typeof cell !== 'string') return { value: cell.cents / 100, type: Number, format: '0.00' };
  return { ...(cell === '' ? {} : { value: safeCell(cell) }), type: String, format: '@' };
}

async function workbookOf(lines: readonly (readonly TableCell[])[]): Promise<Buffer> {
  const rows = lines.map((line, index) =>
    line.map((cell) => ({ ...workbookCell(cell), ...(index === 0 ? { fontWeight: 'bold' as const } : {}) })),
  );
  return writeXlsxFile(rows).toBuffer();
}

/** Send lines of cells, headers first, as a file of the requested format. */
export async function sendTable(
  response: Answer,
  name: string,
  format: TableFormat,
  lines: readonly (readonly TableCell[])[],
): Promise<void> {
  response.attachment(`${name}.${format}`);
  if (format === 'csv') response.type('text/csv').send(csvOf(lines));
  else response.type(XLSX).send(await workbookOf(lines));
}
