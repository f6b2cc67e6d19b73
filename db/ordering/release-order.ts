import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import { releaseSpecimensOf } from './held-specimens.ts';
import { openOrderForAction } from './open-order-for-action.ts';

/** Release an order from hold: it and its specimens continue where they were (domain 4.1). */
export const releaseOrder = defineOperation({
  name: 'release-order',
  version: 1,
  kind: 'intent',
  title: 'Release order',
  grant: 'lab/orders:update',
  args: z.strictObject({ orderId: Id, reason: Reason.nullable().default(null) }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason }, context) {
    const { row, owner } = await openOrderForAction(tx, context, orderId, ['release-order']);
    await changeOrderStatus(tx, context, row, row.heldFromStatus ?? 'ORDERED', {
      event: 'ORDER_HOLD_RELEASED',
      reason,
      fields: { heldFromStatus: null, holdReason: null },
    });
    await releaseSpecimensOf(tx, context, { heldOrder: row, owner }, reason);
    await deriveOrderStatus(tx, context, orderId);
    return applied;
  },
});
