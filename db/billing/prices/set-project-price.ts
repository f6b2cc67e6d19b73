import { hasCapability } from '#db/access/capabilities.ts';
import { PriceDecision } from '#db/billing/adjustments/adjustment-form.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, warned } from '#db/operation.ts';
import { discountBps, SALES_LEADER_LIMIT_BPS } from '#db/ordering/approvals/approval-rules.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { project } from '#db/research/project.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { projectBasedPricing } from './price.ts';
import { overlap, recordPriceChange } from './price-events.ts';
import { ProjectPriceEnd, ProjectPriceForm } from './price-form.ts';
import { lowestListPrice } from './price-tiers.ts';
import {
  decidesProjectPrice,
  hasEnded,
  hasNotCounted,
  isLargeAgreement,
  matchingListPrice,
} from './project-price-actions.ts';

/** Refuse an agreement for a missing project or protocol, or one that overlaps another agreement. */
async function requirePlace(tx: Transaction, form: ProjectPriceForm): Promise<string> {
  const owner = await tx.get(project, form.projectId);
  const sold = await tx.get(protocol, form.protocolId);
  if (!owner || owner.deleted || !sold || sold.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (owner.status !== 'ACTIVE') throw refuse('VALIDATION', 'Choose an active project.');
  if (form.effectiveTo !== null && form.effectiveTo < form.effectiveFrom)
    throw refuse('VALIDATION', 'The last day cannot be before the first.');
  const projectAgreements = await tx.find(projectBasedPricing, { projectId: form.projectId });
  const overlapping = projectAgreements.find(
    (row) => !row.deleted && row.protocolId === form.protocolId && overlap(row, form),
  );
  if (overlapping)
    throw refuse(
      'PRICE_OVERLAPS',
      `The project has a price for this protocol from ${overlapping.effectiveFrom} already. End that one first.`,
    );
  return owner.companyId;
}

/** Return the discount of an agreement on the list price, in basis points. */
async function takenOff(tx: Transaction, form: ProjectPriceForm, companyId: string): Promise<number> {
  const payer = await tx.get(company, companyId);
  if (!payer) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const list = await lowestListPrice(tx, form.protocolId, payer.type, form.effectiveFrom);
  return list === null ? 0 : discountBps(list, Math.max(0, list - form.amount));
}

/**
 * Agree on a price for a project: the sales leader's own counts up to the limit; others wait for an approval
 * (D6).
 */
export const setProjectPrice = defineOperation({
  name: 'set-project-price',
  version: 1,
  kind: 'intent',
  title: 'Set project price',
  grant: 'lab/project-base-pricing:create',
  args: ProjectPriceForm.extend({ pricingId: Id }),
  subjects: ({ pricingId }) => [pricingId],
  async run(tx, { pricingId, ...form }, context) {
    onlineOnly(context);
    const { role, userId } = context.actor;
    if (form.effectiveFrom < context.labDay)
      throw refuse('VALIDATION', 'A price begins today or later. What was ordered keeps its price.');
    const bps = await takenOff(tx, form, await requirePlace(tx, form));
    const large = bps > SALES_LEADER_LIMIT_BPS;
    const leads = hasCapability(role, 'approvePrices');
    if (large && !leads)
      throw refuse('TOO_LARGE', 'More than 10% off the list price is proposed by the sales leader.');
    const agreed = leads && !large;
    await tx.insert(projectBasedPricing, {
      id: pricingId,
      ...form,
      approvedById: agreed ? userId : null,
      approvedAt: agreed ? context.occurredAt : null,
    });
    await recordPriceChange(tx, context, form.protocolId, {
      projectPrice: agreed ? 'SET' : 'PROPOSED',
      ...form,
      percentBps: bps,
    });
    if (agreed) return applied;
    return warned(
      'WAITS_FOR_APPROVAL',
      large
        ? 'The price is more than 10% off the list price and counts once the billing manager approves it.'
        : 'The price counts once the sales leader approves it.',
    );
  },
});

/** Approve or decline a price that another person has proposed for a project (D6). */
export const decideProjectPrice = defineOperation({
  name: 'decide-project-price',
  version: 1,
  kind: 'intent',
  title: 'Decide project price',
  grant: 'lab/price-adjustments:update',
  args: PriceDecision.extend({ pricingId: Id }),
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

/** End the price of a project today; a price that has not begun or was never approved is deleted. */
export const endProjectPrice = defineOperation({
  name: 'end-project-price',
  version: 1,
  kind: 'intent',
  title: 'End project price',
  grant: 'lab/project-base-pricing:update',
  args: ProjectPriceEnd.extend({ pricingId: Id }),
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
