import type { Pool } from 'pg';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { conditionsOf } from './log-conditions.ts';
import type { LogQuery } from './log-query.ts';
import type { LogReader } from './read-log.ts';
import type { RecordLog } from './record-log.ts';

type Unit = 'hour' | 'day' | 'week' | 'month';
const DAY_MS = 86_400_000;

const unitOf = (span: number): Unit =>
  span <= 2 * DAY_MS ? 'hour' : span <= 62 * DAY_MS ? 'day' : span <= 400 * DAY_MS ? 'week' : 'month';

/** Number of log rows per hour, day, week or month of the lab. */
export interface Activity {
  unit: Unit;
  /** `at` is the start of the period in the lab's time zone, `YYYY-MM-DD HH:MM`. */
  buckets: { at: string; count: number }[];
}

/** Count the matching rows of a log between the query's bounds (default: the first row to now). */
export async function readActivity(
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
