import { expect, test } from 'vitest';
import { openBillingBench } from '#db/factories/billing-bench.ts';
import { buildPayment } from '#db/factories/build-payment.ts';
import { event } from '#db/records/event.ts';
import { applyPaymentResult, type PaymentResult } from './apply-payment-result.ts';
import { openCardPayment } from './open-card-payment.ts';
import { payment } from './payment.ts';
import type { PaymentStatus } from './payment-status.ts';

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
      applyPaymentResult(tx, context, row(), { status, amountReceived: 10_000, failureCode: null, ...more }),
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
  expect((await tell('FAILED', { failureCode: 'charge_disputed' })).news).toBe('PAYMENT_FAILED');
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
