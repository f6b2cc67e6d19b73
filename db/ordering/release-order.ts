import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { holdOf } from '#db/specimens/accession-readiness.ts';
import { releaseFrom } from '#db/specimens/release-from.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import { openForAct } from './open-for-act.ts';
import { liveSpecimens } from './specimens-of-order.ts';

/** Takes an order off hold: it and its specimens go on where they stood (domain 4.1). */
export const releaseOrder = defineOperation({
  name: 'release-order',
  version: 1,
  kind: 'intent',
  title: 'Release order',
  grant: 'lab/orders:update',
  args: z.strictObject({ orderId: Id, reason: Reason.nullable().default(null) }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason }, context) {
    const { row, owner } = await openForAct(tx, context, orderId, ['release-order']);
    // A tube that somebody holds for a reason of its own stays where it is.
    const ofOrder = [row.holdReason, holdOf(row, owner, true)];
    await changeOrderStatus(tx, context, row, row.heldFromStatus ?? 'ORDERED', {
      event: 'ORDER_HOLD_RELEASED',
      reason,
      fields: { heldFromStatus: null, holdReason: null },
    });
    for (const one of await liveSpecimens(tx, orderId))
      if (one.status === 'RECEIVED_ON_HOLD' && ofOrder.includes(one.holdReason))
        await releaseFrom(tx, context, one, reason);
    await deriveOrderStatus(tx, context, orderId);
    return applied;
  },
});
