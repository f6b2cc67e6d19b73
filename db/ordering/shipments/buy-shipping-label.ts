import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import { VoidShippingLabelArgs } from '#db/ordering/orders/order-action-args.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { cents, date, text } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { billLabel } from './label-fee.ts';
import { handlesPackage, packageOf, SENT_BY_LAB } from './package-problem.ts';
import { mirrorPackage, packagesOf, preparePackage, recordPackageStatus } from './prepare-package.ts';
import { assertShipmentTransition, type Shipment, shipment } from './shipment.ts';
import { ShipmentDirection } from './shipment-status.ts';

/** A label as bought from a carrier. */
const CarrierLabel = z.strictObject({
  carrier: text,
  serviceLevel: text,
  trackingNumber: text.min(1),
  rateCost: cents,
  estimatedDelivery: date.nullable(),
});

/** Return the download URL of the label of a package. */
const labelAddress = (shipmentId: string): string => `/api/shipping/labels/${shipmentId}`;

/** Store the label that was bought for a package (domain 4.6); the package then waits for its carrier. */
export const buyShippingLabel = defineOperation({
  name: 'buy-shipping-label',
  version: 1,
  kind: 'intent',
  title: 'Buy shipping label',
  grant: 'shipping:create',
  args: z.strictObject({
    orderId: Id,
    shipmentId: Id,
    direction: ShipmentDirection,
    label: CarrierLabel,
  }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, shipmentId, direction, label }, context) {
    const { row } = await openOrder(tx, context, orderId);
    const known = packageOf(await packagesOf(tx, orderId), direction);
    const id = known && known.status !== 'RECEIVED' ? known.id : shipmentId;
    const { carrier, serviceLevel: service, rateCost: cost } = label;
    if (direction === 'INBOUND') await billLabel(tx, context, row, { carrier, service, cost });
    const facts = { ...label, labelUrl: labelAddress(id) };
    await preparePackage(tx, context, row, { direction, shipmentId: id, facts });
    await recordEvent(tx, context, {
      type: 'SHIPPING_LABEL_CREATED',
      targetType: 'Order',
      targetId: orderId,
      data: { direction, carrier: label.carrier, trackingNumber: label.trackingNumber, cost: label.rateCost },
      customerVisible: true,
    });
    return applied;
  },
});

/** Return why a label cannot be voided; null when it can. */
export function voidProblem({ status, labelUrl }: Pick<Shipment, 'status' | 'labelUrl'>): string | null {
  if (!labelUrl) return 'This shipment has no prepaid label.';
  return status === 'PRE_TRANSIT'
    ? null
    : 'The carrier already has this shipment. Its label cannot be voided.';
}

/** Void a label: the package has none then, and waits to be sent in another way. */
export async function dropLabel(tx: Transaction, context: OperationContext, row: Shipment): Promise<void> {
  assertShipmentTransition(row.status, 'NOT_STARTED');
  const dropped = await tx.patch(shipment, row.id, {
    status: 'NOT_STARTED',
    carrier: null,
    serviceLevel: null,
    trackingNumber: null,
    labelUrl: null,
    rateCost: null,
    estimatedDelivery: null,
  });
  await mirrorPackage(tx, row.orderId, dropped);
  await recordPackageStatus(tx, context, dropped, row.status);
}

/** Void a label that no shipment has used (domain 4.6). */
export const voidShippingLabel = defineOperation({
  name: 'void-shipping-label',
  version: 1,
  kind: 'intent',
  title: 'Void shipping label',
  grant: 'shipping:create',
  args: VoidShippingLabelArgs,
  subjects: ({ shipmentId }) => [shipmentId],
  async run(tx, { shipmentId, trackingNumber }, context) {
    const row = await tx.get(shipment, shipmentId);
    if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
    await openOrder(tx, context, row.orderId);
    if (!handlesPackage(context.actor.role, row)) throw refuse('TRANSITION_NOT_ALLOWED', SENT_BY_LAB);
    const problem = voidProblem(row);
    if (problem) throw refuse('TRANSITION_NOT_ALLOWED', problem);
    if (row.trackingNumber !== trackingNumber)
      throw refuse('STALE_VERSION', 'This shipment has another label now. Reload the page.');
    await dropLabel(tx, context, row);
    return applied;
  },
});
