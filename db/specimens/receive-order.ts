import type { OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import { order } from '#db/ordering/order.ts';
import { shipment } from '#db/ordering/shipment.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';

/** Record the receipt of material on an order: time, packages, and the resulting status. */
export async function receiveOrder(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  trackingNumber: string | null,
): Promise<void> {
  const row = await tx.get(order, orderId);
  if (!row) return;
  await receiveShipments(tx, context, orderId, trackingNumber);
  await tx.patch(order, orderId, {
    receivedAt: row.receivedAt ?? context.occurredAt,
    shipmentStatus: 'RECEIVED',
  });
  await deriveOrderStatus(tx, context, orderId);
}

async function receiveShipments(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  trackingNumber: string | null,
): Promise<void> {
  const all = (await tx.find(shipment, { orderId })).filter((one) => one.direction === 'INBOUND');
  const tracked = all.filter((one) => trackingNumber !== null && one.trackingNumber === trackingNumber);
  for (const one of tracked.length > 0 ? tracked : all) {
    if (one.status === 'RECEIVED') continue;
    await tx.patch(shipment, one.id, { status: 'RECEIVED', lastEventAt: context.occurredAt });
    await recordEvent(tx, context, {
      type: 'SHIPMENT_STATUS_CHANGED',
      targetType: 'Order',
      targetId: orderId,
      data: { shipmentId: one.id, from: one.status, to: 'RECEIVED' },
      customerVisible: true,
    });
  }
}
