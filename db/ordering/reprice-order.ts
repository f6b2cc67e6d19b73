import { judgedSpecimens } from '#db/billing/billed-specimens.ts';
import type { DraftLine } from '#db/billing/invoice-lines.ts';
import type { Totals } from '#db/billing/order-totals.ts';
import { rewriteDrafts } from '#db/billing/rewrite-drafts.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
import type { OrderStatus } from './order-status.ts';

/** Until an order is accepted, specimens may still be named. */
const NAMING_STATUSES: readonly OrderStatus[] = [
  'DRAFT',
  'PO_UNDER_REVIEW',
  'PENDING_APPROVAL',
  'ANTICIPATED',
];

type OrderCountState = Pick<Order, 'status' | 'heldFromStatus' | 'projectedSpecimenCount'>;

/** How many specimens an order is still to be given; afterwards those that it lost are not counted again. */
function unnamedSpecimenCount(
  { status, heldFromStatus, projectedSpecimenCount }: OrderCountState,
  namedCount: number,
): number {
  const currentStatus = status === 'ON_HOLD' ? heldFromStatus : status;
  return currentStatus !== null && NAMING_STATUSES.includes(currentStatus)
    ? Math.max(0, projectedSpecimenCount - namedCount)
    : 0;
}

/** For how many specimens an order is sold, of which these many are named. */
export const countSold = (row: OrderCountState, namedCount: number): number =>
  namedCount + unnamedSpecimenCount(row, namedCount);

/**
 * Works out the totals of an order anew at its own frozen prices, with its adjustments and the invoices that are not
 * issued yet. Specimens that are still to be named count at the price of one.
 */
export async function repriceOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
): Promise<{ totals: Totals; lines: readonly DraftLine[]; amountOwed: number }> {
  const specimens = await judgedSpecimens(tx, row, 'STANDARD');
  const namedCount = specimens.filter(({ status }) => status !== 'CANCELED').length;
  const salesPrice = row.pricePerSpecimen - row.discountPerSpecimen;
  return rewriteDrafts(tx, context, row, [
    ...specimens.filter(({ billability }) => billability !== 'NOT_BILLABLE'),
    ...Array.from({ length: unnamedSpecimenCount(row, namedCount) }, () => ({ id: '', salesPrice })),
  ]);
}
