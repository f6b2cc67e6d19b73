import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { amountPaid } from './invoice-standing.ts';
import { type Payment, payment } from './payment.ts';

type Row = Pick<Payment, 'id' | 'kind' | 'status' | 'amount' | 'attempt' | 'createdAt' | 'deleted'> &
  Pick<Payment, 'refundsPaymentId'>;

/** A refund that failed is still owed: billing tries it again, it is not asked for a second time. */
const OWED: readonly Payment['status'][] = ['PENDING', 'PROCESSING', 'FAILED'];

/** What is asked to be given back and has not gone yet, as a negative amount. */
export const waitingRefunds = (payments: readonly Row[]): number =>
  payments
    .filter(({ kind, status, deleted }) => kind === 'REFUND' && !deleted && OWED.includes(status))
    .reduce((sum, { amount }) => sum + amount, 0);

/** What stays once everything is given back that is asked for. */
export const amountKept = (payments: readonly Row[]): number =>
  amountPaid(payments) + waitingRefunds(payments);

/** What of a payment has neither gone back nor been asked back. */
export function refundable(payments: readonly Row[], one: Row): number {
  if (one.status !== 'SUCCEEDED' || one.deleted || one.kind === 'REFUND' || one.kind === 'WRITE_OFF')
    return 0;
  const back = payments.filter(
    ({ kind, status, refundsPaymentId, deleted }) =>
      kind === 'REFUND' && !deleted && status !== 'CANCELED' && refundsPaymentId === one.id,
  );
  return back.reduce((left, { amount }) => left + amount, one.amount);
}

/** Why money goes back that was not asked for by anybody. */
export const EXCESS_REASON = 'More was paid than was due';
export const NOT_CHARGED_REASON = 'Specimens were paid for that are not charged';
const BY_ITSELF: readonly (string | null)[] = [EXCESS_REASON, NOT_CHARGED_REASON];

type Waiting = Row & Pick<Payment, 'reason'>;

/**
 * Refunds that wait for nothing any more: their payment did not come after all. One that is given by hand and was only
 * asked for because too much was paid falls too, once that is not so.
 */
export function baselessRefunds(payments: readonly Waiting[], owed: number): Waiting[] {
  const paid = new Map(payments.map((one) => [one.id, one]));
  const waiting = payments.filter(
    ({ kind, status, deleted }) =>
      kind === 'REFUND' && !deleted && (status === 'PENDING' || status === 'FAILED'),
  );
  const of = (one: Waiting) => paid.get(one.refundsPaymentId ?? '');
  const gone = waiting.filter((one) => of(one) !== undefined && of(one)?.status !== 'SUCCEEDED');
  const short = (without: readonly Waiting[]): boolean =>
    amountKept(payments.filter((one) => !without.includes(one))) < owed;
  for (const one of waiting) {
    // What goes back to a card may be on its way already, unless it failed.
    const onItsWay = of(one)?.kind === 'CARD' && one.status === 'PENDING';
    if (gone.includes(one) || onItsWay || !BY_ITSELF.includes(one.reason)) continue;
    if (short(gone)) gone.push(one);
  }
  return gone;
}

/** Asks up to an amount back from the payments of an invoice, the newest first; each waits until it is given. */
export async function askBack(
  tx: Transaction,
  context: OperationContext,
  { invoiceId, most, reason }: { invoiceId: string; most: number; reason: string },
): Promise<void> {
  const payments = await tx.find(payment, { invoiceId });
  const newest = [...payments].sort(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.attempt - a.attempt || (a.id < b.id ? 1 : -1),
  );
  let left = most;
  for (const one of newest) {
    const amount = Math.min(left, refundable(payments, one));
    if (amount <= 0) continue;
    left -= amount;
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
}
