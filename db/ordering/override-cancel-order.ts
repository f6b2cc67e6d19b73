import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { withdrawSpecimen } from '#db/specimens/withdraw-specimen.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { billCanceledOrder } from './bill-canceled-order.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { closeApprovals } from './close-approvals.ts';
import { deriveSourceOrder } from './derive-order-status.ts';
import { openOrderForAction } from './open-order-for-action.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/**
 * Cancel a received order (domain 4.1): open samples are withdrawn from their batches, finished specimens
 * stay as they are, and the amounts to bill are recomputed.
 */
export const overrideCancelOrder = defineOperation({
  name: 'override-cancel-order',
  version: 1,
  kind: 'intent',
  title: 'Cancel order after receipt',
  grant: 'lab/orders/override/cancel:update',
  args: z.strictObject({ orderId: Id, reason: Reason }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['override-cancel-order']);
    for (const one of await activeSpecimens(tx, orderId)) await withdrawSpecimen(tx, context, one, reason);
    const canceled = await changeOrderStatus(tx, context, row, 'CANCELED', {
      event: 'ORDER_CANCELED',
      reason,
      fields: { canceledAt: context.occurredAt, cancelReason: reason },
    });
    await closeApprovals(tx, context, orderId, reason);
    await billCanceledOrder(tx, context, canceled, reason);
    await deriveSourceOrder(tx, context, canceled);
    return applied;
  },
});
