import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { recordPriceChange } from './price-events.ts';
import { projectBasedPricing } from './project-based-pricing.ts';
import { decidesProjectPrice, isLargeAgreement, matchingListPrice } from './project-price-actions.ts';

/** Approve or decline a price that another person has proposed for a project (D6). */
export const decideProjectPrice = defineOperation({
  name: 'decide-project-price',
  version: 1,
  kind: 'intent',
  title: 'Decide project price',
  grant: 'lab/price-adjustments:update',
  args: z.strictObject({
    pricingId: Id,
    decision: z.enum(['APPROVED', 'REJECTED']),
    reason: Reason.nullable().default(null),
  }),
  subjects: ({ pricingId }) => [pricingId],
  async run(tx, { pricingId, decision, reason }, context) {
    onlineOnly(context);
    const { role, userId } = context.actor;
    const row = await tx.get(projectBasedPricing, pricingId);
    if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (row.approvedAt !== null)
      throw refuse('ALREADY_DECIDED', 'Somebody has decided this already. Load the page again to see how.');
    const large = isLargeAgreement(row, await matchingListPrice(tx, row));
    if (!decidesProjectPrice(role, large)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    if (decision === 'APPROVED' && row.createdById === userId)
      throw refuse('OWN_PROPOSAL', 'You proposed this price. Somebody else has to agree to it.');
    if (decision === 'REJECTED' && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    if (decision === 'APPROVED')
      await tx.patch(projectBasedPricing, pricingId, {
        approvedById: userId,
        approvedAt: context.occurredAt,
      });
    else await tx.patch(projectBasedPricing, pricingId, { deleted: true });
    await recordPriceChange(tx, context, row.protocolId, {
      projectPrice: decision,
      amount: row.amount,
      projectId: row.projectId,
      ...(reason === null ? {} : { reason }),
    });
    return applied;
  },
});
