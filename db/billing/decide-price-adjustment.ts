import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import type { Order } from '#db/ordering/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { decidesAdjustment, isLargeDiscount } from './adjustment-actions.ts';
import { listTotalOf, openProposal, settleAdjustment } from './open-for-adjustment.ts';
import { type PriceAdjustment, priceAdjustment } from './price-adjustment.ts';
import { assertPriceAdjustmentTransition } from './price-adjustment-lifecycle.ts';

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
  args: z.strictObject({
    adjustmentId: Id,
    decision: z.enum(['APPROVED', 'REJECTED']),
    reason: Reason.nullable().default(null),
  }),
  subjects: ({ adjustmentId }) => [adjustmentId],
  async run(tx, { adjustmentId, decision, reason }, context) {
    const { proposal, row } = await openProposal(tx, context, adjustmentId);
    if (row.status === 'DRAFT')
      throw refuse('A_DRAFT', 'It is decided when the order is submitted. Until then it can be withdrawn.');
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
        'It is more than 10%. It counts once billing has approved it as well.',
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
