import { endOrder } from '#db/ordering/orders/end-order.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { changeOrders, type FoundOrder } from './close-finished-orders.ts';

const REASON = 'Draft discarded: nobody went on with it for 90 days';
/** Limit per run; the rest follows in the next run. */
const ROUND = 100;

// Drafts with a pending card payment are skipped, because it may soon submit them.
const IDLE = `
  SELECT o.id, o.entity FROM "order" o
   WHERE o.status = 'DRAFT' AND NOT o.deleted AND o.updated_at < $1::timestamptz - interval '90 days'
     AND NOT EXISTS (SELECT 1 FROM specimen s
       WHERE s.order_id = o.id AND s.updated_at >= $1::timestamptz - interval '90 days')
     AND NOT EXISTS (SELECT 1 FROM data_use_info d
       WHERE d.order_id = o.id AND d.updated_at >= $1::timestamptz - interval '90 days')
     AND NOT EXISTS (SELECT 1 FROM invoice i WHERE i.order_id = o.id AND i.status = 'PROCESSING')
   ORDER BY o.updated_at, o.id LIMIT ${ROUND}`;

/** Discard drafts without changes for 90 days (domain 4.1). Returns their number. */
export async function discardIdleDrafts(services: AppServices): Promise<number> {
  const { rows: orders } = await services.pool.query<FoundOrder>(IDLE, [services.now()]);
  return changeOrders(services, {
    orders,
    failed: 'an idle draft was not discarded',
    apply: async (tx, context, row) => {
      if (row.status !== 'DRAFT') return false;
      await endOrder(tx, context, row, REASON);
      return true;
    },
  });
}
