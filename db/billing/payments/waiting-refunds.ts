import { amountPaid, countedAmount } from '#db/billing/invoices/invoice-balance.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Payment, payment } from './payment.ts';

type Row = Pick<Payment, 'id' | 'kind' | 'status' | 'amount' | 'attempt' | 'createdAt' | 'deleted'> &
  Pick<Payment, 'disputedAmount' | 'refundsPaymentId'>;

/** A failed refund is still owed: billing tries it again; no second one is requested. */
const UNPAID_STATUSES: readonly Payment['status'][] = ['PENDING', 'PROCESSING', 'FAILED'];

/** Return the requested refunds that are not done yet, as a negative amount. */
export const waitingRefunds = (payments: readonly Row[]): number =>
  payments
    .filter(({ kind, status, deleted }) => kind === 'REFUND' && !deleted && UNPAID_STATUSES.includes(status))
    .reduce((sum, { amount }) => sum + amount, 0);

/** Return the paid amount that remains after all requested refunds. */
export const retainedAmount = (payments: readonly Row[]): number =>
  amountPaid(payments) + waitingRefunds(payments);

/**
 * Return the counted part of a payment without a requested refund; negative when more is requested than was
 * paid.
 */
const leftOf = (payments: readonly Row[], one: Row): number =>
  payments
    .filter(
      ({ kind, status, refundsPaymentId, deleted }) =>
        kind === 'REFUND' && !deleted && status !== 'CANCELED' && refundsPaymentId === one.id,
    )
    .reduce((remaining, { amount }) => remaining + amount, countedAmount(one));

/** Return the part of a payment that is neither refunded nor requested. */
export const refundable = (payments: readonly Row[], one: Row): number =>
  one.kind === 'REFUND' || one.kind === 'WRITE_OFF' ? 0 : Math.max(0, leftOf(payments, one));

/** The reasons of automatic refunds. */
export const EXCESS_REASON = 'More was paid than was due';
export const NOT_CHARGED_REASON = 'Specimens were paid for that are not charged';
const AUTOMATIC_REASONS: readonly (string | null)[] = [EXCESS_REASON, NOT_CHARGED_REASON];

type Waiting = Row & Pick<Payment, 'reason'>;

/**
 * Return the refunds that are not needed any more: their payment was not received after all. A manual refund
 * of an overpayment is dropped too once nothing is overpaid.
 */
export function baselessRefunds(payments: readonly Waiting[], amountOwed: number): Waiting[] {
  const paymentById = new Map(payments.map((one) => [one.id, one]));
  const waiting = payments.filter(
    ({ kind, status, deleted }) =>
      kind === 'REFUND' && !deleted && (status === 'PENDING' || status === 'FAILED'),
  );
  const of = (one: Waiting) => paymentById.get(one.refundsPaymentId ?? '');
  const baseless = waiting.filter((one) => {
    const back = of(one);
    return back !== undefined && back.status !== 'SUCCEEDED' && leftOf(payments, back) < 0;
  });
  const short = (without: readonly Waiting[]): boolean =>
    retainedAmount(payments.filter((one) => !without.includes(one))) < amountOwed;
  for (const one of waiting) {
    // A card refund may be on its way already, unless it failed.
    const onItsWay = of(one)?.kind === 'CARD' && one.status === 'PENDING';
    if (baseless.includes(one) || onItsWay || !AUTOMATIC_REASONS.includes(one.reason)) continue;
    if (short(baseless)) baseless.push(one);
  }
  return baseless;
}

/** Plan refunds up to an amount from the payments of an invoice, the newest first. */
export function planRefunds<One extends Row>(
  payments: readonly One[],
  maxAmount: number,
): { payment: One; amount: number }[] {
  const newest = [...payments].sort(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.attempt - a.attempt || (a.id < b.id ? 1 : -1),
  );
  let remaining = maxAmount;
  return newest.flatMap((one) => {
    const amount = Math.min(remaining, refundable(payments, one));
    if (amount <= 0) return [];
    remaining -= amount;
    return [{ payment: one, amount }];
  });
}

/**
 * Request refunds up to an amount from the payments of an invoice, the newest first; each waits until it is
 * given.
 */
export async function requestRefund(
  tx: Transaction,
  context: OperationContext,
  { invoiceId, maxAmount, reason }: { invoiceId: string; maxAmount: number; reason: string },
): Promise<void> {
  const payments = await tx.find(payment, { invoiceId });
  for (const { payment: one, amount } of planRefunds(payments, maxAmount))
    await tx.insert(payment, {
      id: context.newId(),
      invoiceId,
      kind: 'REFUND',
      amount: -amount,
      status: 'PENDING',
      refundsPaymentId: one.id,
      recordedById: context.actor.userId === '' ? null : context.actor.userId,
      reason,
      attempt: 1,
    });
}
