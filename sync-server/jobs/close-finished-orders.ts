import { closeFinished, closingProblems } from '#db/ordering/close-order.ts';
import { FINISHED_STATUSES } from '#db/ordering/finished-specimens.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/notify-about-order.ts';
import { changeOrders, type FoundOrder } from './change-orders.ts';

/** Whether a reset specimen is repeated elsewhere, the rule knows. */
const NOTHING_LEFT = [...FINISHED_STATUSES, 'CANCELED', 'RESET'];
/** What is left is done in the next round. */
const ROUND = 100;

// Those that plainly lack something are not looked at each time; what exactly an order lacks is the rule's to say.
const CLOSABLE = `
  SELECT o.id, o.entity FROM "order" o
   WHERE o.status = 'PENDING_COMPLETION' AND NOT o.deleted
     AND o.updated_at < date_trunc('day', $1::timestamptz AT TIME ZONE $2) AT TIME ZONE $2
     AND NOT EXISTS (SELECT 1 FROM specimen s WHERE s.order_id = o.id AND NOT s.deleted
       AND (s.status = 'COMPLETED' AND s.results_released_at IS NULL OR s.status <> ALL ($3)))
     AND NOT EXISTS (SELECT 1 FROM invoice i WHERE i.order_id = o.id AND NOT i.deleted
       AND i.status IN ('PENDING', 'SERVICE_IN_PROGRESS'))
     AND NOT EXISTS (SELECT 1 FROM discrepancy d JOIN specimen s ON s.id = d.specimen_id
       WHERE s.order_id = o.id AND NOT d.deleted AND d.resolution = 'OPEN')
   ORDER BY o.updated_at, o.id LIMIT ${ROUND}`;

/** Closes orders that were finished when the lab's night began and lack nothing (domain 4.1). Answers how many. */
export async function closeFinishedOrders(services: AppServices): Promise<number> {
  const { pool, now, env } = services;
  const { rows: orders } = await pool.query<FoundOrder>(CLOSABLE, [now(), env.LAB_TIMEZONE, NOTHING_LEFT]);
  return changeOrders(services, {
    orders,
    failed: 'a finished order was not closed',
    apply: async (tx, context, row, client) => {
      if (row.status !== 'PENDING_COMPLETION' || (await closingProblems(tx, row.id)).length > 0) return false;
      await closeFinished(tx, context, row);
      const { entity } = context.actor;
      await notifyAboutOrder(client, services, { entity }, { orderId: row.id, operation: 'closed' });
      return true;
    },
  });
}
