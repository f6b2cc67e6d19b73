import { openedInvoice } from '#db/billing/invoices/opened-billing.ts';
import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { moneyText } from '#db/values/money.ts';
import { assertPaymentTransition, type Payment, payment } from './payment.ts';
import { RefundForm } from './payment-form.ts';
import { refundable } from './waiting-refunds.ts';

interface RefundInput {
  amount: number;
  reason: string;
  reference: string | null;
}

/** Record a refund that was given by hand in the history. */
export async function recordRefundPaid(
  tx: Transaction,
  context: OperationContext,
  row: Payment,
): Promise<void> {
  await recordEvent(tx, context, {
    type: 'PAYMENT_REFUNDED',
    targetType: 'Invoice',
    targetId: row.invoiceId,
    data: { paymentId: row.id, amount: -row.amount, reason: row.reason },
    customerVisible: true,
  });
}

/**
 * Give a waiting refund: a failed card refund is tried again at the processor, others are given by hand now.
 */
async function finishWaiting(
  tx: Transaction,
  context: OperationContext,
  waiting: Payment,
  { amount, reason, reference }: RefundInput,
): Promise<void> {
  if (waiting.status !== 'PENDING' && waiting.status !== 'FAILED')
    throw refuse('ALREADY_REFUNDED', 'This has been given back already. Load the page again.');
  if (amount !== -waiting.amount)
    throw refuse('VALIDATION', `The pending refund is ${moneyText(-waiting.amount)}. Give back all of it.`);
  const paymentRow = waiting.refundsPaymentId ? await tx.get(payment, waiting.refundsPaymentId) : undefined;
  const byCard = paymentRow?.kind === 'CARD';
  if (byCard && waiting.status === 'PENDING')
    throw refuse('GIVEN_BY_CARD', 'Refunded to the card automatically within minutes.');
  const status = byCard ? 'PENDING' : 'SUCCEEDED';
  assertPaymentTransition(waiting.status, status);
  const row = await tx.patch(payment, waiting.id, {
    status,
    // With the key of the failed attempt the processor would only repeat the failure.
    ...(byCard ? { attempt: waiting.attempt + 1, providerRefundId: null } : {}),
    reason: waiting.reason ?? reason,
    reference,
    recordedById: context.actor.userId,
    receivedAt: byCard ? null : context.occurredAt,
  });
  if (!byCard) await recordRefundPaid(tx, context, row);
}

/** Return received money: to a card by the processor, otherwise by hand. */
async function giveBack(
  tx: Transaction,
  context: OperationContext,
  paymentRow: Payment,
  { amount, reason, reference }: RefundInput,
): Promise<void> {
  const payments = await tx.find(payment, { invoiceId: paymentRow.invoiceId });
  const refundableAmount = refundable(payments, paymentRow);
  if (amount > refundableAmount)
    throw refuse(
      'VALIDATION',
      `Only ${moneyText(Math.max(0, refundableAmount))} of this payment can be given back.`,
    );
  const byCard = paymentRow.kind === 'CARD';
  const row = await tx.insert(payment, {
    id: context.newId(),
    invoiceId: paymentRow.invoiceId,
    kind: 'REFUND',
    amount: -amount,
    status: byCard ? 'PENDING' : 'SUCCEEDED',
    refundsPaymentId: paymentRow.id,
    recordedById: context.actor.userId,
    receivedAt: byCard ? null : context.occurredAt,
    reference,
    reason,
    attempt: 1,
  });
  if (!byCard) await recordRefundPaid(tx, context, row);
}

/** Refund a payment, in whole or in part; `args` name the payment or the waiting refund (domain 8.5). */
export const recordRefund = defineOperation({
  name: 'record-refund',
  version: 1,
  kind: 'intent',
  title: 'Record refund',
  grant: 'billing/invoice:update',
  args: RefundForm.extend({ invoiceId: Id }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, paymentId, ...refundInput }, context) {
    const row = await openedInvoice(tx, context, invoiceId);
    const namedPayment = await tx.get(payment, paymentId);
    if (!namedPayment || namedPayment.deleted || namedPayment.invoiceId !== row.id)
      throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (namedPayment.kind === 'REFUND') await finishWaiting(tx, context, namedPayment, refundInput);
    else await giveBack(tx, context, namedPayment, refundInput);
    await settleInvoice(tx, context, invoiceId);
    return applied;
  },
});
