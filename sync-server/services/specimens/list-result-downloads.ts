import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { order } from '#db/ordering/orders/order.ts';
import { ResultDownloads } from '#db/specimens/results/shown-results.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';

/**
 * SQL over event `d` of a download of a specimen or a whole order: were results that it brought recalled
 * afterwards?
 */
export const RECALLED_SINCE = `EXISTS (SELECT 1 FROM event r JOIN specimen s ON s.id = r.target_id
  WHERE r.type = 'RESULTS_RECALLED' AND r.target_type = 'Specimen' AND r.occurred_at >= d.occurred_at
    AND d.target_id IN (s.id, s.order_id))`;

const DOWNLOADS = `
  SELECT d.id, d.occurred_at AS "occurredAt", coalesce(u.name, u.email) AS "personName", u.email,
         d.data ->> 'file' AS file, coalesce(t.julian_id, t.requisition_number) AS "specimenName",
         ${RECALLED_SINCE} AS recalled
    FROM event d
    JOIN "user" u ON u.id = d.user_id
    LEFT JOIN specimen t ON t.id = d.target_id AND d.target_type = 'Specimen'
   WHERE d.type = 'RESULTS_DOWNLOADED' AND (d.target_id = $1
     OR d.target_id IN (SELECT id FROM specimen WHERE order_id = $1))
   ORDER BY d.occurred_at DESC, d.id DESC LIMIT 500`;

/** List who downloaded results of an order, the newest 500 downloads first. */
export async function listResultDownloads(
  { pool }: Pick<AppServices, 'pool'>,
  session: Session,
  orderId: string,
): Promise<z.infer<typeof ResultDownloads>> {
  const of = await readRow(pool, order, orderId, tenantOf(session));
  if (of.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const { rows } = await pool.query<{ occurredAt: Date }>(DOWNLOADS, [orderId]);
  return ResultDownloads.parse({
    rows: rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() })),
  });
}
