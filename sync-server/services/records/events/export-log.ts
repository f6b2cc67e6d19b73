import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ulid } from 'ulid';
import { logQueryOf, type RecordLog } from '#db/api/records/log-query.ts';
import { AppError } from '#db/errors/app-error.ts';
import { csvCell } from '#db/values/csv.ts';
import type { ApiCall, SignedInCall } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import type { Session } from '#sync-server/http/session.ts';
import { quoted, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { conditionsOf, type LogConditions } from './log-query.ts';
import type { LogRow } from './present-rows.ts';
import { countOf, logReaderOf, presentRows, withPeople } from './read-log.ts';

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return csvCell(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Format one line of a CSV file. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

const MAX_ROWS = 50_000;
const CHUNK = 2_000;

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  event: [
    'occurredAt',
    'type',
    'targetType',
    'recordName',
    'targetId',
    'userName',
    'companyName',
    'deviceName',
    'syncedAt',
    'data',
    'id',
  ],
  access_log: [
    'occurredAt',
    'action',
    'userName',
    'companyName',
    'targetType',
    'targetId',
    'ip',
    'userAgent',
    'id',
  ],
  audit_log: [
    'occurredAt',
    'action',
    'tableName',
    'recordName',
    'recordId',
    'userName',
    'reason',
    'changes',
    'requestId',
    'id',
  ],
};

/** The origin of a call. */
export interface RequestOrigin {
  ip: string | null;
  userAgent: string;
}

/** Record who exports which log before the first line is sent. */
async function logExport(
  call: ApiCall,
  session: Session,
  from: RequestOrigin,
  family: string,
): Promise<void> {
  await call.services.pool.query(
    `INSERT INTO access_log (id, created_at, created_by_id, updated_at, entity, user_id, company_id, action, target_type,
       target_id, ip, user_agent, occurred_at)
     VALUES ($1, $2, $3, $2, $4, $3, $5, 'EXPORT', $6, NULL, $7, $8, $2)`,
    [
      ulid(),
      call.services.now(),
      session.userId,
      session.entity,
      session.companyId,
      family,
      from.ip,
      from.userAgent.slice(0, 500),
    ],
  );
}

interface Place {
  occurredAt: string;
  id: string;
}

async function readChunk(
  call: SignedInCall,
  log: RecordLog,
  { whereClause, values }: LogConditions,
  after: Place | null,
) {
  const at = values.length;
  const rest = after ? `AND (l.occurred_at, l.id) < ($${at + 1}::timestamptz, $${at + 2})` : '';
  const inner = `SELECT l.* FROM ${quoted(log.entity.table)} l WHERE ${whereClause} ${rest}
    ORDER BY l.occurred_at DESC, l.id DESC LIMIT ${CHUNK}`;
  const { rows } = await call.services.pool.query<LogRow>({
    text: withPeople(log, inner, 'l.occurred_at DESC, l.id DESC').replace(
      /^SELECT /,
      'SELECT l.occurred_at::text AS "cursor", ',
    ),
    values: after ? [...values, after.occurredAt, after.id] : values,
    types: rowTypes,
  });
  const last = rows.at(-1);
  return { rows, last: last ? { occurredAt: String(last['cursor']), id: String(last['id']) } : null };
}

/** Send the matching rows as CSV, newest first, in chunks with back pressure; at most 50,000 rows. */
export async function exportLog(
  call: SignedInCall,
  log: RecordLog,
  from: RequestOrigin,
  response: ServerResponse,
): Promise<void> {
  const { services, session } = call;
  const query = parseInput(logQueryOf(log), call.query);
  const reader = await logReaderOf(services, session, log);
  const conditions = await conditionsOf(services.pool, log, query, reader);
  const total = await countOf(services.pool, log, conditions);
  if (total > MAX_ROWS)
    throw new AppError(
      'VALIDATION',
      `These are ${total.toLocaleString('en-US')} rows; a file holds 50,000 at most. Choose a shorter period or another filter.`,
    );
  await logExport(call, session, from, log.family);
  const columns = COLUMNS[log.entity.table] ?? [];
  const day = services.now().toISOString().slice(0, 10);
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  const name = `${log.family.replace('/', '-')}-${day}.csv`;
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.write(csvLine(columns));
  let after: Place | null = null;
  for (
    let offset = 0;
    offset < MAX_ROWS && !response.destroyed && !services.stopping.aborted;
    offset += CHUNK
  ) {
    const { rows, last }: Awaited<ReturnType<typeof readChunk>> = await readChunk(
      call,
      log,
      conditions,
      after,
    );
    const tableRows = await presentRows(services.pool, log, rows, reader);
    const text = tableRows.map((row) => csvLine(columns.map((column) => row[column]))).join('');
    if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    if (!last || rows.length < CHUNK) break;
    after = last;
  }
  response.end();
}
