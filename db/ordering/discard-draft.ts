import { z } from 'zod';
import { cancelBilling } from '#db/billing/cancel-billing.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { Id } from '#db/values/id.ts';
import { order } from './order.ts';
import { assertOrderTransition } from './order-lifecycle.ts';
import { openDraft } from './order-sight.ts';

/** Gives a draft up (domain 4.1): it and its rows are CANCELED, and stay in the history. */
export const discardDraft = defineOperation({
  name: 'discard-draft',
  version: 1,
  kind: 'intent',
  title: 'Discard draft',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId }, context) {
    const { row } = await openDraft(tx, context, orderId);
    assertOrderTransition(row.status, 'CANCELED');
    for (const line of await tx.find(specimen, { orderId }))
      await changeSpecimenStatus(tx, context, line, 'CANCELED', { reason: 'Draft discarded' });
    await tx.patch(order, orderId, {
      status: 'CANCELED',
      canceledAt: context.occurredAt,
      cancelReason: 'Draft discarded',
    });
    await recordEvent(tx, context, {
      type: 'ORDER_CANCELED',
      targetType: 'Order',
      targetId: orderId,
      data: { from: 'DRAFT', to: 'CANCELED', reason: 'Draft discarded' },
      customerVisible: true,
    });
    await cancelBilling(tx, context, row, 'Draft discarded');
    return applied;
  },
});
