import { z } from 'zod';
import { isOneOf } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { discountBps, SALES_LEADER_LIMIT_BPS } from '#db/ordering/approval-rules.ts';
import { company } from '#db/organizations/company.ts';
import { project } from '#db/research/project.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { lowestListPrice } from './list-price.ts';
import { recordPriceChange } from './price-events.ts';
import { type ProjectBasedPricing, projectBasedPricing } from './project-based-pricing.ts';
import { AGREES_TO_LARGE, AGREES_TO_PRICES } from './who-agrees.ts';

async function isLarge(tx: Transaction, row: ProjectBasedPricing): Promise<boolean> {
  const owner = await tx.get(project, row.projectId);
  const payer = owner && (await tx.get(company, owner.companyId));
  if (!payer) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const list = await lowestListPrice(tx, row.protocolId, payer.type, row.effectiveFrom);
  return list !== null && discountBps(list, Math.max(0, list - row.amount)) > SALES_LEADER_LIMIT_BPS;
}

/** Agrees to a price that somebody else has proposed for a project, or declines it (D6). */
export const decideProjectPrice = defineOperation({
  name: 'decide-project-price',
  version: 1,
  kind: 'intent',
  title: 'Decide project price',
  grant: 'lab/price-adjustments:update',
  args: z.strictObject({ pricingId: Id, decision: z.enum(['APPROVED', 'REJECTED']) }),
  subjects: ({ pricingId }) => [pricingId],
  async run(tx, { pricingId, decision }, context) {
    onlineOnly(context);
    const { role, userId } = context.actor;
    const row = await tx.get(projectBasedPricing, pricingId);
    if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (row.approvedAt !== null)
      throw refuse('ALREADY_DECIDED', 'Somebody has decided this already. Load the page again to see how.');
    const deciders = (await isLarge(tx, row)) ? AGREES_TO_LARGE : AGREES_TO_PRICES;
    if (!isOneOf(role, deciders)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    if (decision === 'APPROVED' && row.createdById === userId)
      throw refuse('OWN_PROPOSAL', 'You proposed this price. Somebody else has to agree to it.');
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
    });
    return applied;
  },
});
