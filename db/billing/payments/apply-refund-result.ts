import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { PAYMENT_LIFECYCLE, type Payment, payment } from './payment.ts';

/** The status of a refund at the card processor. */
export interface RefundResult {
  /** Null when the processor refused to make one. */
  id: string | null;
  status: 'PROCESSING' | 'SUCCEEDED' | 'FAILED';
}
/** A refund as the processor lists it, in integer cents. */
export interface ReportedRefund extends RefundResult {
  id: string;
  amount: number;
  /** The key of the request; null when the refund was made at the processor itself. */
  key: string | null;
}

/** The reason of a refund that was not requested here. */
const REFUNDED_AT_PROCESSOR = 'Given back at the card processor';

/** Return the idempotency key of a refund request: a new try after a failure needs another key. */
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
    // Retries are internal to the lab; customers do not see them.
    customerVisible: succeeded,
  });
}

/** Count a refund that was withdrawn here because of a dispute, but had already been executed. */
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

/** Apply the result of a refund, once; the invoice follows. */
export async function applyRefundResult(
  tx: Transaction,
  context: OperationContext,
  row: Payment,
  result: RefundResult,
): Promise<void> {
  if (row.status === 'CANCELED') return noteWithdrawn(tx, context, row, result);
  if (row.status === result.status || !PAYMENT_LIFECYCLE[row.status].includes(result.status)) return;
  // A failed refund stays failed; the event may be older. Another try has its own id.
  if (row.status === 'FAILED' && row.providerRefundId === result.id) return;
  const after = await tx.patch(payment, row.id, {
    status: result.status,
    providerRefundId: result.id,
    ...(result.status === 'SUCCEEDED' ? { receivedAt: context.occurredAt } : {}),
  });
  await recordRefundOutcome(tx, context, after);
  await settleInvoice(tx, context, row.invoiceId);
}

/** Subtract a refund that was made at the processor itself from the invoice. */
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

/**
 * Apply the processor's list of refunds of a card payment, each once, including refunds that were not
 * requested here.
 */
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
