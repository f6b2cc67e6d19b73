import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Invoice } from './invoice.ts';
import { cardAmountProblem, intentKey } from './payable-amount.ts';
import { type Payment, payment } from './payment.ts';
import { settleInvoice } from './settle-invoice.ts';
import { retainedAmount } from './waiting-refunds.ts';

/**
 * Return whether the intent can still be paid. A received payment is not tried again, even after it bounced.
 */
export const isOpenCardPayment = ({ kind, status, receivedAt }: Payment): boolean =>
  kind === 'CARD' && receivedAt === null && (status === 'PENDING' || status === 'FAILED');

/**
 * Return the one open card payment of an invoice, for an amount that the server computes (domain 6.7). An
 * open one is reused, so that a second tab or a double click never makes two.
 */
export async function openCardPayment(
  tx: Transaction,
  context: OperationContext,
  { row, targetId, requestedAmount }: { row: Invoice; targetId: string; requestedAmount: number | null },
): Promise<Payment> {
  const payments = await tx.find(payment, { invoiceId: row.id });
  if (payments.some(({ status, kind }) => status === 'PROCESSING' && kind !== 'REFUND'))
    throw refuse('PAYMENT_PROCESSING', 'A payment is being processed. Wait until it is decided.');
  const balance = row.totalDue - retainedAmount(payments);
  const amount = requestedAmount ?? balance;
  const problem = balance <= 0 ? 'Nothing is due.' : cardAmountProblem(balance, amount);
  if (problem !== null) throw refuse('VALIDATION', problem);
  const open = payments.find(isOpenCardPayment);
  if (open) {
    const idempotencyKey = intentKey(targetId, amount, open.attempt);
    return open.amount === amount ? open : tx.patch(payment, open.id, { amount, idempotencyKey });
  }
  const attempt = payments.filter(({ kind }) => kind === 'CARD').length + 1;
  const newPayment = await tx.insert(payment, {
    id: context.newId(),
    invoiceId: row.id,
    kind: 'CARD',
    amount,
    status: 'PENDING',
    recordedById: context.actor.userId,
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
