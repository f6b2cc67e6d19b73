import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { endOrder } from './end-order.ts';
import { openOrderForAction } from './open-order-for-action.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** Cancel an order of which nothing has been received (domain 4.1). */
export const cancelOrder = defineOperation({
  name: 'cancel-order',
  version: 1,
  kind: 'intent',
  title: 'Cancel order',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, reason: Reason }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['cancel-order']);
    const specimens = await activeSpecimens(tx, orderId);
    if (row.receivedAt !== null || specimens.some(({ receivedAt }) => receivedAt !== null))
      throw refuse(
        'ALREADY_RECEIVED',
        'Specimens of this order have been received. Contact support to stop the work.',
      );
    await endOrder(tx, context, row, reason);
    return applied;
  },
});
