import { applyPaymentResult, type PaymentResult } from '#db/billing/apply-payment-result.ts';
import { DISPUTE_CODES } from '#db/billing/card-dispute.ts';
import { type Payment, payment } from '#db/billing/payment.ts';
import { startPayment } from '#db/billing/start-payment.ts';
import type { Bank } from './bank.ts';
import { inOffice } from './billing-bench.ts';
import { type Bench, type Named, paymentsOf, pick, webhook } from './billing-moves.ts';
import { runRule } from './run-rule.ts';

/** What is issued and owed is paid by card at once, so that there is much to dispute and to give back. */
export async function payByCard(bench: Bench, bank: Bank): Promise<void> {
  const owed = bench.invoices().filter(({ issuedAt, totalDue }) => issuedAt !== null && totalDue >= 50);
  for (const one of owed) {
    await runRule(bench.world, startPayment, { invoiceId: one.id, amount: null }, inOffice());
    await webhook({ bench, bank, one, which: 0, amount: 0, n: 0 }, 'SUCCEEDED');
  }
}

/** What has gone back of a card payment at its processor. */
export const backOf = ({ world }: Bench, { id }: Payment): number =>
  world
    .where(payment, { refundsPaymentId: id })
    .filter(({ status }) => status === 'SUCCEEDED')
    .reduce((sum, { amount }) => sum - amount, 0);

/** What a dispute keeps of a payment now. */
export function goneOf({ disputes }: Bank, id: string): number {
  const of = disputes.get(id);
  return of === undefined || of.stands === 'won' ? 0 : of.amount;
}

/** The processor tells how the dispute of a payment stands, once or twice; one that was won is told of as paid. */
async function tellDispute({ bench, bank, n }: Named, id: string): Promise<void> {
  const of = bank.disputes.get(id);
  for (let time = 0; of && time <= n % 2; time += 1) {
    const row = bench.world.one(payment, id);
    if (!row) return;
    const { stands, amount: disputedAmount } = of;
    const told: PaymentResult =
      stands === 'won'
        ? { status: 'SUCCEEDED', amountReceived: row.amount, failureCode: null, disputedAmount: null }
        : {
            status: 'FAILED',
            amountReceived: row.amount,
            failureCode: DISPUTE_CODES[stands],
            disputedAmount,
          };
    await bench.within((tx, context) => applyPaymentResult(tx, context, row, told));
    of.heard = true;
  }
}

/** The owner of a card disputes what came and has not gone back, or a part of it; of some only the end is heard. */
export async function dispute(named: Named): Promise<void> {
  const { bench, bank, which, amount, n } = named;
  const came = paymentsOf(named).filter(
    ({ id, kind, receivedAt }) => kind === 'CARD' && receivedAt !== null && !bank.disputes.has(id),
  );
  const row = pick(came, which);
  const left = row ? row.amount - backOf(bench, row) : 0;
  if (!row || left <= 0) return;
  const taken = n % 3 === 0 ? Math.min(amount, left) : left;
  bank.disputes.set(row.id, { stands: 'open', amount: taken, heard: false });
  if (n % 4 !== 0) await tellDispute(named, row.id);
}

/** A dispute is won or lost; of one that ended the end is told again. */
export async function disputeEnds(named: Named): Promise<void> {
  const { bank, which, amount } = named;
  const row = pick(
    paymentsOf(named).filter(({ id }) => bank.disputes.has(id)),
    which,
  );
  const of = bank.disputes.get(row?.id ?? '');
  if (!row || !of) return;
  if (of.stands === 'open') of.stands = amount % 2 === 0 ? 'won' : 'lost';
  await tellDispute(named, row.id);
}
