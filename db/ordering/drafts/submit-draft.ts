import { invoice, openInvoices } from '#db/billing/invoices/invoice.ts';
import { openInvoice } from '#db/billing/invoices/open-invoice.ts';
import { orderTotals } from '#db/billing/invoices/order-totals.ts';
import { payerOf } from '#db/billing/invoices/payer-of.ts';
import type { OrderQuote } from '#db/billing/prices/quote-order.ts';
import type { OperationContext } from '#db/operation.ts';
import { type ApprovalFacts, approvalsNeeded, waitingStatus } from '#db/ordering/approvals/approval-rules.ts';
import { askApprovals } from '#db/ordering/approvals/ask-approvals.ts';
import { acceptOrder } from '#db/ordering/orders/accept-order.ts';
import { changeOrderStatus } from '#db/ordering/orders/change-order-status.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import type { Company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { numberOrder } from './number-order.ts';
import type { Submission } from './submission.ts';

type Discounts = Pick<
  ApprovalFacts,
  'listTotal' | 'discount' | 'undecidedDiscount' | 'totalBefore' | 'totalAfter'
>;

/**
 * Return the order's price by the list or its project's agreement, the discount if every proposal is
 * approved, and the unapproved part of it. The discount per specimen counts as proposed: it is entered with
 * the order.
 */
export function discountsOf({
  quote,
  adjustments,
}: {
  quote: Pick<OrderQuote, 'count' | 'pricePerSpecimen' | 'discountPerSpecimen' | 'unit'>;
  adjustments: Submission['adjustments'];
}): Discounts {
  const listTotal = quote.count * quote.pricePerSpecimen;
  const prices = Array.from({ length: quote.count }, () => quote.unit);
  const openAdjustments = adjustments.filter(({ status }) => status !== 'REJECTED');
  const all = orderTotals(
    prices,
    openAdjustments.map((row) => ({ ...row, status: 'APPROVED' as const })),
  );
  const decided = orderTotals(prices, openAdjustments);
  const ofSpecimens = quote.count * quote.discountPerSpecimen;
  return {
    listTotal,
    discount: ofSpecimens + all.discount,
    undecidedDiscount: ofSpecimens + all.discount - decided.discount,
    totalBefore: decided.total + ofSpecimens,
    totalAfter: all.total,
  };
}

/** Send a draft that was billed before, by card or before it was returned, to its present payer. */
async function followPayer(tx: Transaction, row: Order, owner: Company): Promise<boolean> {
  const open = await openInvoices(tx, row.id);
  const payer = await payerOf(tx, row, owner);
  for (const one of open)
    if (one.issuedAt === null && one.amountPaid === 0 && one.companyId !== payer.companyId)
      await tx.patch(invoice, one.id, payer);
  return open.length > 0;
}

/** Freeze the price of each specimen and open the invoice; a paid order has its invoice already. */
async function freezePrice(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  owner: Company,
  { quote, specimens }: Submission,
): Promise<Order> {
  for (const one of specimens)
    if (one.salesPrice !== quote.unit) await tx.patch(specimen, one.id, { salesPrice: quote.unit });
  const { pricePerSpecimen, discountPerSpecimen } = quote;
  const priced = await tx.patch(order, row.id, {
    pricePerSpecimen,
    discountPerSpecimen,
    submittedAt: context.occurredAt,
    returnReason: null,
  });
  const bill = await repriceOrder(tx, context, priced);
  if (!(await followPayer(tx, priced, owner))) await openInvoice(tx, context, priced, owner, bill);
  return { ...priced, subtotal: bill.totals.subtotal, total: bill.amountOwed };
}

/** Record in the history of the earlier order which order continues it. */
async function recordOnSourceOrder(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  if (row.sourceOrderId === null) return;
  await recordEvent(tx, context, {
    type: 'ORDER_CONTINUED',
    targetType: 'Order',
    targetId: row.sourceOrderId,
    data: { continuation: row.orderClassification, orderId: row.id, orderNumber: row.orderNumber },
    customerVisible: true,
  });
}

/** Submit a checked draft: it takes its number and is accepted, or waits for approvals (domain 4.1, 6.4). */
export async function submitDraft(
  tx: Transaction,
  context: OperationContext,
  draft: Order,
  owner: Company,
  checked: Submission,
): Promise<void> {
  const { row, specimens } = await numberOrder(tx, context, draft, checked.specimens);
  const submission = { ...checked, specimens };
  const priced = await freezePrice(tx, context, row, owner, submission);
  const neededApprovals = approvalsNeeded({
    orderType: row.orderType,
    orderClassification: row.orderClassification,
    submittedBy: context.actor.role,
    total: priced.total,
    creditLimit: owner.creditLimit,
    orderApprovalRequired: owner.orderApprovalRequired,
    ...discountsOf(submission),
  });
  await recordEvent(tx, context, {
    type: 'ORDER_SUBMITTED',
    targetType: 'Order',
    targetId: row.id,
    data: {
      orderNumber: row.orderNumber,
      total: priced.total,
      waitsFor: neededApprovals.map(({ kind }) => kind),
    },
    customerVisible: true,
  });
  await recordOnSourceOrder(tx, context, row);
  const pendingStatus = waitingStatus(neededApprovals.map(({ kind }) => kind));
  if (pendingStatus === null) {
    await acceptOrder(tx, context, priced);
    return;
  }
  await askApprovals(tx, context, row.id, neededApprovals);
  await changeOrderStatus(tx, context, priced, pendingStatus);
  for (const one of submission.specimens) await changeSpecimenStatus(tx, context, one, 'PENDING_APPROVAL');
}
