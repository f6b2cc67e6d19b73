import { billRest } from '#db/billing/invoices/bill-rest.ts';
import { judgedSpecimens } from '#db/billing/invoices/billed-specimens.ts';
import { openInvoices } from '#db/billing/invoices/invoice.ts';
import { rewriteDrafts } from '#db/billing/invoices/rewrite-drafts.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { countSold, repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { adjustmentStop, takesIntakeFee } from './adjustment-actions.ts';
import { type PriceAdjustment, priceAdjustment } from './price-adjustment.ts';

/**
 * Add a fee charged after a cancellation to an invoice: to the draft of the work that is still charged, or to
 * a new draft.
 */
async function chargeAfterCancel(tx: Transaction, context: OperationContext, row: Order): Promise<number> {
  const judgedRows = await judgedSpecimens(tx, row, row.orderClassification);
  const billed = judgedRows.filter(({ billability }) => billability === 'BILLABLE');
  const { totals, lines, amountOwed } = await rewriteDrafts(tx, context, row, billed);
  await billRest(tx, context, row, { totals, lines });
  return amountOwed;
}

/**
 * Return the order of an adjustment while its price may change; for a fee also a received order that was then
 * canceled.
 */
export async function openForAdjustment(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  fee = false,
): Promise<Order> {
  const { row } = await openOrder(tx, context, orderId);
  if (fee && takesIntakeFee(context.actor.role, row)) return row;
  const stop = adjustmentStop(row.status);
  if (stop === 'CLOSED')
    throw refuse(
      'TRANSITION_NOT_ALLOWED',
      `The price cannot be changed any more: the order is “${ORDER_STATUS[row.status].label}”.`,
    );
  if (stop === 'DECIDING')
    throw refuse('WAITS_FOR_APPROVAL', 'The order needs approval. Decide that first, or return the order.');
  const invoices = await openInvoices(tx, orderId);
  if (invoices.length > 0 && invoices.every(({ issuedAt }) => issuedAt !== null))
    throw refuse(
      'INVOICE_ISSUED',
      'The invoice of this order is issued. Void it and correct it to change the price.',
    );
  return row;
}

/** Return an undecided adjustment with its order. */
export async function openProposal(
  tx: Transaction,
  context: OperationContext,
  adjustmentId: string,
): Promise<{ proposal: PriceAdjustment; row: Order }> {
  const proposal = await tx.get(priceAdjustment, adjustmentId);
  if (!proposal || proposal.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const row = await openForAdjustment(tx, context, proposal.orderId);
  if (proposal.status !== 'PROPOSED')
    throw refuse('ALREADY_DECIDED', 'Somebody has decided this already. Load the page again to see how.');
  return { proposal, row };
}

/**
 * Return the gross price of the specimens of an order and the discount on each. A draft has no price yet:
 * compute it.
 */
export async function listTotalOf(
  tx: Transaction,
  row: Order,
): Promise<{ listTotal: number; ofSpecimens: number }> {
  const sold = countSold(row, (await activeSpecimens(tx, row.id)).length);
  return { listTotal: row.pricePerSpecimen * sold, ofSpecimens: row.discountPerSpecimen * sold };
}

const totalAfter = async (tx: Transaction, context: OperationContext, row: Order): Promise<number> =>
  row.status === 'CANCELED'
    ? chargeAfterCancel(tx, context, row)
    : (await repriceOrder(tx, context, row)).amountOwed;

/** Write the decision about an adjustment; recompute the total of a submitted order and its draft invoice. */
export async function settleAdjustment(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  { id, label, type, percentBps, amount }: PriceAdjustment,
  change: 'PROPOSED' | 'AGREED' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN',
  reason: string | null,
): Promise<void> {
  const counts = change === 'APPROVED' && row.status !== 'DRAFT';
  const total = counts ? await totalAfter(tx, context, row) : row.total;
  await recordEvent(tx, context, {
    type: 'PRICE_ADJUSTED',
    targetType: 'Order',
    targetId: row.id,
    data: {
      act: change,
      adjustmentId: id,
      label,
      type,
      percentBps,
      amount,
      from: row.total,
      to: total,
      // Customers see that the price changed, but not why.
      ...(reason === null ? {} : { [counts ? INTERNAL_REASON : 'reason']: reason }),
    },
    customerVisible: counts,
  });
}
