import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { CarrierLabel } from './carrier-label.ts';
import { openOrder } from './order-access-scope.ts';
import { packageOf } from './package-problem.ts';
import { packagesOf, preparePackage } from './prepare-package.ts';
import { ShipmentDirection } from './shipment-direction.ts';

/** Return the download URL of the label of a package. */
export const labelAddress = (shipmentId: string): string => `/api/shipping/labels/${shipmentId}`;

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
