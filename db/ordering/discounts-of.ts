import { orderTotals } from '#db/billing/order-totals.ts';
import type { OrderQuote } from '#db/billing/quote-order.ts';
import type { ApprovalFacts } from './approval-rules.ts';
import type { Submission } from './submission.ts';

type Discounts = Pick<
  ApprovalFacts,
  'listTotal' | 'discount' | 'undecidedDiscount' | 'totalBefore' | 'totalAfter'
>;

/**
 * Return the order's price by the list or its project's agreement, the discount if every proposal is
 * approved, and the unapproved part of it. The discount per specimen counts as proposed: it is entered with
 * the order.
 */
export function discountsOf({
  quote,
  adjustments,
}: {
  quote: Pick<OrderQuote, 'count' | 'pricePerSpecimen' | 'discountPerSpecimen' | 'unit'>;
  adjustments: Submission['adjustments'];
}): Discounts {
  const listTotal = quote.count * quote.pricePerSpecimen;
  const prices = Array.from({ length: quote.count }, () => quote.unit);
  const openAdjustments = adjustments.filter(({ status }) => status !== 'REJECTED');
  const all = orderTotals(
    prices,
    openAdjustments.map((row) => ({ ...row, status: 'APPROVED' as const })),
  );
  const decided = orderTotals(prices, openAdjustments);
  const ofSpecimens = quote.count * quote.discountPerSpecimen;
  return {
    listTotal,
    discount: ofSpecimens + all.discount,
    undecidedDiscount: ofSpecimens + all.discount - decided.discount,
    totalBefore: decided.total + ofSpecimens,
    totalAfter: all.total,
  };
}
