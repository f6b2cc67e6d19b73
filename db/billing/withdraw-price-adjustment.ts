import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { withdrawsAdjustment } from './adjustment-actions.ts';
import { openProposal, settleAdjustment } from './open-for-adjustment.ts';
import { priceAdjustment } from './price-adjustment.ts';

/** Withdraw an undecided proposal, as its author or as a role that decides about it. */
export const withdrawPriceAdjustment = defineOperation({
  name: 'withdraw-price-adjustment',
  version: 1,
  kind: 'intent',
  title: 'Withdraw price adjustment',
  grant: 'lab/price-adjustments:create',
  args: z.strictObject({ adjustmentId: Id }),
  subjects: ({ adjustmentId }) => [adjustmentId],
  async run(tx, { adjustmentId }, context) {
    const { proposal, row } = await openProposal(tx, context, adjustmentId);
    if (!withdrawsAdjustment(context.actor, proposal))
      throw refuse(
        'FORBIDDEN',
        'Somebody else proposed this. Ask them, or the sales leader, to withdraw it.',
      );
    await tx.patch(priceAdjustment, adjustmentId, { deleted: true });
    await settleAdjustment(tx, context, row, proposal, 'WITHDRAWN', null);
    return applied;
  },
});
