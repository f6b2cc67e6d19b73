import { judgedSpecimens } from '#db/billing/billed-specimens.ts';
import type { DraftLine } from '#db/billing/invoice-lines.ts';
import type { Totals } from '#db/billing/order-totals.ts';
import { rewriteDrafts } from '#db/billing/rewrite-drafts.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
import type { OrderStatus } from './order-status.ts';

/** Statuses before acceptance, in which specimens may still be named. */
const NAMING_STATUSES: readonly OrderStatus[] = [
  'DRAFT',
  'PO_UNDER_REVIEW',
  'PENDING_APPROVAL',
  'ANTICIPATED',
];

type OrderCountState = Pick<Order, 'status' | 'heldFromStatus' | 'projectedSpecimenCount'>;

/**
 * Return the number of specimens still to be named; canceled specimens of an accepted order are not counted
 * again.
 */
function unnamedSpecimenCount(
  { status, heldFromStatus, projectedSpecimenCount }: OrderCountState,
  namedCount: number,
): number {
  const currentStatus = status === 'ON_HOLD' ? heldFromStatus : status;
  return currentStatus !== null && NAMING_STATUSES.includes(currentStatus)
    ? Math.max(0, projectedSpecimenCount - namedCount)
    : 0;
}

/** Return the number of specimens that an order is sold for, given the number of named ones. */
export const countSold = (row: OrderCountState, namedCount: number): number =>
  namedCount + unnamedSpecimenCount(row, namedCount);

/**
 * Recompute the totals of an order at its own frozen prices, with its adjustments and unissued invoices.
 * Unnamed specimens count at the price of one.
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
