import type { ClientBase } from 'pg';
import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/order.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from './write-as-system.ts';

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
