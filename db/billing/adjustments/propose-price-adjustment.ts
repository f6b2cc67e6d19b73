import { z } from 'zod';
import { AdjustmentForm } from '#db/billing/prices/price-form.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { addsFees, decidesAdjustment, isLargeDiscount, withdrawsAdjustment } from './adjustment-actions.ts';
import { PriceDecision } from './adjustment-form.ts';
import { listTotalOf, openForAdjustment, openProposal, settleAdjustment } from './open-for-adjustment.ts';
import {
  assertPriceAdjustmentTransition,
  type PriceAdjustment,
  priceAdjustment,
} from './price-adjustment.ts';

/**
 * Propose a discount or fee on an order: a fee from a role that may add one counts at once, a discount waits
 * (6.4).
 */
export const proposePriceAdjustment = defineOperation({
  name: 'propose-price-adjustment',
  version: 1,
  kind: 'intent',
  title: 'Propose price adjustment',
  grant: 'lab/price-adjustments:create',
  args: z.strictObject({ orderId: Id, adjustmentId: Id, adjustment: AdjustmentForm }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, adjustmentId, adjustment }, context) {
    const row = await openForAdjustment(tx, context, orderId, adjustment.type === 'FEE');
    const existingAdjustments = await tx.find(priceAdjustment, { orderId });
    const atOnce = adjustment.type === 'FEE' && addsFees(context.actor.role);
    const status: PriceAdjustment['status'] = atOnce ? 'APPROVED' : 'PROPOSED';
    const newAdjustment = await tx.insert(priceAdjustment, {
      id: adjustmentId,
      orderId,
      type: adjustment.type,
      percentBps: adjustment.type === 'DISCOUNT_PERCENT' ? adjustment.percentBps : null,
      amount: adjustment.type === 'DISCOUNT_PERCENT' ? null : adjustment.amount,
      label: adjustment.label,
      reason: adjustment.reason,
      computedAmount: 0,
      order: Math.max(0, ...existingAdjustments.map(({ order }) => order)) + 1,
      status,
      approvedById: atOnce ? context.actor.userId : null,
      approvedAt: atOnce ? context.occurredAt : null,
    });
    await settleAdjustment(tx, context, row, newAdjustment, status, adjustment.reason);
    if (atOnce) return applied;
    return warned(
      'WAITS_FOR_APPROVAL',
      row.status === 'DRAFT'
        ? 'Billing decides when the order is submitted.'
        : 'The adjustment counts once somebody else approves it.',
    );
  },
});

/** Return whether all reductions of the order, with this one, exceed the limit of the sales leader. */
async function isLarge(tx: Transaction, row: Order, proposal: PriceAdjustment): Promise<boolean> {
  const rows = await tx.find(priceAdjustment, { orderId: row.id });
  const { listTotal, ofSpecimens } = await listTotalOf(tx, row);
  return isLargeDiscount(listTotal, ofSpecimens, rows, proposal.id);
}

function requireOther({ actor }: OperationContext, proposal: PriceAdjustment): void {
  if (proposal.createdById === actor.userId)
    throw refuse('OWN_PROPOSAL', 'You proposed this. Somebody else has to approve it.');
  if (proposal.approvedById === actor.userId)
    throw refuse('ALREADY_AGREED', 'You have agreed already. Billing has to approve it as well.');
}

/** Approve or reject a proposed discount or fee of a submitted order (domain 6.4, D6). */
export const decidePriceAdjustment = defineOperation({
  name: 'decide-price-adjustment',
  version: 1,
  kind: 'intent',
  title: 'Decide price adjustment',
  grant: 'lab/price-adjustments:update',
  args: PriceDecision.extend({ adjustmentId: Id }),
  subjects: ({ adjustmentId }) => [adjustmentId],
  async run(tx, { adjustmentId, decision, reason }, context) {
    const { proposal, row } = await openProposal(tx, context, adjustmentId);
    if (row.status === 'DRAFT')
      throw refuse(
        'A_DRAFT',
        'Adjustments of a draft are decided when the order is submitted. Withdraw this one, or wait.',
      );
    const { role, userId } = context.actor;
    const large = proposal.type !== 'FEE' && (await isLarge(tx, row, proposal));
    if (!decidesAdjustment(role, proposal, large)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    if (decision === 'REJECTED') {
      if (reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
      assertPriceAdjustmentTransition(proposal.status, 'REJECTED');
      await tx.patch(priceAdjustment, adjustmentId, { status: 'REJECTED' });
      await settleAdjustment(tx, context, row, proposal, 'REJECTED', reason);
      return applied;
    }
    requireOther(context, proposal);
    if (large && proposal.approvedById === null) {
      await tx.patch(priceAdjustment, adjustmentId, { approvedById: userId });
      await settleAdjustment(tx, context, row, proposal, 'AGREED', reason);
      return warned(
        'WAITS_FOR_APPROVAL',
        'The discount is above 10% and counts once billing approves it as well.',
      );
    }
    assertPriceAdjustmentTransition(proposal.status, 'APPROVED');
    await tx.patch(priceAdjustment, adjustmentId, {
      status: 'APPROVED',
      approvedById: userId,
      approvedAt: context.occurredAt,
    });
    await settleAdjustment(tx, context, row, proposal, 'APPROVED', reason);
    return applied;
  },
});

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
