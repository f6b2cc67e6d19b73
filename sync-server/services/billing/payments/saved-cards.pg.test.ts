import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShownCard } from '#db/billing/payments/saved-card.ts';
import { buildCardPaymentHelpers, CARDS } from '#sync-server/demo/card-payments-of-demo.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const USER: Caller = 'COMPANY_USER';
const MANAGER: Caller = 'COMPANY_MANAGER';
const BASE = '/api/payments/saved-cards';
const { ok, payableDraft, confirm, hear, readPaymentState } = buildCardPaymentHelpers(() => lab);

const start = (orderId: string, saveCard: boolean) =>
  ok(USER, '/api/create-online-payment-intent', { orderId, saveCard });
const cards = async (caller: Caller = USER): Promise<ShownCard[]> =>
  (await lab.call(caller, 'get', BASE)).body.cards;
async function payOrder(cardNumber: string, saveCard: boolean) {
  const order = await payableDraft();
  await confirm(await start(order.id, saveCard), cardNumber);
  await hear();
  return order;
}

test('a card is saved only with the consent of the person who pays, and the receipt names its brand and last four digits', async () => {
  const order = await payOrder(CARDS.good, false);
  expect(await cards()).toEqual([]);
  const receipts = await lab.rows<{ text: string }>(
    `SELECT e.text FROM email e JOIN invoice i ON i.id = e.data ->> 'targetId'
      WHERE i.order_id = $1 AND e.kind = 'PAYMENT_RECEIPT'`,
    [order.id],
  );
  expect(receipts[0]?.text).toContain('Visa ending in 4242');
  await payOrder(CARDS.good, true);
  expect(await cards()).toMatchObject([{ brand: 'Visa', last4: '4242', isDefault: true }]);
  // The same card is saved once.
  await payOrder(CARDS.good, true);
  expect(await cards()).toHaveLength(1);
  const cardRows = await lab.rows<{ text: string }>('SELECT to_jsonb(s)::text AS text FROM saved_card s');
  expect(cardRows.map(({ text }) => text).join()).not.toContain('4242424242424242');
});

test('an order is paid with a saved card without entering it again', async () => {
  const [card] = await cards();
  const order = await payableDraft();
  const { paymentIntentId } = await start(order.id, false);
  expect(await ok(USER, `${BASE}/${card?.id}/pay`, { paymentIntentId })).toMatchObject({
    status: 'succeeded',
  });
  await hear();
  expect(await readPaymentState(order.id)).toMatchObject({ status: 'ORDERED', paid: order.due });
});

test('a manager chooses the default card and removes cards, which then pay nothing', async () => {
  await payOrder(CARDS.asks, true).catch(() => undefined);
  await payOrder(CARDS.disputed, true);
  const [first, second] = await cards(MANAGER);
  expect(second).toBeDefined();
  await ok(MANAGER, `${BASE}/${second?.id}/default`, {});
  expect((await cards()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [second?.id, true],
    [first?.id, false],
  ]);
  await ok(MANAGER, `${BASE}/${second?.id}/remove`, {});
  expect(await cards()).toMatchObject([{ id: first?.id, isDefault: true }]);
  const order = await payableDraft();
  const { paymentIntentId } = await start(order.id, false);
  const answer = await lab.call(USER, 'post', `${BASE}/${second?.id}/pay`, { paymentIntentId });
  expect(answer.status).toBe(404);
});

test('people of another organization and staff neither see nor use a saved card', async () => {
  const [card] = await cards();
  const order = await payableDraft();
  const { paymentIntentId } = await start(order.id, false);
  for (const caller of ['RESONANT:COMPANY_MANAGER', 'BILLING_MANAGER'] as const) {
    const listAnswer = await lab.call(caller, 'get', BASE);
    expect(listAnswer.body.cards ?? [], caller).toEqual([]);
    const answer = await lab.call(caller, 'post', `${BASE}/${card?.id}/pay`, { paymentIntentId });
    expect([403, 404], caller).toContain(answer.status);
    const removal = await lab.call(caller, 'post', `${BASE}/${card?.id}/remove`, {});
    expect([403, 404], caller).toContain(removal.status);
  }
  expect((await readPaymentState(order.id)).paid).toBe(0);
});
