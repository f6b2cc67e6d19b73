import type { Pool } from 'pg';
import type { HistoryEntry } from '#db/organizations/shown-company.ts';

const HISTORY = `
  SELECT e.id, e.type, e.data, coalesce(e.data ->> 'by', u.name) AS by,
         to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM event e LEFT JOIN "user" u ON u.id = e.user_id
   WHERE e.target_type = $1 AND e.target_id = $2 AND (NOT $3 OR e.customer_visible)
   ORDER BY e.occurred_at DESC, e.id DESC LIMIT 100`;

/** The latest hundred events of a record, newest first; customers are told those that are meant for them. */
export async function readHistory(
  pool: Pick<Pool, 'query'>,
  targetType: string,
  targetId: string,
  customer: boolean,
): Promise<HistoryEntry[]> {
  const { rows } = await pool.query<HistoryEntry>(HISTORY, [targetType, targetId, customer]);
  return rows;
}
