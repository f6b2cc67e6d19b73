import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { setOrderStatus } from './change-order-status.ts';
import { openForAct } from './open-for-act.ts';
import { OVERRIDE_TO } from './override-to.ts';

/** Forces an order into a status, with a reason that stands in the history for ever; a completed one is only reopened. */
export const overrideOrder = defineOperation({
  name: 'override-order',
  version: 1,
  kind: 'intent',
  title: 'Override order status',
  grant: 'lab/orders:update',
  args: z.strictObject({ orderId: Id, status: z.enum(OVERRIDE_TO), reason: Reason }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, status, reason }, context) {
    const { row } = await openForAct(tx, context, orderId, ['override-order']);
    if (row.status === status) throw refuse('NOTHING_CHANGED', 'The order has this status already.');
    if (row.status === 'COMPLETED' && status !== 'PROCESSING')
      throw refuse('TRANSITION_NOT_ALLOWED', `Cannot change status from ${row.status} to ${status}.`);
    await setOrderStatus(tx, context, row, status, {
      event: 'ORDER_OVERRIDE',
      reason,
      fields: row.status === 'COMPLETED' ? { completedAt: null } : {},
    });
    return applied;
  },
});
