import { z } from 'zod';
import { applied, defineOperation, warned } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { addsFees } from './adds-fees.ts';
import { AdjustmentForm } from './adjustment-form.ts';
import { openForAdjustment, settleAdjustment } from './open-for-adjustment.ts';
import { type PriceAdjustment, priceAdjustment } from './price-adjustment.ts';

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
        ? 'It is decided when the order is submitted.'
        : 'It counts once somebody else has approved it.',
    );
  },
});
