import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Order, order } from './order.ts';
import { shipment } from './shipment.ts';

/**
 * Create the package that an accepted order expects; with a tracking number of the customer it waits for the
 * carrier.
 */
export async function expectShipment(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const known = await tx.find(shipment, { orderId: row.id });
  if (known.some(({ direction }) => direction === 'INBOUND')) return;
  const status = row.trackingNumber ? 'PRE_TRANSIT' : 'NOT_STARTED';
  const { carrier, trackingNumber, packageCount } = row;
  await tx.insert(shipment, {
    id: context.newId(),
    orderId: row.id,
    direction: 'INBOUND',
    status,
    carrier,
    trackingNumber,
    packageCount,
  });
  if (row.shipmentStatus !== status) await tx.patch(order, row.id, { shipmentStatus: status });
}
