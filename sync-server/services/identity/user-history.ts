import type { Pool } from 'pg';
import type { BusinessEntity } from '#db/values/business-entity.ts';

// Only the event data that the page shows; the rest (ids, addresses) is for the event log.
const HISTORY = `
  SELECT e.id, e.type, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "occurredAt",
         coalesce(e.data ->> 'by', a.name) AS by, c.name AS "companyName", e.data ->> 'from' AS "from",
         coalesce(e.data ->> 'to', e.data ->> 'role') AS "to", e.data ->> 'reason' AS reason,
         e.data ->> 'invitation' AS invitation,
         CASE WHEN jsonb_typeof(e.data -> 'fields') = 'array' THEN e.data -> 'fields' ELSE '[]' END AS fields
    FROM event e
    LEFT JOIN user_company uc ON uc.id = e.target_id
    LEFT JOIN company c ON c.id = uc.company_id
    LEFT JOIN "user" a ON a.id = e.user_id
   WHERE e.target_id = ANY ($1) AND e.entity = $2
   ORDER BY e.occurred_at DESC, e.id DESC LIMIT 100`;

/** Read the history of a person and these memberships, newest first. */
export async function readUserHistory(
  pool: Pool,
  entity: BusinessEntity,
  userId: string,
  memberships: readonly string[],
): Promise<unknown[]> {
  const { rows } = await pool.query(HISTORY, [[userId, ...memberships], entity]);
  return rows;
}
