import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { recordPriceChange } from './price-events.ts';
import { projectBasedPricing } from './project-based-pricing.ts';
import { hasEnded, hasNotCounted } from './project-price-actions.ts';

/** End the price of a project today; a price that has not begun or was never approved is deleted. */
export const endProjectPrice = defineOperation({
  name: 'end-project-price',
  version: 1,
  kind: 'intent',
  title: 'End project price',
  grant: 'lab/project-base-pricing:update',
  args: z.strictObject({ pricingId: Id, reason: Reason }),
  subjects: ({ pricingId }) => [pricingId],
  async run(tx, { pricingId, reason }, context) {
    onlineOnly(context);
    const row = await tx.get(projectBasedPricing, pricingId);
    if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
    const { labDay } = context;
    if (hasEnded(row, labDay)) throw refuse('ALREADY_ENDED', 'This price has ended already, or ends today.');
    const neverCounted = hasNotCounted(row, labDay);
    await tx.patch(
      projectBasedPricing,
      pricingId,
      neverCounted ? { deleted: true } : { effectiveTo: labDay },
    );
    await recordPriceChange(tx, context, row.protocolId, {
      projectPrice: neverCounted ? 'WITHDRAWN' : 'ENDED',
      amount: row.amount,
      projectId: row.projectId,
      reason,
    });
    return applied;
  },
});
