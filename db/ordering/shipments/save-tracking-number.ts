import { applied, defineOperation } from '#db/operation.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import { SaveTrackingNumberArgs } from '#db/ordering/orders/order-action-args.ts';
import { returnLabelFee } from './label-fee.ts';
import { packageOf } from './package-problem.ts';
import { packagesOf, preparePackage } from './prepare-package.ts';

/** Save the carrier and tracking number that the sender chose (domain 4.6). */
export const saveTrackingNumber = defineOperation({
  name: 'save-tracking-number',
  version: 1,
  kind: 'intent',
  title: 'Save tracking number',
  grant: 'shipping:create',
  args: SaveTrackingNumberArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, shipmentId, direction, carrier, trackingNumber }, context) {
    const { row } = await openOrder(tx, context, orderId);
    const known = packageOf(await packagesOf(tx, orderId), direction);
    if (direction === 'INBOUND' && !known?.labelUrl) await returnLabelFee(tx, context, row);
    await preparePackage(tx, context, row, {
      direction,
      shipmentId,
      facts: {
        carrier,
        trackingNumber,
        serviceLevel: null,
        labelUrl: null,
        rateCost: null,
        estimatedDelivery: null,
      },
    });
    return applied;
  },
});
