import { disputedOf } from '#db/billing/payments/card-dispute.ts';
import { type Payment, payment } from '#db/billing/payments/payment.ts';
import {
  baselessRefunds,
  EXCESS_REASON,
  requestRefund,
  retainedAmount,
  waitingRefunds,
} from '#db/billing/payments/waiting-refunds.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { judgedSpecimens } from './billed-specimens.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { type Invoice, invoice, invoiceLine } from './invoice.ts';
import { amountPaid, calculateInvoiceBalance, moneyPaid, syncOrderPaymentStatus } from './invoice-balance.ts';
import { INVOICE_LIFECYCLE, invoiceSteps } from './invoice-lifecycle.ts';
import { INVOICE_STATUS } from './invoice-status.ts';

const isEnded = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'CANCELED' || status === 'VOID';

/** Update whether the specimens of an invoice are paid: exactly while it is paid in full. */
async function markSpecimens(tx: Transaction, { id, status }: Invoice): Promise<void> {
  const paidFor = status === 'PAID_IN_FULL';
  const ids = (await tx.find(invoiceLine, { invoiceId: id })).flatMap(({ specimenIds }) => specimenIds);
  for (const one of ids.length > 0 ? await tx.find(specimen, { id: ids }) : [])
    if (one.paidFor !== paidFor) await tx.patch(specimen, one.id, { paidFor });
}

/** Return whether an invoice has work that is charged although its order was canceled (domain 8.4). */
async function chargesWork(tx: Transaction, of: Order, { id }: Invoice): Promise<boolean> {
  const on = new Set(
    (await tx.find(invoiceLine, { invoiceId: id })).flatMap(({ specimenIds }) => specimenIds),
  );
  const judgedRows = await judgedSpecimens(tx, of, of.orderClassification);
  return judgedRows.some((one) => on.has(one.id) && one.billability === 'BILLABLE');
}

/**
 * End an invoice whose money was all returned, also by a dispute, when its order is canceled or a draft
 * again.
 */
async function endRefunded(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
  payments: readonly Payment[],
): Promise<Invoice> {
  const refund = payments.find(({ kind, status }) => kind === 'REFUND' && status === 'SUCCEEDED');
  const disputed = payments.some((one) => disputedOf(one) > 0);
  if (!refund && !disputed) return row;
  if (moneyPaid(payments) !== 0 || waitingRefunds(payments) !== 0) return row;
  const of = await tx.get(order, row.orderId);
  if (of?.status !== 'CANCELED' && !(of?.status === 'DRAFT' && row.issuedAt !== null)) return row;
  // The amount that a dispute took for charged work is still owed.
  if (disputed && of.status === 'CANCELED' && (await chargesWork(tx, of, row))) return row;
  const canceled = row.issuedAt === null && INVOICE_LIFECYCLE[row.status].includes('CANCELED');
  if (!canceled && !INVOICE_LIFECYCLE[row.status].includes('VOID')) return row;
  const reason =
    refund?.reason ?? (refund ? 'Refunded' : 'The payment was disputed, and the order is canceled');
  return changeInvoiceStatus(tx, context, row, canceled ? 'CANCELED' : 'VOID', {
    event: canceled ? 'INVOICE_STATUS_CHANGED' : 'INVOICE_VOIDED',
    reason,
    fields: canceled ? {} : { voided: true, voidReason: reason },
  });
}

/** Return how much money an invoice may keep; the total of a draft order can still change. */
function owedOn(row: Invoice): number {
  if (isEnded(row)) return 0;
  return row.issuedAt === null ? Number.POSITIVE_INFINITY : row.totalDue;
}

/** Withdraw unnecessary waiting refunds and return the payments after that. */
async function withoutBaseless(
  tx: Transaction,
  row: Invoice,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const amountOwed = row.issuedAt === null ? Number.NEGATIVE_INFINITY : owedOn(row);
  const baseless = new Set(baselessRefunds(payments, amountOwed).map(({ id }) => id));
  const after: Payment[] = [];
  for (const one of payments)
    after.push(baseless.has(one.id) ? await tx.patch(payment, one.id, { status: 'CANCELED' }) : one);
  return after;
}

async function follow(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
  payments: readonly Payment[],
) {
  const { status } = calculateInvoiceBalance({ invoice: row, payments, today: context.labDay });
  const steps = invoiceSteps(row.status, status);
  if (!steps) throw new AppError('CONFLICT', cannotChange(INVOICE_STATUS, row.status, status));
  let now = row;
  for (const to of steps) now = await changeInvoiceStatus(tx, context, now, to);
  return now;
}

/**
 * Update an invoice after any change of its payments (domain 8.5): the paid amount, its status, whether its
 * specimens are paid, and an overpayment, which waits as a refund.
 */
export async function settleInvoice(
  tx: Transaction,
  context: OperationContext,
  invoiceId: string,
  excessReason = EXCESS_REASON,
): Promise<Invoice> {
  const before = await tx.get(invoice, invoiceId);
  if (!before) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const payments = await withoutBaseless(tx, before, await tx.find(payment, { invoiceId }));
  const paidAmount = amountPaid(payments);
  let row = before;
  if (row.amountPaid !== paidAmount) row = await tx.patch(invoice, invoiceId, { amountPaid: paidAmount });
  if (!isEnded(row)) row = await follow(tx, context, row, payments);
  if (!isEnded(row)) row = await endRefunded(tx, context, row, payments);
  const excess = retainedAmount(payments) - owedOn(row);
  if (excess > 0) await requestRefund(tx, context, { invoiceId, maxAmount: excess, reason: excessReason });
  await markSpecimens(tx, row);
  await syncOrderPaymentStatus(tx, row.orderId);
  return row;
}
