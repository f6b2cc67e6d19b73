import { judgedSpecimens } from '#db/billing/billed-specimens.ts';
import type { DraftLine } from '#db/billing/invoice-lines.ts';
import type { Totals } from '#db/billing/order-totals.ts';
import { rewriteDrafts } from '#db/billing/rewrite-drafts.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
import type { OrderStatus } from './order-status.ts';

/** Until an order is accepted, specimens may still be named. */
const STILL_NAMED: readonly OrderStatus[] = ['DRAFT', 'PO_UNDER_REVIEW', 'PENDING_APPROVAL', 'ANTICIPATED'];

type Standing = Pick<Order, 'status' | 'heldFromStatus' | 'projectedSpecimenCount'>;

/** How many specimens an order is still to be given; afterwards those that it lost are not counted again. */
function stillToName({ status, heldFromStatus, projectedSpecimenCount }: Standing, named: number): number {
  const standing = status === 'ON_HOLD' ? heldFromStatus : status;
  return standing !== null && STILL_NAMED.includes(standing)
    ? Math.max(0, projectedSpecimenCount - named)
    : 0;
}

/** For how many specimens an order is sold, of which these many are named. */
export const countSold = (row: Standing, named: number): number => named + stillToName(row, named);

/**
 * Works out the totals of an order anew at its own frozen prices, with its adjustments and the invoices that are not
 * issued yet. Specimens that are still to be named count at the price of one.
 */
export async function repriceOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
): Promise<{ totals: Totals; lines: readonly DraftLine[]; owed: number }> {
  const specimens = await judgedSpecimens(tx, row, 'STANDARD');
  const named = specimens.filter(({ status }) => status !== 'CANCELED').length;
  const salesPrice = row.pricePerSpecimen - row.discountPerSpecimen;
  return rewriteDrafts(tx, context, row, [
    ...specimens.filter(({ billability }) => billability !== 'NOT_BILLABLE'),
    ...Array.from({ length: stillToName(row, named) }, () => ({ id: '', salesPrice })),
  ]);
}
