import { expect, test } from 'vitest';
import { openBillingBench } from '#db/factories/billing-bench.ts';
import { buildPayment } from '#db/factories/build-payment.ts';
import { event } from '#db/records/event.ts';
import { applyPaymentResult, type PaymentResult } from './apply-payment-result.ts';
import { openCardPayment } from './open-card-payment.ts';
import { payment } from './payment.ts';
import type { PaymentStatus } from './payment-status.ts';

const OPEN = { failureCode: 'charge_disputed', disputedAmount: 10_000 };
const LOST = { failureCode: 'dispute_lost', disputedAmount: 10_000 };

/** An issued invoice over 30 000 with a card payment of 10 000 that was begun. */
async function withCard() {
  const bench = await openBillingBench();
  await bench.billNow('s1', 's2', 's3');
  const invoiceId = bench.invoices()[0]?.id ?? '';
  await bench.issue(invoiceId);
  const begun = { id: 'card', invoiceId, amount: 10_000, status: 'PENDING' as const, receivedAt: null };
  bench.world.put(payment, buildPayment(begun));
  const row = () => bench.world.one(payment, 'card') ?? buildPayment(begun);
  const tell = (status: PaymentStatus, more: Partial<PaymentResult> = {}) =>
    bench.within((tx, context) =>
      applyPaymentResult(tx, context, row(), {
        status,
        amountReceived: 10_000,
        failureCode: null,
        disputedAmount: null,
        ...more,
      }),
    );
  const events = () =>
    bench.world
      .where(event, { targetId: invoiceId })
      .filter(({ type }) => type === 'PAYMENT_SUCCEEDED' || type === 'PAYMENT_FAILED').length;
  return { bench, invoiceId, row, tell, events };
}

test('what is known of a payment is told to nobody again, whichever news bring it', async () => {
  const { bench, invoiceId, tell, events } = await withCard();
  expect((await tell('SUCCEEDED')).news).toBe('PAYMENT_RECEIPT');
  const again = await tell('SUCCEEDED');
  expect([again.outcome, again.news]).toEqual(['already known', null]);
  expect(events()).toBe(1);
  expect(bench.one(invoiceId).amountPaid).toBe(10_000);
});

test('a payment that came is not undone by older news, and one that ended comes back by none', async () => {
  const { bench, invoiceId, row, tell, events } = await withCard();
  await tell('SUCCEEDED');
  for (const status of ['PROCESSING', 'PENDING', 'CANCELED'] as const)
    expect((await tell(status)).outcome, status).toBe(`${status} after SUCCEEDED: ignored`);
  expect(row().status).toBe('SUCCEEDED');
  const other = await withCard();
  await other.tell('CANCELED');
  expect((await other.tell('FAILED', { failureCode: 'card_declined' })).news).toBeNull();
  expect([other.row().status, other.events()]).toEqual(['CANCELED', 0]);
  expect([events(), bench.one(invoiceId).amountPaid]).toEqual([1, 10_000]);
});

test('a payment that came and was disputed before anybody was told is not tried again: the next one is another', async () => {
  const { bench, invoiceId, row, tell } = await withCard();
  expect((await tell('FAILED', OPEN)).news).toBe('PAYMENT_FAILED');
  expect(row()).toMatchObject({ status: 'FAILED', receivedAt: expect.any(String) });
  const begun = await bench.within((tx, context) =>
    openCardPayment(tx, context, { row: bench.one(invoiceId), targetId: invoiceId, wanted: null }),
  );
  expect([begun.id === 'card', begun.attempt, begun.paymentIntentId]).toEqual([false, 2, null]);
  // A card that was only declined is tried again with the same one.
  const other = await withCard();
  await other.tell('FAILED', { failureCode: 'card_declined', amountReceived: 0 });
  const again = await other.bench.within((tx, context) =>
    openCardPayment(tx, context, {
      row: other.bench.one(other.invoiceId),
      targetId: other.invoiceId,
      wanted: 10_000,
    }),
  );
  expect(again.id).toBe('card');
});

test('a dispute that is won counts again, one that is lost does not; each of its news is told once', async () => {
  const { bench, invoiceId, row, tell, events } = await withCard();
  await tell('SUCCEEDED');
  const opened = await tell('FAILED', OPEN);
  expect([opened.dispute, opened.news]).toEqual(['opened', 'PAYMENT_FAILED']);
  expect((await tell('FAILED', OPEN)).outcome).toBe('already known');
  expect(bench.one(invoiceId)).toMatchObject({ status: 'FAILED', amountPaid: 0 });
  const won = await tell('SUCCEEDED');
  expect([won.dispute, won.news]).toEqual(['won', 'PAYMENT_RECEIPT']);
  expect(bench.one(invoiceId)).toMatchObject({ status: 'PARTIALLY_PAID', amountPaid: 10_000 });
  expect(row()).toMatchObject({ status: 'SUCCEEDED', failureCode: null, disputedAmount: null });
  await tell('FAILED', OPEN);
  const lost = await tell('FAILED', LOST);
  expect([lost.dispute, lost.news]).toEqual(['lost', null]);
  expect((await tell('FAILED', LOST)).outcome).toBe('already known');
  expect(row()).toMatchObject({ failureCode: 'dispute_lost', disputedAmount: 10_000 });
  expect([events(), bench.one(invoiceId).amountPaid]).toEqual([5, 0]);
});

test('a dispute takes what had not gone back: nothing is taken twice, and what is won is refunded no second time', async () => {
  const { bench, invoiceId, tell } = await withCard();
  await tell('SUCCEEDED');
  const refund = { id: 'back', invoiceId, kind: 'REFUND' as const, amount: -4000, refundsPaymentId: 'card' };
  bench.world.put(payment, buildPayment({ ...refund, providerRefundId: 're_1', paymentIntentId: null }));
  await tell('FAILED', { ...OPEN, disputedAmount: 6000 });
  expect(bench.one(invoiceId)).toMatchObject({ status: 'FAILED', amountPaid: 0 });
  await tell('SUCCEEDED');
  expect(bench.one(invoiceId).amountPaid).toBe(6000);
  // Of a part the rest is still paid.
  await tell('FAILED', { ...OPEN, disputedAmount: 2500 });
  expect(bench.one(invoiceId)).toMatchObject({ status: 'PARTIALLY_FAILED', amountPaid: 3500 });
});

test('who has paid in another way meanwhile gets back what a dispute that is won brings too much', async () => {
  const { bench, invoiceId, tell } = await withCard();
  await tell('SUCCEEDED');
  await tell('FAILED', OPEN);
  await bench.pay(invoiceId, 30_000, 'CH-1');
  expect(bench.one(invoiceId).status).toBe('PAID_IN_FULL');
  await tell('SUCCEEDED');
  const back = bench.world.where(payment, { kind: 'REFUND' });
  expect(back.map(({ amount, status }) => [amount, status])).toEqual([[-10_000, 'PENDING']]);
});
