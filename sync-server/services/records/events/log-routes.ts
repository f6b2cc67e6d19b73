import type { Pool } from 'pg';
import { LOG_CALLS, type LogCalls } from '#db/api/records/events.ts';
import {
  ACCESS_LOG,
  AUDIT_LOG,
  EVENTS_LOG,
  LAB_EVENTS_LOG,
  type LogQuery,
  logQueryOf,
  type RecordLog,
} from '#db/api/records/log-query.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Activity } from '#db/records/events/shown-log.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { exportLog } from './export-log.ts';
import { conditionsOf } from './log-query.ts';
import { type LogReader, logReaderOf, readLog } from './read-log.ts';

type Unit = Activity['unit'];
const DAY_MS = 86_400_000;

const unitOf = (span: number): Unit =>
  span <= 2 * DAY_MS ? 'hour' : span <= 62 * DAY_MS ? 'day' : span <= 400 * DAY_MS ? 'week' : 'month';

/** Count the matching rows of a log between the query's bounds (default: the first row to now). */
async function readActivity(
  { pool, timeZone, now }: { pool: Pool; timeZone: string; now: Date },
  log: RecordLog,
  query: LogQuery,
  reader: LogReader,
): Promise<Activity> {
  const { whereClause, values } = await conditionsOf(pool, log, query, reader);
  const table = quoted(log.entity.table);
  let from = query.from;
  if (from === null) {
    const { rows } = await pool.query<{ first: Date | null }>(
      `SELECT min(l.occurred_at) AS first FROM ${table} l WHERE ${whereClause}`,
      values,
    );
    from = rows[0]?.first?.toISOString() ?? null;
  }
  if (from === null) return { unit: 'day', buckets: [] };
  const to = new Date(Math.min(query.to ? Date.parse(query.to) : now.getTime(), now.getTime()));
  const unit = unitOf(to.getTime() - Date.parse(from));
  const at = values.length;
  const { rows } = await pool.query<{ at: string; count: number }>(
    `WITH counted AS (
       SELECT date_trunc('${unit}', l.occurred_at AT TIME ZONE $${at + 1}) AS bucket, count(*)::int AS count
         FROM ${table} l WHERE ${whereClause} GROUP BY 1)
     SELECT to_char(b, 'YYYY-MM-DD HH24:MI') AS at, coalesce(counted.count, 0) AS count
       FROM generate_series(date_trunc('${unit}', $${at + 2}::timestamptz AT TIME ZONE $${at + 1}),
              $${at + 3}::timestamptz AT TIME ZONE $${at + 1}, interval '1 ${unit}') b
       LEFT JOIN counted ON counted.bucket = b ORDER BY b`,
    [...values, timeZone, from, to],
  );
  return { unit, buckets: rows.slice(-400) };
}

/** A log's page, its activity over time, its export and its detail. */
const serveLog = (log: RecordLog, calls: LogCalls): readonly ApiRoute[] => [
  serveCall(calls.list, async ({ services, session, query }) =>
    readLog(services.pool, log, query, await logReaderOf(services, session, log)),
  ),
  serveCall(calls.activity, async ({ services, session, query }) => {
    const { pool, env } = services;
    const reader = await logReaderOf(services, session, log);
    return readActivity({ pool, timeZone: env.LAB_TIMEZONE, now: services.now() }, log, query, reader);
  }),
  describeStream(
    calls.export,
    streamRoute({
      method: 'get',
      path: calls.export.path,
      access: calls.export.access,
      handler: (call, request, response) =>
        exportLog(
          call,
          log,
          { ip: request.ip ?? null, userAgent: request.get('user-agent') ?? '' },
          response,
        ),
    }),
  ),
  serveCall(calls.read, async ({ services, session, params }) => {
    const reader = await logReaderOf(services, session, log);
    const one = { ...logQueryOf(log).parse({ limit: '1' }), filter: { id: [params.id] } };
    const { rows } = await readLog(services.pool, log, one, reader);
    if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    return rows[0];
  }),
];

/** `/api/events`, `/api/lab/events`, `/api/access-log` and `/api/audit-log`. */
export const logRoutes: readonly ApiRoute[] = [
  ...serveLog(EVENTS_LOG, LOG_CALLS.events),
  ...serveLog(LAB_EVENTS_LOG, LOG_CALLS.labEvents),
  ...serveLog(ACCESS_LOG, LOG_CALLS.accesses),
  ...serveLog(AUDIT_LOG, LOG_CALLS.changes),
];
