import { type AdjustmentRow, orderTotals, type Totals, unitPrice } from './order-totals.ts';
import { type FoundPrice, type PriceBook, type PriceQuestion, priceFor } from './price-for.ts';

/** What an order costs if it is submitted now, in cents. */
export interface OrderQuote {
  count: number;
  /** Null while the service has no price. */
  price: FoundPrice | null;
  problem: string | null;
  pricePerSpecimen: number;
  discountPerSpecimen: number;
  unit: number;
  totals: Totals;
}

/**
 * Prices an order (domain 8.1, 8.2) from its price book, its discount for each specimen and its adjustments. A price that
 * has fallen below the discount since is not undercut.
 */
export function quoteOrder(
  book: PriceBook,
  question: PriceQuestion,
  discountPerSpecimen: number,
  adjustments: readonly AdjustmentRow[],
): OrderQuote {
  const foundPrice = priceFor(book, question);
  const price = 'problem' in foundPrice ? null : foundPrice;
  const pricePerSpecimen = price?.amount ?? 0;
  const discount = Math.min(discountPerSpecimen, pricePerSpecimen);
  const unit = unitPrice(pricePerSpecimen, discount);
  return {
    count: question.count,
    price,
    problem: 'problem' in foundPrice ? foundPrice.problem : null,
    pricePerSpecimen,
    discountPerSpecimen: discount,
    unit,
    totals: orderTotals(
      Array.from({ length: question.count }, () => unit),
      adjustments,
    ),
  };
}
