import fc from 'fast-check';
import { applyPaymentResult, type PaymentResult } from '#db/billing/apply-payment-result.ts';
import { applyRefundResult } from '#db/billing/apply-refund-result.ts';
import type { Invoice } from '#db/billing/invoice.ts';
import { type Payment, payment } from '#db/billing/payment.ts';
import { readyToBill } from '#db/billing/ready-to-bill.ts';
import { recordBouncedPayment } from '#db/billing/record-bounced-payment.ts';
import { recordPayment } from '#db/billing/record-payment.ts';
import { recordRefund } from '#db/billing/record-refund.ts';
import { startPayment } from '#db/billing/start-payment.ts';
import { voidInvoice } from '#db/billing/void-invoice.ts';
import { repriceOrder } from '#db/ordering/reprice-order.ts';
import type { Bank } from './bank.ts';
import { inOffice, type openBillingBench } from './billing-bench.ts';
import { backOf, dispute, disputeEnds, goneOf } from './dispute-moves.ts';
import { moveOrder, ORDER_MOVES } from './order-moves.ts';
import { runRule } from './run-rule.ts';

/** What `openBillingBench` opens. */
export type Bench = Awaited<ReturnType<typeof openBillingBench>>;

const ACTS = [
  'ready',
  'issue',
  'bill now',
  'check',
  'write off',
  'card',
  'webhook',
  'refund',
  'card refund',
  'bounce',
  'dispute',
  'dispute ends',
  'void',
  'correct',
  'reprice',
] as const;
/** What happens to money most: without payments there would be hardly anything to give back, to bounce or to void. */
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
  'card refund',
  'dispute',
  'dispute',
  'dispute ends',
  'dispute ends',
  'dispute ends',
] as const;
/** One move of billing, a customer or the card processor, drawn at random. */
export const drawnMove = fc.record({
  name: fc.constantFrom(...ACTS, ...OFTEN, ...ORDER_MOVES),
  which: fc.nat(7),
  amount: fc.integer({ min: 1, max: 40_000 }),
  result: fc.constantFrom('PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED' as const),
});
export type Move = typeof drawnMove extends fc.Arbitrary<infer T> ? T : never;

/** One of some rows, by chance. */
export const pick = <T>(rows: readonly T[], which: number): T | undefined =>
  rows.length === 0 ? undefined : rows[which % rows.length];

/** An invoice that a move is about. */
export interface Named {
  bench: Bench;
  bank: Bank;
  one: Invoice;
  which: number;
  amount: number;
  n: number;
}

/** The payments of an invoice. */
export const paymentsOf = ({ bench, one }: Pick<Named, 'bench' | 'one'>): Payment[] =>
  bench.world.where(payment, { invoiceId: one.id });

async function check({ bench, bank, one, amount, n }: Named): Promise<void> {
  await bench.pay(one.id, amount, `check ${n}`);
  bank.came += amount;
}

async function writeOff({ bench, bank, one, amount }: Named): Promise<void> {
  const receivedAt = '2026-11-20T10:00:00.000Z';
  const given = { kind: 'WRITE_OFF' as const, amount, reason: 'Small', receivedAt };
  await runRule(bench.world, recordPayment, { invoiceId: one.id, payment: given }, inOffice());
  bank.writtenOff += amount;
}

/** The card processor tells what became of a payment. */
export async function webhook(named: Named, status: PaymentResult['status']): Promise<void> {
  const { bench, bank, which } = named;
  const row = pick(
    paymentsOf(named).filter(({ kind }) => kind === 'CARD'),
    which,
  );
  // What came and is disputed is told of by its dispute, below.
  if (!row || (row.receivedAt !== null && status === 'FAILED') || bank.disputes.has(row.id)) return;
  const before = row.status;
  const told = { status, amountReceived: row.amount, failureCode: 'declined', disputedAmount: null };
  await bench.within((tx, context) => applyPaymentResult(tx, context, row, told));
  const after = bench.world.one(payment, row.id);
  if (before !== 'SUCCEEDED' && after?.status === 'SUCCEEDED') bank.came += after.amount;
}

async function refund(named: Named): Promise<void> {
  const { bench, bank, one, which } = named;
  const row = pick(paymentsOf(named), which);
  if (!row) return;
  const amount = row.kind === 'REFUND' ? -row.amount : named.amount;
  const byHand = row.kind === 'REFUND' ? bench.world.one(payment, row.refundsPaymentId ?? '') : row;
  const args = { invoiceId: one.id, paymentId: row.id, amount, reason: 'Back' };
  await runRule(bench.world, recordRefund, args, inOffice());
  if (byHand?.kind !== 'CARD') bank.wentBack += amount;
}

/** What the job does that gives back by card. */
export async function cardRefund(named: Named): Promise<void> {
  const { bench, bank } = named;
  const waiting = paymentsOf(named).find(
    ({ kind, status, refundsPaymentId }) =>
      kind === 'REFUND' &&
      status === 'PENDING' &&
      bench.world.one(payment, refundsPaymentId ?? '')?.kind === 'CARD',
  );
  const paid = bench.world.one(payment, waiting?.refundsPaymentId ?? '');
  if (!waiting || !paid) return;
  // What is disputed the processor does not give back.
  if (paid.amount - backOf(bench, paid) - goneOf(bank, paid.id) < -waiting.amount) return;
  const result = { id: `re-${waiting.id}`, status: 'SUCCEEDED' as const };
  await bench.within((tx, context) => applyRefundResult(tx, context, waiting, result));
  bank.wentBack += -waiting.amount;
}

async function bounce(named: Named): Promise<void> {
  const { bench, bank, one, which } = named;
  const row = pick(paymentsOf(named), which);
  if (!row) return;
  const args = { invoiceId: one.id, paymentId: row.id, reason: 'No funds' };
  await runRule(bench.world, recordBouncedPayment, args, inOffice());
  if (row.kind === 'WRITE_OFF') bank.writtenOff -= row.amount;
  else bank.came -= row.amount;
}

/** Who is paid or gives back mostly takes an invoice for which that is possible, else any. */
function invoiceFor(bench: Bench, name: Move['name'], which: number): Invoice | undefined {
  const all = bench.invoices();
  const issued = all.filter(({ issuedAt }) => issuedAt !== null);
  const paid = issued.filter((one) => paymentsOf({ bench, one }).length > 0);
  const fitting = ['webhook', 'refund', 'card refund', 'bounce', 'dispute', 'dispute ends'].includes(name)
    ? paid
    : name === 'check' || name === 'card' || name === 'write off'
      ? issued
      : [];
  return pick(which === 7 || fitting.length === 0 ? all : fitting, which);
}

/** Does a move; a rule may refuse it. */
export async function perform(bench: Bench, bank: Bank, { name, which, amount, result }: Move, n: number) {
  const moved = ORDER_MOVES.find((one) => one === name);
  if (moved) return moveOrder(bench, bank, { name: moved, which, amount }, n);
  // What ended is priced and made ready by nobody.
  const running = bench.order().status !== 'CANCELED';
  if (name === 'ready') return running && bench.within((tx, context) => readyToBill(tx, context, 'order'));
  if (name === 'reprice')
    return running && bench.within((tx, context) => repriceOrder(tx, context, bench.order()));
  if (name === 'bill now') return bench.billNow(`s${(which % 4) + 1}`);
  const one = invoiceFor(bench, name, which);
  if (!one) return;
  const named = { bench, bank, one, which: amount, amount, n };
  const acts: Record<string, () => Promise<unknown>> = {
    issue: () => bench.issue(one.id),
    check: () => check(named),
    'write off': () => writeOff(named),
    card: () =>
      runRule(
        bench.world,
        startPayment,
        { invoiceId: one.id, amount: which < 3 ? null : amount },
        inOffice(),
      ),
    webhook: () => webhook(named, result),
    refund: () => refund(named),
    'card refund': () => cardRefund(named),
    bounce: () => bounce(named),
    dispute: () => dispute(named),
    'dispute ends': () => disputeEnds(named),
    void: () => runRule(bench.world, voidInvoice, { invoiceId: one.id, reason: 'Wrong' }, inOffice()),
    correct: () => bench.correct(one.id),
  };
  return acts[name]?.();
}
