import { expect, test } from 'vitest';
import { openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { buildPayment } from '#db/factories/build-billing.ts';
import { event } from '#db/records/events/event.ts';
import { applyPaymentResult, type PaymentResult } from './apply-payment-result.ts';
import { type PaymentStatus, payment } from './payment.ts';
import { openCardPayment } from './start-payment.ts';

const OPEN = { failureCode: 'charge_disputed', disputedAmount: 10_000 };
const LOST = { failureCode: 'dispute_lost', disputedAmount: 10_000 };

/** Return an issued invoice over 30 000 with a started card payment of 10 000. */
async function withCard() {
  const bench = await openBillingBench();
  await bench.billNow('s1', 's2', 's3');
  const invoiceId = bench.invoices()[0]?.id ?? '';
  await bench.issue(invoiceId);
  const pendingPayment = {
    id: 'card',
    invoiceId,
    amount: 10_000,
    status: 'PENDING' as const,
    receivedAt: null,
  };
  bench.world.putRow(payment, buildPayment(pendingPayment));
  const row = () => bench.world.one(payment, 'card') ?? buildPayment(pendingPayment);
  const applyStatus = (status: PaymentStatus, more: Partial<PaymentResult> = {}) =>
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
      .select(event, { targetId: invoiceId })
      .filter(({ type }) => type === 'PAYMENT_SUCCEEDED' || type === 'PAYMENT_FAILED').length;
  return { bench, invoiceId, row, tell: applyStatus, events };
}

test('a known payment result is not reported again, whichever event carries it', async () => {
  const { bench, invoiceId, tell: applyStatus, events } = await withCard();
  expect((await applyStatus('SUCCEEDED')).notification).toBe('PAYMENT_RECEIPT');
  const secondResult = await applyStatus('SUCCEEDED');
  expect([secondResult.outcome, secondResult.notification]).toEqual(['already known', null]);
  expect(events()).toBe(1);
  expect(bench.one(invoiceId).amountPaid).toBe(10_000);
});

test('a received payment is not undone by an older event, and an ended one is not revived', async () => {
  const { bench, invoiceId, row, tell: applyStatus, events } = await withCard();
  await applyStatus('SUCCEEDED');
  for (const status of ['PROCESSING', 'PENDING', 'CANCELED'] as const)
    expect((await applyStatus(status)).outcome, status).toBe(`${status} after SUCCEEDED: ignored`);
  expect(row().status).toBe('SUCCEEDED');
  const other = await withCard();
  await other.tell('CANCELED');
  expect((await other.tell('FAILED', { failureCode: 'card_declined' })).notification).toBeNull();
  expect([other.row().status, other.events()]).toEqual(['CANCELED', 0]);
  expect([events(), bench.one(invoiceId).amountPaid]).toEqual([1, 10_000]);
});

test('a payment received and disputed before the first event is not tried again: the next one is a new payment', async () => {
  const { bench, invoiceId, row, tell: applyStatus } = await withCard();
  expect((await applyStatus('FAILED', OPEN)).notification).toBe('PAYMENT_FAILED');
  expect(row()).toMatchObject({ status: 'FAILED', receivedAt: expect.any(String) });
  const pendingPayment = await bench.within((tx, context) =>
    openCardPayment(tx, context, { row: bench.one(invoiceId), targetId: invoiceId, requestedAmount: null }),
  );
  expect([pendingPayment.id === 'card', pendingPayment.attempt, pendingPayment.paymentIntentId]).toEqual([
    false,
    2,
    null,
  ]);
  // A card that was only declined is tried again with the same payment.
  const other = await withCard();
  await other.tell('FAILED', { failureCode: 'card_declined', amountReceived: 0 });
  const secondResult = await other.bench.within((tx, context) =>
    openCardPayment(tx, context, {
      row: other.bench.one(other.invoiceId),
      targetId: other.invoiceId,
      requestedAmount: 10_000,
    }),
  );
  expect(secondResult.id).toBe('card');
});

test('a won dispute counts again, a lost one does not, and each event is reported once', async () => {
  const { bench, invoiceId, row, tell: applyStatus, events } = await withCard();
  await applyStatus('SUCCEEDED');
  const disputeResult = await applyStatus('FAILED', OPEN);
  expect([disputeResult.dispute, disputeResult.notification]).toEqual(['opened', 'PAYMENT_FAILED']);
  expect((await applyStatus('FAILED', OPEN)).outcome).toBe('already known');
  expect(bench.one(invoiceId)).toMatchObject({ status: 'FAILED', amountPaid: 0 });
  const won = await applyStatus('SUCCEEDED');
  expect([won.dispute, won.notification]).toEqual(['won', 'PAYMENT_RECEIPT']);
  expect(bench.one(invoiceId)).toMatchObject({ status: 'PARTIALLY_PAID', amountPaid: 10_000 });
  expect(row()).toMatchObject({ status: 'SUCCEEDED', failureCode: null, disputedAmount: null });
  await applyStatus('FAILED', OPEN);
  const lost = await applyStatus('FAILED', LOST);
  expect([lost.dispute, lost.notification]).toEqual(['lost', null]);
  expect((await applyStatus('FAILED', LOST)).outcome).toBe('already known');
  expect(row()).toMatchObject({ failureCode: 'dispute_lost', disputedAmount: 10_000 });
  expect([events(), bench.one(invoiceId).amountPaid]).toEqual([5, 0]);
});

test('a dispute takes only what was not refunded: nothing is taken twice, and a won amount is not refunded again', async () => {
  const { bench, invoiceId, tell: applyStatus } = await withCard();
  await applyStatus('SUCCEEDED');
  const refund = { id: 'back', invoiceId, kind: 'REFUND' as const, amount: -4000, refundsPaymentId: 'card' };
  bench.world.putRow(payment, buildPayment({ ...refund, providerRefundId: 're_1', paymentIntentId: null }));
  await applyStatus('FAILED', { ...OPEN, disputedAmount: 6000 });
  expect(bench.one(invoiceId)).toMatchObject({ status: 'FAILED', amountPaid: 0 });
  await applyStatus('SUCCEEDED');
  expect(bench.one(invoiceId).amountPaid).toBe(6000);
  // The rest of a partial dispute stays paid.
  await applyStatus('FAILED', { ...OPEN, disputedAmount: 2500 });
  expect(bench.one(invoiceId)).toMatchObject({ status: 'PARTIALLY_FAILED', amountPaid: 3500 });
});

test('a customer who paid in another way in the meantime gets the excess of a won dispute back', async () => {
  const { bench, invoiceId, tell: applyStatus } = await withCard();
  await applyStatus('SUCCEEDED');
  await applyStatus('FAILED', OPEN);
  await bench.pay(invoiceId, 30_000, 'CH-1');
  expect(bench.one(invoiceId).status).toBe('PAID_IN_FULL');
  await applyStatus('SUCCEEDED');
  const back = bench.world.select(payment, { kind: 'REFUND' });
  expect(back.map(({ amount, status }) => [amount, status])).toEqual([[-10_000, 'PENDING']]);
});
