import type { Pool } from 'pg';
import { STAFF_ROLES } from '#db/access/roles.ts';
import type { HistoryEntry } from '#db/organizations/shown-company.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';

// Customers see "the lab" instead of staff names.
const HISTORY = `
  SELECT e.id, e.type, CASE WHEN $3 AND EXISTS (
           SELECT 1 FROM user_company m WHERE m.user_id = e.user_id AND m.entity = e.entity AND m.role = ANY ($4))
         THEN 'The lab' ELSE coalesce(e.data ->> 'by', u.name) END AS by,
         CASE WHEN $3 THEN e.data - '${INTERNAL_REASON}' - 'by' ELSE e.data END AS data,
         to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM event e LEFT JOIN "user" u ON u.id = e.user_id
   WHERE e.target_type = $1 AND e.target_id = $2 AND (NOT $3 OR e.customer_visible)
   ORDER BY e.occurred_at DESC, e.id DESC LIMIT 100`;

/** Read the latest hundred events of a record, newest first; for customers only customer-visible ones. */
export async function readHistory(
  pool: Pick<Pool, 'query'>,
  targetType: string,
  targetId: string,
  customer: boolean,
): Promise<HistoryEntry[]> {
  const { rows } = await pool.query<HistoryEntry>(HISTORY, [
    targetType,
    targetId,
    customer,
    [...STAFF_ROLES],
  ]);
  return rows;
}
