import { z } from 'zod';
import type { OperationContext } from '#db/operation.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { pathBetween } from '#db/values/lifecycle.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import { openForAct } from './open-for-act.ts';
import { type Order, order } from './order.ts';
import { shipment } from './shipment.ts';
import { SHIPMENT_LIFECYCLE } from './shipment-lifecycle.ts';
import { liveSpecimens } from './specimens-of-order.ts';

type Parcel = Pick<Order, 'carrier' | 'trackingNumber'>;

/** The package on its way, if it is not further already; the order's own shipment fields mirror it. */
async function sendPackage(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  parcel: Parcel,
): Promise<void> {
  const [inbound] = (await tx.find(shipment, { orderId: row.id })).filter(
    ({ direction }) => direction === 'INBOUND',
  );
  await tx.patch(order, row.id, { ...parcel, shipmentStatus: 'IN_TRANSIT' });
  if (!inbound) return;
  const way = pathBetween(SHIPMENT_LIFECYCLE, inbound.status, 'IN_TRANSIT', ['PRE_TRANSIT']);
  if (!way) return;
  await tx.patch(shipment, inbound.id, { ...parcel, status: 'IN_TRANSIT', lastEventAt: context.occurredAt });
  await recordEvent(tx, context, {
    type: 'SHIPMENT_STATUS_CHANGED',
    targetType: 'Order',
    targetId: row.id,
    data: { from: inbound.status, to: 'IN_TRANSIT', ...parcel },
    customerVisible: true,
  });
}

/** The customer has given the package to the carrier (domain 4.1). */
export const markOrderShipped = defineOperation({
  name: 'mark-order-shipped',
  version: 1,
  kind: 'intent',
  title: 'Mark as shipped',
  grant: 'create-order:read',
  args: z.strictObject({
    orderId: Id,
    carrier: orEmpty(oneLine('', 60)).default(null),
    trackingNumber: orEmpty(oneLine('', 60)).default(null),
  }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, carrier, trackingNumber }, context) {
    const { row } = await openForAct(tx, context, orderId, ['mark-order-shipped']);
    await sendPackage(tx, context, row, {
      carrier: carrier ?? row.carrier,
      trackingNumber: trackingNumber ?? row.trackingNumber,
    });
    for (const one of await liveSpecimens(tx, orderId))
      if (one.status === 'ORDERED') await changeSpecimenStatus(tx, context, one, 'SHIPPED');
    await deriveOrderStatus(tx, context, orderId);
    return applied;
  },
});
