import type { ClientBase } from 'pg';
import type { OperationContext } from '#db/operation.ts';
import { closeFinished, closingProblems } from '#db/ordering/orders/close-order.ts';
import { FINISHED_STATUSES } from '#db/ordering/orders/finished-specimens.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/orders/notify-about-order.ts';

/** An order that a job has found before locking. */
export interface FoundOrder {
  id: string;
  entity: BusinessEntity;
}

interface OrderWork {
  orders: readonly FoundOrder[];
  /** Returns whether the change was made; false if another process was faster. */
  apply(tx: Transaction, context: OperationContext, row: Order, client: ClientBase): Promise<boolean>;
  /** Log text for a failed order; the others continue. */
  failed: string;
}

/**
 * Change each of these orders as the system, each in its own transaction. Returns the number of changed
 * orders.
 */
export async function changeOrders(
  { pool, now, env, logger }: AppServices,
  { orders, apply, failed }: OrderWork,
): Promise<number> {
  let done = 0;
  for (const { id, entity } of orders) {
    const zone = { now: now(), timeZone: env.LAB_TIMEZONE };
    try {
      const acted = await writeAsSystem(pool, entity, zone, async (tx, context, client) => {
        const row = await tx.get(order, id);
        return row !== undefined && !row.deleted && apply(tx, context, row, client);
      });
      if (acted) done += 1;
    } catch (error) {
      logger.warn({ err: error, orderId: id }, failed);
    }
  }
  return done;
}

/**
 * Specimen statuses without pending work; the rule decides whether a reset specimen is repeated elsewhere.
 */
const NOTHING_LEFT = [...FINISHED_STATUSES, 'CANCELED', 'RESET'];
/** Limit per run; the rest follows in the next run. */
const ROUND = 100;

// Orders that clearly lack something are not checked each time; the rule determines what exactly an order
// lacks.
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

/**
 * Close orders that were finished at the start of the lab's night and lack nothing (domain 4.1). Returns
 * their number.
 */
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
