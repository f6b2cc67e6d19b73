import { type Order, order } from '#db/ordering/order.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { price } from './price.ts';
import type { PriceBook } from './price-for.ts';
import { type ProjectBasedPricing, projectBasedPricing } from './project-based-pricing.ts';

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
