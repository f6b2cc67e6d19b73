import type { Pool } from 'pg';
import { order } from '#db/ordering/order.ts';
import { REPORT_SUBTYPES } from '#db/records/result-files.ts';
import { approvesClinicalResults } from '#db/specimens/approves-results.ts';
import { readOrderResults } from '#db/specimens/results-of-order.ts';
import { approvalProblems } from '#db/specimens/results-problems.ts';
import type { AccessScope } from '#sync-server/http/scope.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

/**
 * SQL: running clinical orders, or those with recalled results, with a report attached. They are few, and the
 * rule decides which of them wait.
 */
const CANDIDATES = `
  SELECT DISTINCT s.order_id AS id FROM specimen s
    JOIN "order" o ON o.id = s.order_id AND NOT o.deleted
    JOIN protocol p ON p.id = o.protocol_id AND p.clinical
   WHERE s.id IN (SELECT id FROM specimen WHERE status = 'IN_PROGRESS' AND entity = $1
       UNION ALL SELECT target_id FROM event WHERE type = 'RESULTS_RECALLED' AND entity = $1)
     AND NOT s.deleted AND s.results_released_at IS NULL
     AND EXISTS (SELECT 1 FROM s3_file f WHERE f.target_id IN (s.id, s.order_id)
       AND f.sub_type = ANY ($2) AND f.status = 'STORED' AND NOT f.deleted)`;

/** Read the clinical orders that wait for this person's approval; none for people who do not approve. */
export async function ordersToApprove(pool: Pool, { role, entity }: AccessScope): Promise<string[]> {
  if (!approvesClinicalResults(role)) return [];
  const { rows } = await pool.query<{ id: string }>(CANDIDATES, [entity, [...REPORT_SUBTYPES]]);
  if (rows.length === 0) return [];
  return inTransaction(pool, async (client) => {
    const at = new Date().toISOString();
    const tx = new PgTransaction(client, { at, userId: null, entity, receivedAt: at, requestId: 'read' });
    const orders = await tx.find(order, { id: rows.map(({ id }) => id) });
    const all = await Promise.all(orders.map((of) => readOrderResults(tx, of)));
    return all
      .filter((one) => one.specimens.some((row) => approvalProblems(one, row).length === 0))
      .map((one) => one.order.id);
  });
}
