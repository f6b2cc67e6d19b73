import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { holdSpecimensOf } from './held-specimens.ts';
import { openOrderForAction } from './open-order-for-action.ts';

/** Put an order on hold: received material that is in no batch waits, batches continue (domain 4.1). */
export const holdOrder = defineOperation({
  name: 'hold-order',
  version: 1,
  kind: 'intent',
  title: 'Put order on hold',
  grant: 'lab/orders:update',
  args: z.strictObject({ orderId: Id, reason: Reason }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['hold-order']);
    await changeOrderStatus(tx, context, row, 'ON_HOLD', {
      event: 'ORDER_HELD',
      reason,
      fields: { heldFromStatus: row.status, holdReason: reason },
    });
    await holdSpecimensOf(tx, context, orderId, reason);
    return applied;
  },
});
