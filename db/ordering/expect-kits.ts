import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { kitBoxes } from './collection-kits.ts';
import type { Order } from './order.ts';
import { shipment } from './shipment.ts';

/**
 * Create the shipment of kits that an accepted order has asked for; the lab sends it, and its status changes
 * no other row.
 */
export async function expectKits(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const { kitCount, kitTemperature } = row;
  if (kitCount === null) return;
  const known = await tx.find(shipment, { orderId: row.id });
  if (known.some(({ direction }) => direction === 'KIT_OUT')) return;
  await tx.insert(shipment, {
    id: context.newId(),
    orderId: row.id,
    direction: 'KIT_OUT',
    status: 'NOT_STARTED',
    kitCount,
    packageCount: kitBoxes(kitCount),
    temperature: kitTemperature,
  });
}
