import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { MarkOrderShippedArgs } from '#db/ordering/orders/order-action-args.ts';
import { openOrderForAction } from '#db/ordering/orders/order-actions.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { pathBetween } from '#db/values/lifecycle.ts';
import { boxesOf, takesMaterial } from './awaited-specimens.ts';
import { packageOf } from './package-problem.ts';
import { mirrorPackage, packagesOf, recordPackageStatus } from './prepare-package.ts';
import { SHIPMENT_LIFECYCLE, shipment } from './shipment.ts';

type ShipmentInfo = Pick<Order, 'carrier' | 'trackingNumber'>;

/** Send a shipment after the first delivery, for instance a replacement, as its own package. */
async function sendAnother(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  shipmentInfo: ShipmentInfo,
): Promise<void> {
  const newShipment = await tx.insert(shipment, {
    id: context.newId(),
    orderId: row.id,
    direction: 'INBOUND',
    status: 'IN_TRANSIT',
    ...shipmentInfo,
    packageCount: boxesOf(row, 'INBOUND'),
    lastEventAt: context.occurredAt,
  });
  await mirrorPackage(tx, row.id, newShipment);
  await recordPackageStatus(tx, context, newShipment, 'NOT_STARTED');
}

/** Set the package on its way, unless it is further already; the order's own shipment fields mirror it. */
async function sendPackage(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  enteredInfo: ShipmentInfo,
): Promise<void> {
  const known = packageOf(await packagesOf(tx, row.id), 'INBOUND');
  if (known?.status === 'RECEIVED') return sendAnother(tx, context, row, enteredInfo);
  const shipmentInfo = {
    carrier: enteredInfo.carrier ?? row.carrier,
    trackingNumber: enteredInfo.trackingNumber ?? row.trackingNumber,
  };
  await tx.patch(order, row.id, { ...shipmentInfo, shipmentStatus: 'IN_TRANSIT' });
  const statusPath = known && pathBetween(SHIPMENT_LIFECYCLE, known.status, 'IN_TRANSIT', ['PRE_TRANSIT']);
  if (!known || !statusPath) return;
  await tx.patch(shipment, known.id, {
    ...shipmentInfo,
    status: 'IN_TRANSIT',
    lastEventAt: context.occurredAt,
  });
  await recordEvent(tx, context, {
    type: 'SHIPMENT_STATUS_CHANGED',
    targetType: 'Order',
    targetId: row.id,
    data: { from: known.status, to: 'IN_TRANSIT', ...shipmentInfo },
    customerVisible: true,
  });
}

/**
 * Record that the customer has given a package to the carrier (domain 4.1): the first, or one with a
 * replacement.
 */
export const markOrderShipped = defineOperation({
  name: 'mark-order-shipped',
  version: 1,
  kind: 'intent',
  title: 'Mark as shipped',
  grant: 'create-order:read',
  args: MarkOrderShippedArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, carrier, trackingNumber }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['mark-order-shipped']);
    const specimens = await activeSpecimens(tx, orderId);
    if (!takesMaterial(row, specimens))
      throw refuse('NOTHING_TO_SEND', 'The lab expects no material for this order. Reload the page.');
    await sendPackage(tx, context, row, { carrier, trackingNumber });
    for (const one of specimens)
      if (one.status === 'ORDERED') await changeSpecimenStatus(tx, context, one, 'SHIPPED');
    await deriveOrderStatus(tx, context, orderId);
    return applied;
  },
});
