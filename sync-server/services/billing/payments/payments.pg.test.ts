import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCardPaymentHelpers, CARDS } from '#sync-server/demo/card-payments-of-demo.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { signWebhook } from '#sync-server/integrations/payments/deliver-simulated-events.ts';
import { processPendingRefunds, reconcilePayments } from '#sync-server/jobs/tasks/reconcile-payments.ts';
import { settleSimulated } from './simulated-payments.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const USER: Caller = 'COMPANY_USER';
const { ok, payableDraft, startPaying, confirm, secret, send, hear, readPaymentState, count } =
  buildCardPaymentHelpers(() => lab);

const SUBMITTED_BY_PAYER = `event e JOIN "user" u ON u.id = e.user_id AND u.name = e.data ->> 'by'
  WHERE e.target_id = $1 AND e.type = 'ORDER_SUBMITTED'`;

test('a card payment submits the order and issues its invoice once, whatever the number of events', async () => {
  const LAST = `SELECT last FROM order_sequence WHERE entity = 'WBL'`;
  const [lastNumber] = await lab.rows<{ last: number }>(LAST);
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  expect(intent.amount).toBe(order.due);
  const before = {
    status: 'DRAFT',
    invoice: 'AWAITING_PAYMENT',
    number: expect.stringMatching(/^DRAFT-[0-9A-Z]{10}$/),
  };
  expect(await readPaymentState(order.id)).toMatchObject(before);
  expect(await confirm(intent, CARDS.good)).toEqual({ status: 'succeeded', failureCode: null });
  expect((await readPaymentState(order.id)).status).toBe('DRAFT');
  await hear();
  const after = await readPaymentState(order.id);
  const paidState = { status: 'ORDERED', payment: 'PAID_IN_FULL', invoice: 'PAID_IN_FULL', paid: order.due };
  expect(after).toMatchObject(paidState);
  expect(after.number).toMatch(/^INV-W-\d{2}-\d{6}$/);
  expect(await count(`event WHERE target_id = $1 AND type = 'ORDER_SUBMITTED'`, [order.id])).toBe(1);
  expect(await count(SUBMITTED_BY_PAYER, [order.id]), 'the history says who paid').toBe(1);
  expect(await count('payment_event WHERE payment_intent_id = $1', [intent.paymentIntentId])).toBe(1);
  expect(await count('specimen WHERE order_id = $1 AND NOT paid_for', [order.id])).toBe(0);
  // The draft took no number; the order takes the next one with the payment, and so do its specimens.
  const orderNumber = `W-${String(Number(lastNumber?.last) + 1).padStart(6, '0')}`;
  expect(order.orderNumber).toBeNull();
  expect(await count('"order" WHERE id = $1 AND order_number = $2', [order.id, orderNumber])).toBe(1);
  const numbered = `specimen WHERE order_id = $1 AND requisition_number LIKE $2`;
  expect(await count(numbered, [order.id, `${orderNumber}-0%`])).toBe(
    await count('specimen WHERE order_id = $1', [order.id]),
  );
  const mails = await lab.rows(
    `SELECT DISTINCT e.kind FROM email e JOIN invoice i ON e.data ->> 'targetId' IN (i.id, i.order_id)
    WHERE i.order_id = $1 ORDER BY e.kind`,
    [order.id],
  );
  expect(mails.map(({ kind }) => kind)).toEqual(['ORDER_CONFIRMATION', 'PAYMENT_RECEIPT']);
  const [confirmation] = await lab.rows<{ text: string }>(
    `SELECT text FROM email WHERE kind = 'ORDER_CONFIRMATION' AND data ->> 'targetId' = $1`,
    [order.id],
  );
  expect(confirmation?.text, 'it says what is sent where').toMatch(
    /Specimens: \d+\nSend to: [\s\S]*Packing: /,
  );
});

test('two tabs pay with one intent', async () => {
  const order = await payableDraft();
  const [one, two] = await Promise.all([startPaying(order.id), startPaying(order.id)]);
  expect(one).toEqual(two);
  await Promise.all([confirm(one, CARDS.good), confirm(two, CARDS.good)]);
  await hear();
  expect((await readPaymentState(order.id)).paid).toBe(order.due);
  expect(
    await count(
      'card_simulator_intent WHERE metadata ->> $1 IN (SELECT id FROM payment WHERE payment_intent_id = $2)',
      ['paymentId', one.paymentIntentId],
    ),
  ).toBe(1);
});

test('a declined card changes only the payment, and the same intent is tried again', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  expect(await confirm(intent, CARDS.declined)).toMatchObject({ failureCode: 'card_declined' });
  await hear();
  expect(await readPaymentState(order.id)).toMatchObject({ status: 'DRAFT', invoice: 'FAILED', paid: 0 });
  expect(
    await count(`email WHERE kind = 'PAYMENT_FAILED' AND created_at > now() - interval '1 minute'`, []),
  ).toBeGreaterThan(0);
  const secondIntent = await startPaying(order.id);
  expect(secondIntent.paymentIntentId).toBe(intent.paymentIntentId);
  expect(await confirm(secondIntent, CARDS.asks)).toMatchObject({ status: 'requires_action' });
  await ok(USER, '/api/payments/simulator/authenticate', {
    paymentIntentId: secondIntent.paymentIntentId,
    clientSecret: secondIntent.clientSecret,
    passed: true,
  });
  await hear();
  expect(await readPaymentState(order.id)).toMatchObject({ status: 'ORDERED', invoice: 'PAID_IN_FULL' });
});

test('the job finds a late payment without an event', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.late);
  await hear();
  expect(await readPaymentState(order.id)).toMatchObject({ status: 'DRAFT', invoice: 'PROCESSING' });
  const later = new Date(Date.now() + 3_600_000);
  await settleSimulated(lab.database.pool, later);
  await reconcilePayments({ ...lab.services, now: () => later });
  expect(await readPaymentState(order.id)).toMatchObject({
    status: 'ORDERED',
    invoice: 'PAID_IN_FULL',
    paid: order.due,
  });
  await hear();
  expect(await count(`event WHERE target_id = $1 AND type = 'ORDER_SUBMITTED'`, [order.id])).toBe(1);
});

test('a draft that changed during its payment stays a draft, keeps the money and reports it', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await lab.rows(
    `UPDATE "order" SET projected_specimen_count = projected_specimen_count + 40 WHERE id = $1`,
    [order.id],
  );
  const staleAnswer = await lab.call(USER, 'post', '/api/create-online-payment-intent', {
    orderId: order.id,
    seenTotal: order.due,
  });
  expect(staleAnswer.status).toBe(422);
  await confirm(intent, CARDS.good);
  await hear();
  expect(await readPaymentState(order.id)).toMatchObject({
    status: 'DRAFT',
    invoice: 'PAID_IN_FULL',
    paid: order.due,
  });
  const [paymentEvent] = await lab.rows('SELECT outcome FROM payment_event WHERE payment_intent_id = $1', [
    intent.paymentIntentId,
  ]);
  expect(paymentEvent?.['outcome']).toBe('The order total changed. Please review and try again.');
});

test('a canceled paid order is refunded once, and its invoice is void', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.good);
  await hear();
  await ok('COMPANY_MANAGER', `/api/orders/${order.id}/cancel`, { reason: 'No longer needed' });
  await Promise.all([processPendingRefunds(lab.services), processPendingRefunds(lab.services)]);
  await processPendingRefunds(lab.services);
  await hear();
  expect(await readPaymentState(order.id)).toMatchObject({ status: 'CANCELED', invoice: 'VOID', paid: 0 });
  const [card] = await lab.rows<{ back: number }>(
    'SELECT amount_refunded::float8 AS back FROM card_simulator_intent WHERE id = $1',
    [intent.paymentIntentId],
  );
  expect(card?.back).toBe(order.due);
});

test('a discarded draft cancels its open intent, and money that still arrives is refunded', async () => {
  const open = await payableDraft();
  const intent = await startPaying(open.id);
  await ok(USER, `/api/create-order/${open.id}/discard`, {});
  await reconcilePayments(lab.services);
  const refusal = await confirm(intent, CARDS.good);
  expect(refusal).toMatchObject({ status: 'canceled' });
  const raced = await payableDraft();
  const paidState = await startPaying(raced.id);
  await ok(USER, `/api/create-order/${raced.id}/discard`, {});
  await confirm(paidState, CARDS.good);
  await hear();
  await processPendingRefunds(lab.services);
  expect(await readPaymentState(raced.id)).toMatchObject({
    status: 'CANCELED',
    invoice: 'CANCELED',
    paid: 0,
  });
});

test('a webhook that is forged, altered or replayed is refused and changes nothing', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  const data = { object: { id: intent.paymentIntentId } };
  const body = Buffer.from(JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', data }));
  const now = new Date();
  const before = await lab.fingerprint();
  expect(await send(body, signWebhook('guessed', body, now))).toBe(400);
  expect(await send(body, '')).toBe(400);
  expect(await send(body, signWebhook(secret(), Buffer.from(`${body} `), now))).toBe(400);
  expect(await send(body, signWebhook(secret(), body, new Date(now.getTime() - 600_000)))).toBe(400);
  expect(await lab.fingerprint()).toBe(before);
  // Signed, but false: the intent at the processor counts.
  expect(await send(body, signWebhook(secret(), body, now))).toBe(200);
  expect((await readPaymentState(order.id)).status).toBe('DRAFT');
});
