import {
  type AdjustmentRow,
  orderTotals,
  type Totals,
  unitPrice,
} from '#db/billing/invoices/order-totals.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ProjectBasedPricing, price, projectBasedPricing } from './price.ts';
import { type FoundPrice, type PriceBook, type PriceQuestion, priceFor } from './price-for.ts';

type Priced = Pick<Order, 'id' | 'companyId' | 'protocolId' | 'projectId'>;

/** Return the number of specimens of other orders of the project that were already sold at this price. */
async function usedOf(tx: Transaction, agreed: ProjectBasedPricing, row: Priced): Promise<number> {
  const { companyId, protocolId } = row;
  const orders = (await tx.find(order, { companyId, protocolId })).filter(
    (one) =>
      one.id !== row.id &&
      one.projectId === agreed.projectId &&
      one.submittedAt !== null &&
      one.status !== 'CANCELED' &&
      one.pricePerSpecimen === agreed.amount,
  );
  if (orders.length === 0) return 0;
  const specimens = await tx.find(specimen, { orderId: orders.map(({ id }) => id) });
  return specimens.filter(({ status }) => status !== 'CANCELED').length;
}

/**
 * Return everything that may price an order: the list prices of its protocol and the agreements of its
 * project.
 */
export async function priceBookOf(tx: Transaction, row: Priced): Promise<PriceBook> {
  const prices = await tx.find(price, { protocolId: row.protocolId });
  if (row.projectId === null) return { prices, projectPrices: [] };
  const agreed = (await tx.find(projectBasedPricing, { projectId: row.projectId })).filter(
    ({ protocolId }) => protocolId === row.protocolId,
  );
  const projectPrices = [];
  for (const one of agreed) projectPrices.push({ ...one, used: await usedOf(tx, one, row) });
  return { prices, projectPrices };
}

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
