import { type AdjustmentRow, orderTotals, type Totals, unitPrice } from './order-totals.ts';
import { type FoundPrice, type PriceBook, type PriceQuestion, priceFor } from './price-for.ts';

/** The cost of an order if submitted now, in cents. */
export interface OrderQuote {
  count: number;
  /** Null when the service has no price. */
  price: FoundPrice | null;
  problem: string | null;
  pricePerSpecimen: number;
  discountPerSpecimen: number;
  unit: number;
  totals: Totals;
}

/**
 * Price an order (domain 8.1, 8.2) from its price book, its discount per specimen and its adjustments. A
 * price that has fallen below the discount since then does not become negative.
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
