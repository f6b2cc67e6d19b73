import type { Pool } from 'pg';
import { OrdersOfWeek, WEEKS_SHOWN } from '#db/ordering/orders-by-week.ts';

// Weeks of the lab's calendar, including empty ones.
const WEEKS = `
  WITH week AS (
    SELECT generate_series(date_trunc('week', $3::date::timestamp) - make_interval(weeks => ${WEEKS_SHOWN - 1}),
                           date_trunc('week', $3::date::timestamp), interval '1 week') AS starts),
  seen AS (
    SELECT date_trunc('week', o.submitted_at AT TIME ZONE $4) AS submitted,
           date_trunc('week', o.completed_at AT TIME ZONE $4) AS completed
      FROM "order" o
     WHERE o.entity = $1 AND NOT o.deleted AND ($2::text[] IS NULL OR o.company_id = ANY ($2))
       AND greatest(o.submitted_at, o.completed_at) >= $3::date - ${(WEEKS_SHOWN + 1) * 7})
  SELECT w.starts::date::text AS week,
         (SELECT count(*)::int FROM seen s WHERE s.submitted = w.starts) AS submitted,
         (SELECT count(*)::int FROM seen s WHERE s.completed = w.starts) AS completed
    FROM week w ORDER BY w.starts`;

/** Count submitted and completed orders of these companies per recent week; null stands for all companies. */
export async function readOrdersByWeek(
  pool: Pool,
  entity: string,
  companyIds: readonly string[] | null,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<OrdersOfWeek[]> {
  const { rows } = await pool.query(WEEKS, [entity, companyIds, today, timeZone]);
  return rows.map((row) => OrdersOfWeek.parse(row));
}
