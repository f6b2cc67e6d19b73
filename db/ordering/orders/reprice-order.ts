import { judgedSpecimens } from '#db/billing/invoices/billed-specimens.ts';
import { invoiceLine, openInvoices } from '#db/billing/invoices/invoice.ts';
import type { DraftLine } from '#db/billing/invoices/open-invoice.ts';
import type { Totals } from '#db/billing/invoices/order-totals.ts';
import { rewriteDrafts } from '#db/billing/invoices/rewrite-drafts.ts';
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

/**
 * Remove uncharged specimens from the unissued invoices of an order, and from its total; writes nothing when
 * none of them is on one.
 */
export async function recountOrder(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const drafts = (await openInvoices(tx, row.id)).filter(({ issuedAt }) => issuedAt === null);
  if (drafts.length === 0) return;
  const lines = await tx.find(invoiceLine, { invoiceId: drafts.map(({ id }) => id) });
  const judgedRows = await judgedSpecimens(tx, row, 'STANDARD');
  const charged = new Set(
    judgedRows.filter(({ billability }) => billability !== 'NOT_BILLABLE').map(({ id }) => id),
  );
  if (lines.every(({ specimenIds }) => specimenIds.every((id) => charged.has(id)))) return;
  await repriceOrder(tx, context, row);
}
