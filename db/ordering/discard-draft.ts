import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { endOrder } from './end-order.ts';
import { mayDiscardDraft } from './may-discard-draft.ts';
import { openDraft } from './order-access-scope.ts';

/** Discard a draft (domain 4.1): it and its rows are CANCELED, and stay in the history. */
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
    if (!mayDiscardDraft(context.actor, row))
      throw refuse(
        'NOT_YOUR_DRAFT',
        'Only whoever began this draft can discard it. One that nobody goes on with ends by itself after 90 days.',
      );
    await endOrder(tx, context, row, 'Draft discarded');
    return applied;
  },
});
