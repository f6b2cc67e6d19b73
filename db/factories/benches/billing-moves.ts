import fc from 'fast-check';
import { expect } from 'vitest';
import { creditInvoice } from '#db/billing/credits/credit-invoice.ts';
import { previewCredit } from '#db/billing/credits/credit-preview.ts';
import { readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { voidInvoice } from '#db/billing/invoices/correct-invoice.ts';
import type { Invoice } from '#db/billing/invoices/invoice.ts';
import { applyRefundResult } from '#db/billing/payments/apply-refund-result.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { recordBouncedPayment, recordPayment } from '#db/billing/payments/record-payment.ts';
import { recordRefund } from '#db/billing/payments/record-refund.ts';
import { startPayment } from '#db/billing/payments/start-payment.ts';
import { retainedAmount } from '#db/billing/payments/waiting-refunds.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import { type Bench, inOffice } from './billing-bench.ts';
import {
  type Bank,
  backOf,
  dispute,
  disputedAmountOf,
  disputeEnds,
  type MoveInput,
  paymentsOf,
  pick,
  webhook,
} from './dispute-moves.ts';
import { moveOrder, ORDER_MOVES } from './order-moves.ts';

const BILLING_MOVES = [
  'ready',
  'issue',
  'bill now',
  'check',
  'write off',
  'card',
  'webhook',
  'refund',
  'card refund',
  'credit',
  'bounce',
  'dispute',
  'dispute ends',
  'void',
  'correct',
  'reprice',
] as const;
/** Payment moves are most frequent: without payments there is little to refund, to bounce or to void. */
const OFTEN = [
  'issue',
  'check',
  'check',
  'card',
  'card',
  'webhook',
  'webhook',
  'webhook',
  'refund',
  'refund',
  'credit',
  'card refund',
  'dispute',
  'dispute',
  'dispute ends',
  'dispute ends',
  'dispute ends',
] as const;
/** One random move of billing, a customer or the card processor. */
export const drawnMove = fc.record({
  name: fc.constantFrom(...BILLING_MOVES, ...OFTEN, ...ORDER_MOVES),
  which: fc.nat(7),
  amount: fc.integer({ min: 1, max: 40_000 }),
  result: fc.constantFrom('PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED' as const),
});
export type Move = typeof drawnMove extends fc.Arbitrary<infer T> ? T : never;

async function check({ bench, bank, one, amount, n }: MoveInput): Promise<void> {
  await bench.pay(one.id, amount, `check ${n}`);
  bank.received += amount;
}

async function writeOff({ bench, bank, one, amount }: MoveInput): Promise<void> {
  const receivedAt = '2026-11-20T10:00:00.000Z';
  const writeOffInput = { kind: 'WRITE_OFF' as const, amount, reason: 'Small', receivedAt };
  await runRule(bench.world, recordPayment, { invoiceId: one.id, payment: writeOffInput }, inOffice());
  bank.writtenOff += amount;
}

async function refund(move: MoveInput): Promise<void> {
  const { bench, bank, one, which: index } = move;
  const row = pick(paymentsOf(move), index);
  if (!row) return;
  const amount = row.kind === 'REFUND' ? -row.amount : move.amount;
  const byHand = row.kind === 'REFUND' ? bench.world.one(payment, row.refundsPaymentId ?? '') : row;
  const args = { invoiceId: one.id, paymentId: row.id, amount, reason: 'Back' };
  await runRule(bench.world, recordRefund, args, inOffice());
  if (byHand?.kind !== 'CARD') bank.wentBack += amount;
}

/** Run the work of the card refund job. */
export async function cardRefund(move: MoveInput): Promise<void> {
  const { bench, bank } = move;
  const waiting = paymentsOf(move).find(
    ({ kind, status, refundsPaymentId }) =>
      kind === 'REFUND' &&
      status === 'PENDING' &&
      bench.world.one(payment, refundsPaymentId ?? '')?.kind === 'CARD',
  );
  const cardPayment = bench.world.one(payment, waiting?.refundsPaymentId ?? '');
  if (!waiting || !cardPayment) return;
  // The processor does not refund a disputed amount.
  if (
    cardPayment.amount - backOf(bench, cardPayment) - disputedAmountOf(bank, cardPayment.id) <
    -waiting.amount
  )
    return;
  const result = { id: `re-${waiting.id}`, status: 'SUCCEEDED' as const };
  await bench.within((tx, context) => applyRefundResult(tx, context, waiting, result));
  bank.wentBack += -waiting.amount;
}

/** Correct an invoice by a credit note; every second one gives hand refunds back at once. */
async function credit({ bench, bank, one, amount, n }: MoveInput): Promise<void> {
  const known = new Set(paymentsOf({ bench, one }).map(({ id }) => id));
  const bill = { totalDue: one.totalDue, payments: paymentsOf({ bench, one }) };
  const { balanceAfter, refundTotal: seenRefund } = previewCredit(bill, amount);
  const reference = n % 2 === 0 ? `back ${n}` : null;
  const args = { invoiceId: one.id, amount, reason: 'Billed twice', reference, seenRefund };
  await runRule(bench.world, creditInvoice, args, inOffice());
  bank.writtenOff += amount;
  const added = paymentsOf({ bench, one }).filter(({ id }) => !known.has(id));
  const back = added.filter(({ kind }) => kind === 'REFUND').reduce((sum, row) => sum - row.amount, 0);
  expect(back).toBe(seenRefund);
  expect(one.totalDue - retainedAmount(paymentsOf({ bench, one }))).toBe(balanceAfter);
  bank.wentBack += added
    .filter(({ kind, status }) => kind === 'REFUND' && status === 'SUCCEEDED')
    .reduce((sum, row) => sum - row.amount, 0);
}

async function bounce(move: MoveInput): Promise<void> {
  const { bench, bank, one, which: index } = move;
  const row = pick(paymentsOf(move), index);
  if (!row) return;
  const args = { invoiceId: one.id, paymentId: row.id, reason: 'No funds' };
  await runRule(bench.world, recordBouncedPayment, args, inOffice());
  if (row.kind === 'WRITE_OFF') bank.writtenOff -= row.amount;
  else bank.received -= row.amount;
}

/** Return the invoice for a move: mostly one for which the move is possible, otherwise any. */
function invoiceFor(bench: Bench, name: Move['name'], index: number): Invoice | undefined {
  const all = bench.invoices();
  const issued = all.filter(({ issuedAt }) => issuedAt !== null);
  const cardPayment = issued.filter((one) => paymentsOf({ bench, one }).length > 0);
  const fitting = [
    'webhook',
    'refund',
    'credit',
    'card refund',
    'bounce',
    'dispute',
    'dispute ends',
  ].includes(name)
    ? cardPayment
    : name === 'check' || name === 'card' || name === 'write off'
      ? issued
      : [];
  return pick(index === 7 || fitting.length === 0 ? all : fitting, index);
}

/** Run a move; a rule may refuse it. */
export async function perform(
  bench: Bench,
  bank: Bank,
  { name, which: index, amount, result }: Move,
  n: number,
) {
  const moved = ORDER_MOVES.find((one) => one === name);
  if (moved) return moveOrder(bench, bank, { name: moved, index, amount }, n);
  // Ended orders are neither priced nor made ready.
  const running = bench.order().status !== 'CANCELED';
  if (name === 'ready') return running && bench.within((tx, context) => readyToBill(tx, context, 'order'));
  if (name === 'reprice')
    return running && bench.within((tx, context) => repriceOrder(tx, context, bench.order()));
  if (name === 'bill now') return bench.billNow(`s${(index % 4) + 1}`);
  const one = invoiceFor(bench, name, index);
  if (!one) return;
  const move = { bench, bank, one, which: amount, amount, n };
  const moves: Record<string, () => Promise<unknown>> = {
    issue: () => bench.issue(one.id),
    check: () => check(move),
    'write off': () => writeOff(move),
    card: () =>
      runRule(
        bench.world,
        startPayment,
        { invoiceId: one.id, amount: index < 3 ? null : amount },
        inOffice(),
      ),
    webhook: () => webhook(move, result),
    refund: () => refund(move),
    'card refund': () => cardRefund(move),
    credit: () => credit(move),
    bounce: () => bounce(move),
    dispute: () => dispute(move),
    'dispute ends': () => disputeEnds(move),
    void: () => runRule(bench.world, voidInvoice, { invoiceId: one.id, reason: 'Wrong' }, inOffice()),
    correct: () => bench.correct(one.id),
  };
  return moves[name]?.();
}
