import { ulid } from 'ulid';
import writeXlsxFile from 'write-excel-file/node';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { csvOf, safeCell, type TableCell } from '#db/values/csv.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import type { Session } from '#sync-server/http/session.ts';

/** The file formats of an export. */
export const TableFormat = z.enum(['csv', 'xlsx']).default('csv');
export type TableFormat = z.infer<typeof TableFormat>;

/** Parse the query of an export: that of the list, and the format. */
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
 * it; amounts are numbers and days are dates.
 */
function workbookCell(cell: TableCell) {
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (typeof cell === 'object' && 'day' in cell)
    return { ...(cell.day === null ? {} : { value: new Date(cell.day) }), type: Date, format: 'yyyy-mm-dd' };
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

const ROUND = 500;
/** Maximum number of rows in an exported file. */
export const MAX_ROWS = 20_000;

/** A page of a list, as its reader returns it. */
interface ListedPage<Row> {
  rows: readonly Row[];
  total: number;
}

/**
 * Read every row of a list, page by page. Throws if the file limit is exceeded, because a cut-off file looks
 * complete.
 */
export async function everyRow<Row>(
  read: (page: { page: number; limit: number }) => Promise<ListedPage<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read({ page, limit: ROUND });
    if (total > MAX_ROWS)
      throw new AppError(
        'VALIDATION',
        `These are ${total.toLocaleString('en-US')} rows; a file holds ${MAX_ROWS.toLocaleString('en-US')} at most. Search or filter the list first.`,
      );
    all.push(...rows);
    if (rows.length < ROUND) return all;
  }
}

const INSERT = `
  INSERT INTO access_log (id, created_at, created_by_id, updated_at, entity, user_id, company_id, action, target_type,
    ip, user_agent, occurred_at)
  VALUES ($1, $2, $3, $2, $4, $3, $5, 'EXPORT', $6, $7, $8, $2)`;

/** Record in the access log that a person exported a list. */
export async function logExport(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  { userId, entity, companyId }: Session,
  subject: string,
  request: { ip?: string | undefined; get(name: string): string | undefined },
): Promise<void> {
  const agent = request.get('user-agent')?.slice(0, 500) ?? '';
  await pool.query(INSERT, [ulid(), now(), userId, entity, companyId, subject, request.ip ?? null, agent]);
}
