import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { orderName } from '#db/values/order-name.ts';
import { type Order, order } from './order.ts';
import type { OrderStatus } from './order-status.ts';

/** The statuses in which a rework order repeats nothing yet, or nothing any more. */
export const NOT_ACCEPTED: readonly OrderStatus[] = [
  'DRAFT',
  'PO_UNDER_REVIEW',
  'PENDING_APPROVAL',
  'CANCELED',
];

/** Return whether an order is a rework that the lab has accepted. */
export const isAcceptedRework = ({
  orderClassification,
  status,
}: Pick<Order, 'orderClassification' | 'status'>): boolean =>
  orderClassification === 'REWORK' && !NOT_ACCEPTED.includes(status);

/**
 * Return the numbers of the accepted rework orders that repeat specimens of an order, by repeated specimen. A
 * reset specimen among them counts as finished for its own order (domain D33).
 */
export async function acceptedRepeats(tx: Transaction, orderId: string): Promise<Map<string, string>> {
  const numbers = new Map(
    (await tx.find(order, { sourceOrderId: orderId }))
      .filter(isAcceptedRework)
      .map((row) => [row.id, orderName(row)]),
  );
  if (numbers.size === 0) return new Map();
  const rows = await tx.find(specimen, { orderId: [...numbers.keys()].sort() });
  return new Map(
    rows.flatMap(({ sourceSpecimenId, orderId: repeatId, status }) =>
      sourceSpecimenId !== null && status !== 'CANCELED'
        ? [[sourceSpecimenId, numbers.get(repeatId) ?? '']]
        : [],
    ),
  );
}
