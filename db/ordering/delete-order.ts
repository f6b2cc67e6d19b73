import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { endOrder } from './end-order.ts';
import { openOrderForAction } from './open-order-for-action.ts';
import { order } from './order.ts';

/** Delete a draft with its rows from the lists; history and deleted records keep it. */
export const deleteOrder = defineOperation({
  name: 'delete-order',
  version: 1,
  kind: 'intent',
  title: 'Delete draft order',
  grant: 'lab/orders/delete-order:delete',
  args: z.strictObject({ orderId: Id, reason: Reason }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['delete-order']);
    const rows = await tx.find(specimen, { orderId });
    if (rows.some(({ receivedAt }) => receivedAt !== null))
      throw refuse('ALREADY_RECEIVED', 'Specimens of this order have been received; it cannot be deleted.');
    await endOrder(tx, context, row, reason);
    for (const one of rows) await tx.patch(specimen, one.id, { deleted: true });
    await tx.patch(order, orderId, { deleted: true });
    await recordEvent(tx, context, {
      type: 'ORDER_DELETED',
      targetType: 'Order',
      targetId: orderId,
      data: { orderNumber: row.orderNumber, reason },
    });
    return applied;
  },
});
