import { afterAll, beforeAll, expect, test } from 'vitest';
import { Statement } from '#db/billing/invoices/shown-invoice.ts';
import { SimulatedPage } from '#db/billing/payments/simulated-payment.ts';
import { buildCardPaymentHelpers, CARDS, type Intent } from '#sync-server/demo/card-payments-of-demo.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const { payableDraft, startPaying, confirm, hear, readPaymentState, count } = buildCardPaymentHelpers(
  () => lab,
);

test('a disputed payment no longer counts as paid, and the order can be paid with another', async () => {
  const order = await payableDraft();
  const disputed = await startPaying(order.id);
  await confirm(disputed, CARDS.disputed);
  await hear();
  expect(await readPaymentState(order.id)).toMatchObject({ invoice: 'FAILED', paid: 0 });
  const next = await startPaying(order.id);
  expect(next.paymentIntentId).not.toBe(disputed.paymentIntentId);
  await confirm(next, CARDS.good);
  await hear();
  expect((await readPaymentState(order.id)).paid).toBe(order.due);
});

const move = (intent: Intent, dispute: 'open' | 'won' | 'lost', caller: Caller = 'DEVELOPER') =>
  lab.call(caller, 'post', `/api/payments/simulator/payments/${intent.paymentIntentId}/dispute`, { dispute });
const specimensPaid = (orderId: string) => count('specimen WHERE order_id = $1 AND paid_for', [orderId]);
const loadDisputeEmails = (orderId: string) =>
  lab.rows<{ to: string; subject: string; text: string }>(
    `SELECT e."to", e.subject, e.text FROM email e JOIN invoice i ON i.id = e.data ->> 'targetId'
      WHERE i.order_id = $1 AND e.kind = 'PAYMENT_FAILED' ORDER BY e.id`,
    [orderId],
  );

test('a won dispute counts again and the order continues as paid; billing is notified once', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.good);
  await hear();
  const specimens = await specimensPaid(order.id);
  expect((await move(intent, 'won')).status, 'nothing is disputed yet').toBe(409);
  expect((await move(intent, 'open', 'BILLING_MANAGER')).status).toBe(403);
  expect((await move(intent, 'open')).status).toBeLessThan(300);
  await hear();
  const failedState = { status: 'ORDERED', payment: 'FAILED', invoice: 'FAILED', paid: 0 };
  expect(await readPaymentState(order.id)).toMatchObject(failedState);
  expect(await specimensPaid(order.id)).toBe(0);
  const letters = await loadDisputeEmails(order.id);
  const billing = letters.filter(({ to }) => to === 'billing-manager@wbl.example');
  expect(billing.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^A card payment for INV-W-\d{2}-\d{6} is disputed$/),
  ]);
  expect(billing[0]?.text).toContain('/billing/invoices/');
  expect(letters.some(({ to }) => to === 'company-user@wbl.example')).toBe(true);
  expect((await move(intent, 'won')).status).toBeLessThan(300);
  await hear();
  const back = { status: 'ORDERED', payment: 'PAID_IN_FULL', invoice: 'PAID_IN_FULL', paid: order.due };
  expect(await readPaymentState(order.id)).toMatchObject(back);
  expect(await specimensPaid(order.id)).toBe(specimens);
  expect(await loadDisputeEmails(order.id)).toHaveLength(letters.length);
  const moves = await lab.rows(
    `SELECT e.type, e.data ->> 'dispute' AS dispute, (e.data ->> 'disputed')::float8 AS took FROM event e
       JOIN invoice i ON i.id = e.target_id WHERE i.order_id = $1 AND e.data ? 'dispute' ORDER BY e.occurred_at, e.id`,
    [order.id],
  );
  expect(moves).toEqual([
    { type: 'PAYMENT_FAILED', dispute: 'opened', took: order.due },
    { type: 'PAYMENT_SUCCEEDED', dispute: 'won', took: -order.due },
  ]);
  const range = `from=2020-01-01&to=2035-01-01&companyId=${order.companyId}`;
  const statement = Statement.parse(
    (await lab.call('BILLING_MANAGER', 'get', `/api/billing/statement?${range}`)).body,
  );
  const { number } = await readPaymentState(order.id);
  const lines = statement.lines.filter(({ invoiceNumber }) => invoiceNumber === number);
  expect(lines.map(({ kind, amount, description }) => [kind, amount, description]).slice(1)).toEqual([
    ['PAYMENT', -order.due, 'Card'],
    ['TAKEN_BACK', order.due, 'Card disputed'],
    ['PAYMENT', -order.due, 'Card, dispute won'],
  ]);
});

test('a lost dispute leaves the invoice open; only later payments count', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.good);
  await hear();
  await move(intent, 'open');
  await hear();
  await move(intent, 'lost');
  await hear();
  expect(await readPaymentState(order.id)).toMatchObject({ invoice: 'FAILED', paid: 0 });
  expect((await move(intent, 'won')).status, 'a dispute ends once').toBe(409);
  const [lost] = await lab.rows('SELECT status, failure_code FROM payment WHERE payment_intent_id = $1', [
    intent.paymentIntentId,
  ]);
  expect(lost).toEqual({ status: 'FAILED', failure_code: 'dispute_lost' });
  const answer = await lab.call('DEVELOPER', 'get', '/api/payments/simulator/payments?state=DISPUTE_LOST');
  expect(SimulatedPage.parse(answer.body).rows.map(({ id }) => id)).toContain(intent.paymentIntentId);
  expect((await lab.call('BILLING_MANAGER', 'get', '/api/payments/simulator/payments')).status).toBe(403);
});
