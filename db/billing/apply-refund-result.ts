import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Payment, payment } from './payment.ts';
import { PAYMENT_LIFECYCLE } from './payment-lifecycle.ts';
import { settleInvoice } from './settle-invoice.ts';

/** What the card processor says of a refund. */
export interface RefundResult {
  /** Null where the processor refused to make one. */
  id: string | null;
  status: 'PROCESSING' | 'SUCCEEDED' | 'FAILED';
}
/** A refund as the processor lists it, in integer cents. */
export interface ReportedRefund extends RefundResult {
  id: string;
  amount: number;
  /** Under which it was asked for; null when it was given at the processor itself. */
  key: string | null;
}

/** Why money went back that nobody asked for here. */
export const REFUNDED_AT_PROCESSOR = 'Given back at the card processor';

/** Under which a refund is asked for: trying it again after it failed asks for another one. */
export const refundKey = ({ id, attempt }: Pick<Payment, 'id' | 'attempt'>): string =>
  `refund:${id}:${attempt}`;

async function recordRefundOutcome(tx: Transaction, context: OperationContext, row: Payment): Promise<void> {
  const { id: paymentId, invoiceId, status, reason } = row;
  if (status !== 'SUCCEEDED' && status !== 'FAILED') return;
  const succeeded = status === 'SUCCEEDED';
  await recordEvent(tx, context, {
    type: succeeded ? 'PAYMENT_REFUNDED' : 'PAYMENT_FAILED',
    targetType: 'Invoice',
    targetId: invoiceId,
    data: { paymentId, kind: 'REFUND', amount: -row.amount, ...(reason === null ? {} : { reason }) },
    // That it is tried again is the lab's matter.
    customerVisible: succeeded,
  });
}

/** A refund that was withdrawn here, because a dispute took its payment, and had been given by then: it did go. */
async function noteWithdrawn(
  tx: Transaction,
  context: OperationContext,
  row: Payment,
  { id, status }: RefundResult,
): Promise<void> {
  if (id === null || status === 'FAILED' || row.providerRefundId === id) return;
  const [known] = await tx.find(payment, { providerRefundId: id });
  if (known) return applyRefundResult(tx, context, known, { id, status });
  const { invoiceId, amount, refundsPaymentId, reason } = row;
  const refundPayment = await tx.insert(payment, {
    id: context.newId(),
    invoiceId,
    kind: 'REFUND',
    amount,
    status,
    refundsPaymentId,
    providerRefundId: id,
    receivedAt: status === 'SUCCEEDED' ? context.occurredAt : null,
    reason,
    attempt: 1,
  });
  await recordRefundOutcome(tx, context, refundPayment);
  await settleInvoice(tx, context, invoiceId);
}

/** Applies what became of a refund, once; the invoice follows. */
export async function applyRefundResult(
  tx: Transaction,
  context: OperationContext,
  row: Payment,
  result: RefundResult,
): Promise<void> {
  if (row.status === 'CANCELED') return noteWithdrawn(tx, context, row, result);
  if (row.status === result.status || !PAYMENT_LIFECYCLE[row.status].includes(result.status)) return;
  // A refund that failed stays so; what is told of it may be older. Another try has an id of its own.
  if (row.status === 'FAILED' && row.providerRefundId === result.id) return;
  const after = await tx.patch(payment, row.id, {
    status: result.status,
    providerRefundId: result.id,
    ...(result.status === 'SUCCEEDED' ? { receivedAt: context.occurredAt } : {}),
  });
  await recordRefundOutcome(tx, context, after);
  await settleInvoice(tx, context, row.invoiceId);
}

/** Money that was given back at the processor itself is gone from the invoice too. */
async function recordExternalRefund(
  tx: Transaction,
  context: OperationContext,
  paymentRow: Payment,
  { id, status, amount }: ReportedRefund,
): Promise<void> {
  const row = await tx.insert(payment, {
    id: context.newId(),
    invoiceId: paymentRow.invoiceId,
    kind: 'REFUND',
    amount: -amount,
    status,
    refundsPaymentId: paymentRow.id,
    providerRefundId: id,
    receivedAt: status === 'SUCCEEDED' ? context.occurredAt : null,
    reason: REFUNDED_AT_PROCESSOR,
    attempt: 1,
  });
  await recordRefundOutcome(tx, context, row);
  await settleInvoice(tx, context, paymentRow.invoiceId);
}

/** Applies what the processor lists of refunds of a card payment, each once, also those that nobody asked for here. */
export async function applyRefunds(
  tx: Transaction,
  context: OperationContext,
  paymentRow: Payment,
  refunds: readonly ReportedRefund[],
): Promise<void> {
  for (const reportedRefund of refunds) {
    const known = (await tx.find(payment, { refundsPaymentId: paymentRow.id })).find(
      (one) =>
        one.providerRefundId === reportedRefund.id ||
        (reportedRefund.key !== null && refundKey(one) === reportedRefund.key),
    );
    if (known) await applyRefundResult(tx, context, known, reportedRefund);
    else if (reportedRefund.key === null && reportedRefund.status !== 'FAILED')
      await recordExternalRefund(tx, context, paymentRow, reportedRefund);
  }
}
