import { invoice } from '#db/billing/invoice.ts';
import { openInvoice } from '#db/billing/open-invoice.ts';
import { openInvoices } from '#db/billing/open-invoices.ts';
import { payerOf } from '#db/billing/payer-of.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { acceptOrder } from './accept-order.ts';
import { approvalsNeeded, waitingStatus } from './approval-rules.ts';
import { askApprovals } from './ask-approvals.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { discountsOf } from './discounts-of.ts';
import { type Order, order } from './order.ts';
import { repriceOrder } from './reprice-order.ts';
import type { Submission } from './submission.ts';

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

/** Submit a checked draft: it is accepted, or waits for approvals (domain 4.1, 6.4). */
export async function submitDraft(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  owner: Company,
  submission: Submission,
): Promise<void> {
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
    data: { total: priced.total, waitsFor: neededApprovals.map(({ kind }) => kind) },
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
