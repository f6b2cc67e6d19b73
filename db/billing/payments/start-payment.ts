import type { Invoice } from '#db/billing/invoices/invoice.ts';
import { PAYABLE_STATUSES } from '#db/billing/invoices/invoice-lifecycle.ts';
import { openedInvoice } from '#db/billing/invoices/opened-billing.ts';
import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { readSubmission } from '#db/ordering/drafts/submission.ts';
import { submitProblems } from '#db/ordering/drafts/submit-problems.ts';
import { openDraft } from '#db/ordering/orders/order-access-scope.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { billDraft, TOTAL_CHANGED } from './draft-bill.ts';
import { cardAmountProblem, intentKey } from './payable-amount.ts';
import { type Payment, payment } from './payment.ts';
import { InvoicePaymentForm, OrderPaymentForm } from './payment-form.ts';
import { retainedAmount } from './waiting-refunds.ts';

/**
 * Return whether the intent can still be paid. A received payment is not tried again, even after it bounced.
 */
const isOpenCardPayment = ({ kind, status, receivedAt }: Payment): boolean =>
  kind === 'CARD' && receivedAt === null && (status === 'PENDING' || status === 'FAILED');

/**
 * Return the one open card payment of an invoice, for an amount that the server computes (domain 6.7). An
 * open one is reused, so that a second tab or a double click never makes two.
 */
export async function openCardPayment(
  tx: Transaction,
  context: OperationContext,
  {
    row,
    targetId,
    requestedAmount,
    saveCard = false,
  }: { row: Invoice; targetId: string; requestedAmount: number | null; saveCard?: boolean },
): Promise<Payment> {
  const payments = await tx.find(payment, { invoiceId: row.id });
  if (payments.some(({ status, kind }) => status === 'PROCESSING' && kind !== 'REFUND'))
    throw refuse('PAYMENT_PROCESSING', 'A payment is being processed. Wait until it is decided.');
  const balance = row.totalDue - retainedAmount(payments);
  const amount = requestedAmount ?? balance;
  const problem = balance <= 0 ? 'Nothing is due.' : cardAmountProblem(balance, amount);
  if (problem !== null) throw refuse('VALIDATION', problem);
  const open = payments.find(isOpenCardPayment);
  const cardConsentById = saveCard ? context.actor.userId : null;
  if (open) {
    const idempotencyKey = intentKey(targetId, amount, open.attempt);
    return open.amount === amount && open.cardConsentById === cardConsentById
      ? open
      : tx.patch(payment, open.id, { amount, idempotencyKey, cardConsentById });
  }
  const attempt = payments.filter(({ kind }) => kind === 'CARD').length + 1;
  const newPayment = await tx.insert(payment, {
    id: context.newId(),
    invoiceId: row.id,
    kind: 'CARD',
    amount,
    status: 'PENDING',
    recordedById: context.actor.userId,
    cardConsentById,
    idempotencyKey: intentKey(targetId, amount, attempt),
    attempt,
  });
  await recordEvent(tx, context, {
    type: 'PAYMENT_STARTED',
    targetType: 'Invoice',
    targetId: row.id,
    data: { amount, paymentId: newPayment.id },
    customerVisible: true,
  });
  await settleInvoice(tx, context, row.id);
  return newPayment;
}

/** Start a card payment of an invoice, in whole or in part (domain 6.7). */
export const startPayment = defineOperation({
  name: 'start-payment',
  version: 1,
  kind: 'intent',
  title: 'Start payment',
  grant: 'create-payment-intent:create',
  args: InvoicePaymentForm,
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, amount, saveCard }, context) {
    const row = await openedInvoice(tx, context, invoiceId);
    if (row.status === 'PROCESSING')
      throw refuse('PAYMENT_PROCESSING', 'A payment is being processed. Wait until it is decided.');
    // The payment of an order that is not accepted yet follows the order.
    if (!PAYABLE_STATUSES.some((status) => status === row.status) || row.issuedAt === null)
      throw refuse('NOT_PAYABLE', 'This invoice cannot be paid now.');
    await openCardPayment(tx, context, { row, targetId: invoiceId, requestedAmount: amount, saveCard });
    return applied;
  },
});

/**
 * Start the card payment of a draft that waits only for its payment; once paid it is submitted (domain 6.7).
 */
export const startOrderPayment = defineOperation({
  name: 'start-order-payment',
  version: 1,
  kind: 'intent',
  title: 'Pay for order',
  grant: 'create-online-payment-intent:create',
  args: OrderPaymentForm,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, seenTotal, saveCard }, context) {
    const { row, owner } = await openDraft(tx, context, orderId);
    if (row.orderType !== 'ONLINE')
      throw refuse('NOT_PAYABLE', 'This order is not paid by card. Submit it for review.');
    const submission = await readSubmission(tx, context, row, owner);
    const { total } = submission.quote.totals;
    if (submission.facts.isPaid) throw refuse('ALREADY_PAID', 'This order is paid. Submit it now.');
    const problems = submitProblems({ ...submission.facts, isPaid: true });
    if (problems.length > 0)
      throw new AppError(
        'VALIDATION',
        MESSAGES.fixForm,
        problems.map(({ field, message }) => ({ path: field, message })),
      );
    if (seenTotal !== null && seenTotal !== total) throw refuse('TOTAL_CHANGED', TOTAL_CHANGED);
    const bill = await billDraft(tx, context, { row, owner, submission });
    await openCardPayment(tx, context, { row: bill, targetId: orderId, requestedAmount: null, saveCard });
    return applied;
  },
});
