import type { Invoice } from '#db/billing/invoices/invoice.ts';
import { applyPaymentResult, type PaymentResult } from '#db/billing/payments/apply-payment-result.ts';
import { DISPUTE_CODES } from '#db/billing/payments/card-dispute.ts';
import { type Payment, payment } from '#db/billing/payments/payment.ts';
import { startPayment } from '#db/billing/payments/start-payment.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { type Bench, inOffice } from './billing-bench.ts';

/** A dispute at the card processor; `heard` is true once the lab received it. */
interface BankDispute {
  state: 'open' | 'won' | 'lost';
  amount: number;
  isReported: boolean;
}

/** The money that moved outside the lab: its bank and the card processor, kept apart from the rows. */
export interface Bank {
  received: number;
  writtenOff: number;
  wentBack: number;
  /** By the disputed payment. */
  disputes: Map<string, BankDispute>;
}

/** Return a bank without transactions. */
export const newBank = (): Bank => ({ received: 0, writtenOff: 0, wentBack: 0, disputes: new Map() });

/** Return the money by all events that the lab has received. */
export const heldBy = ({ received, writtenOff, wentBack, disputes }: Bank): number =>
  [...disputes.values()].reduce(
    (balance, { state, amount, isReported }) => (state === 'won' || !isReported ? balance : balance - amount),
    received + writtenOff - wentBack,
  );

/** Return a random row. */
export const pick = <T>(rows: readonly T[], index: number): T | undefined =>
  rows.length === 0 ? undefined : rows[index % rows.length];

/** The invoice and drawn values of a move. */
export interface MoveInput {
  bench: Bench;
  bank: Bank;
  one: Invoice;
  which: number;
  amount: number;
  n: number;
}

/** Return the payments of an invoice. */
export const paymentsOf = ({ bench, one }: Pick<MoveInput, 'bench' | 'one'>): Payment[] =>
  bench.world.select(payment, { invoiceId: one.id });

/** Deliver the card processor's result of a payment. */
export async function webhook(move: MoveInput, status: PaymentResult['status']): Promise<void> {
  const { bench, bank, which: index } = move;
  const row = pick(
    paymentsOf(move).filter(({ kind }) => kind === 'CARD'),
    index,
  );
  // Events of a dispute report a payment that was received and disputed, below.
  if (!row || (row.receivedAt !== null && status === 'FAILED') || bank.disputes.has(row.id)) return;
  const before = row.status;
  const paymentResult = { status, amountReceived: row.amount, failureCode: 'declined', disputedAmount: null };
  await bench.within((tx, context) => applyPaymentResult(tx, context, row, paymentResult));
  const after = bench.world.one(payment, row.id);
  if (before !== 'SUCCEEDED' && after?.status === 'SUCCEEDED') bank.received += after.amount;
}

/** Pay issued balances by card at once, so that there is much to dispute and to refund. */
export async function payByCard(bench: Bench, bank: Bank): Promise<void> {
  const unpaidInvoices = bench
    .invoices()
    .filter(({ issuedAt, totalDue }) => issuedAt !== null && totalDue >= 50);
  for (const one of unpaidInvoices) {
    await runRule(bench.world, startPayment, { invoiceId: one.id, amount: null }, inOffice());
    await webhook({ bench, bank, one, which: 0, amount: 0, n: 0 }, 'SUCCEEDED');
  }
}

/** Return the refunds of a card payment at its processor. */
export const backOf = ({ world }: Bench, { id }: Payment): number =>
  world
    .select(payment, { refundsPaymentId: id })
    .filter(({ status }) => status === 'SUCCEEDED')
    .reduce((sum, { amount }) => sum - amount, 0);

/** Return the amount that a dispute of a payment withholds now. */
export function disputedAmountOf({ disputes }: Bank, id: string): number {
  const of = disputes.get(id);
  return of === undefined || of.state === 'won' ? 0 : of.amount;
}

/** Deliver the state of a payment's dispute, once or twice; a won one is delivered as paid. */
async function reportDispute({ bench, bank, n }: MoveInput, id: string): Promise<void> {
  const of = bank.disputes.get(id);
  for (let time = 0; of && time <= n % 2; time += 1) {
    const row = bench.world.one(payment, id);
    if (!row) return;
    const { state, amount: disputedAmount } = of;
    const paymentResult: PaymentResult =
      state === 'won'
        ? { status: 'SUCCEEDED', amountReceived: row.amount, failureCode: null, disputedAmount: null }
        : {
            status: 'FAILED',
            amountReceived: row.amount,
            failureCode: DISPUTE_CODES[state],
            disputedAmount,
          };
    await bench.within((tx, context) => applyPaymentResult(tx, context, row, paymentResult));
    of.isReported = true;
  }
}

/**
 * Dispute a received and unrefunded payment, or a part of it; of some disputes the lab receives only the end.
 */
export async function dispute(move: MoveInput): Promise<void> {
  const { bench, bank, which: index, amount, n } = move;
  const incomingPayments = paymentsOf(move).filter(
    ({ id, kind, receivedAt }) => kind === 'CARD' && receivedAt !== null && !bank.disputes.has(id),
  );
  const row = pick(incomingPayments, index);
  const remaining = row ? row.amount - backOf(bench, row) : 0;
  if (!row || remaining <= 0) return;
  const disputedPart = n % 3 === 0 ? Math.min(amount, remaining) : remaining;
  bank.disputes.set(row.id, { state: 'open', amount: disputedPart, isReported: false });
  if (n % 4 !== 0) await reportDispute(move, row.id);
}

/** Decide a dispute; for an ended one deliver the end again. */
export async function disputeEnds(move: MoveInput): Promise<void> {
  const { bank, which: index, amount } = move;
  const row = pick(
    paymentsOf(move).filter(({ id }) => bank.disputes.has(id)),
    index,
  );
  const of = bank.disputes.get(row?.id ?? '');
  if (!row || !of) return;
  if (of.state === 'open') of.state = amount % 2 === 0 ? 'won' : 'lost';
  await reportDispute(move, row.id);
}
