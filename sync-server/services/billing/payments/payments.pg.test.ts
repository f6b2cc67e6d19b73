import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Statement } from '#db/billing/shown-invoice.ts';
import { SimulatedPage } from '#db/billing/simulated-payment.ts';
import { AGREEMENT_VERSION } from '#db/ordering/draft-form.ts';
import { ShownDraft } from '#db/ordering/shown-draft.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { tellSimulated } from '#sync-server/integrations/payments/tell-simulated.ts';
import { signWebhook } from '#sync-server/integrations/payments/webhook-signature.ts';
import { giveRefunds } from '#sync-server/jobs/give-refunds.ts';
import { lookAfterPayments } from '#sync-server/jobs/look-after-payments.ts';
import { settleSimulated } from './confirm-simulated.ts';
import { simulatorSecret } from './payments-of.ts';

let lab: DemoServer;
let protocolId = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [sold] = await lab.rows(
    `SELECT protocol_id AS id FROM service WHERE entity = 'WBL' AND status = 'LIVE' AND package_types @> '{TUBE}'
      ORDER BY min_specimens, sort_order, name LIMIT 1`,
  );
  protocolId = sold?.id ?? '';
});
afterAll(() => lab.close());

const USER: Caller = 'COMPANY_USER';
const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000000000000002',
  asks: '4000 0025 0000 3155',
  late: '4000000000000077',
  disputed: '4000000000000259',
};

const ok = async (caller: Caller, path: string, body: object) => {
  const answer = await lab.call(caller, 'post', path, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};

/** A draft that only waits for its payment. */
async function payableDraft(): Promise<ShownDraft['order'] & { due: number }> {
  const { order } = ShownDraft.parse(await ok(USER, '/api/create-order', { protocolId }));
  const draft = `/api/create-order/${order.id}`;
  const shown = ShownDraft.parse((await lab.call(USER, 'get', draft)).body);
  const rows = Array.from({ length: order.projectedSpecimenCount }, (_, index) => ({
    row: index + 1,
    cells: {
      customerSampleId: `S-${index + 1}`,
      providedSourceSpecies: shown.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS',
      providedSpecimenType: 'WHOLE_BLOOD',
    },
  }));
  await ok(USER, `/api/create-order/manifest/rows?orderId=${order.id}&mode=replace`, { rows });
  const used = ShownDraft.parse(
    await ok(USER, `${draft}/data-use`, {
      agreementTypes: ['NO_RIGHTS'],
      otherText: '',
      retentionPeriod: 'YEARS_2',
      agreementVersion: AGREEMENT_VERSION,
    }),
  );
  const billed = ShownDraft.parse(
    await ok(USER, draft, {
      seenVersion: used.order.version,
      changes: {
        billingAddress: {
          line1: '1 Test Way',
          city: 'Boston',
          state: 'MA',
          postalCode: '02115',
          country: 'US',
        },
      },
    }),
  );
  return { ...billed.order, due: billed.quote.totals.total };
}

interface Intent {
  clientSecret: string;
  paymentIntentId: string;
  amount: number;
}
const startPaying = (orderId: string): Promise<Intent> =>
  ok(USER, '/api/create-online-payment-intent', { orderId });
const confirm = (intent: Intent, cardNumber: string) =>
  ok(USER, '/api/payments/simulator/confirm', {
    paymentIntentId: intent.paymentIntentId,
    clientSecret: intent.clientSecret,
    cardNumber,
  });

const secret = () => simulatorSecret(lab.services);
const send = async (body: Buffer, signature: string): Promise<number> => {
  const asked = request(lab.server)
    .post('/api/payments/webhook')
    .set({ Host: 'localhost:3000', 'Content-Type': 'application/json', 'Stripe-Signature': signature });
  return (await asked.send(body.toString('utf8'))).status;
};
/** Everything that the processor has to tell is told, repetitions too. */
async function hear(): Promise<void> {
  for (const after of [0, 60_000]) {
    const now = new Date(Date.now() + after);
    await tellSimulated(lab.database.pool, { secret: secret(), send, now });
  }
}

interface Standing {
  status: string;
  payment: string;
  total: number;
  invoice: string;
  number: string;
  paid: number;
}
async function standing(orderId: string): Promise<Standing> {
  const [row] = await lab.rows<Standing>(
    `SELECT o.status, o.payment_status AS payment, o.total::float8 AS total, i.status AS invoice,
            i.invoice_number AS number, i.amount_paid::float8 AS paid
       FROM "order" o JOIN invoice i ON i.order_id = o.id WHERE o.id = $1 ORDER BY i.created_at DESC LIMIT 1`,
    [orderId],
  );
  if (!row) throw new Error('no invoice');
  return row;
}
const count = async (text: string, values: unknown[]): Promise<number> =>
  Number((await lab.rows<{ n: string }>(`SELECT count(*) AS n FROM ${text}`, values))[0]?.n);

const SUBMITTED_BY_PAYER = `event e JOIN "user" u ON u.id = e.user_id AND u.name = e.data ->> 'by'
  WHERE e.target_id = $1 AND e.type = 'ORDER_SUBMITTED'`;

test('an order that is paid by card is ordered and its invoice issued, once, however often it is told', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  expect(intent.amount).toBe(order.due);
  const before = { status: 'DRAFT', invoice: 'AWAITING_PAYMENT', number: `DRAFT-${order.orderNumber}` };
  expect(await standing(order.id)).toMatchObject(before);
  expect(await confirm(intent, CARDS.good)).toEqual({ status: 'succeeded', failureCode: null });
  expect((await standing(order.id)).status).toBe('DRAFT');
  await hear();
  const after = await standing(order.id);
  const paid = { status: 'ORDERED', payment: 'PAID_IN_FULL', invoice: 'PAID_IN_FULL', paid: order.due };
  expect(after).toMatchObject(paid);
  expect(after.number).toMatch(/^INV-W-\d{2}-\d{6}$/);
  expect(await count(`event WHERE target_id = $1 AND type = 'ORDER_SUBMITTED'`, [order.id])).toBe(1);
  expect(await count(SUBMITTED_BY_PAYER, [order.id]), 'the history says who paid').toBe(1);
  expect(await count('payment_event WHERE payment_intent_id = $1', [intent.paymentIntentId])).toBe(1);
  expect(await count('specimen WHERE order_id = $1 AND NOT paid_for', [order.id])).toBe(0);
  const mails = await lab.rows(
    `SELECT DISTINCT e.kind FROM email e JOIN invoice i ON e.data ->> 'targetId' IN (i.id, i.order_id)
    WHERE i.order_id = $1 ORDER BY e.kind`,
    [order.id],
  );
  expect(mails.map(({ kind }) => kind)).toEqual(['ORDER_CONFIRMATION', 'PAYMENT_RECEIPT']);
});

test('two tabs pay with one intent', async () => {
  const order = await payableDraft();
  const [one, two] = await Promise.all([startPaying(order.id), startPaying(order.id)]);
  expect(one).toEqual(two);
  await Promise.all([confirm(one, CARDS.good), confirm(two, CARDS.good)]);
  await hear();
  expect((await standing(order.id)).paid).toBe(order.due);
  expect(
    await count(
      'card_simulator_intent WHERE metadata ->> $1 IN (SELECT id FROM payment WHERE payment_intent_id = $2)',
      ['paymentId', one.paymentIntentId],
    ),
  ).toBe(1);
});

test('a declined card changes nothing but the payment, and the same intent is tried again', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  expect(await confirm(intent, CARDS.declined)).toMatchObject({ failureCode: 'card_declined' });
  await hear();
  expect(await standing(order.id)).toMatchObject({ status: 'DRAFT', invoice: 'FAILED', paid: 0 });
  expect(
    await count(`email WHERE kind = 'PAYMENT_FAILED' AND created_at > now() - interval '1 minute'`, []),
  ).toBeGreaterThan(0);
  const again = await startPaying(order.id);
  expect(again.paymentIntentId).toBe(intent.paymentIntentId);
  expect(await confirm(again, CARDS.asks)).toMatchObject({ status: 'requires_action' });
  await ok(USER, '/api/payments/simulator/authenticate', {
    paymentIntentId: again.paymentIntentId,
    clientSecret: again.clientSecret,
    passed: true,
  });
  await hear();
  expect(await standing(order.id)).toMatchObject({ status: 'ORDERED', invoice: 'PAID_IN_FULL' });
});

test('a payment that is decided late and told by nobody is found by the job', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.late);
  await hear();
  expect(await standing(order.id)).toMatchObject({ status: 'DRAFT', invoice: 'PROCESSING' });
  const later = new Date(Date.now() + 3_600_000);
  await settleSimulated(lab.database.pool, later);
  await lookAfterPayments({ ...lab.services, now: () => later });
  expect(await standing(order.id)).toMatchObject({
    status: 'ORDERED',
    invoice: 'PAID_IN_FULL',
    paid: order.due,
  });
  await hear();
  expect(await count(`event WHERE target_id = $1 AND type = 'ORDER_SUBMITTED'`, [order.id])).toBe(1);
});

test('a draft that changed while it was paid stays a draft, keeps the money and says so', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await lab.rows(
    `UPDATE "order" SET projected_specimen_count = projected_specimen_count + 40 WHERE id = $1`,
    [order.id],
  );
  const seen = await lab.call(USER, 'post', '/api/create-online-payment-intent', {
    orderId: order.id,
    seenTotal: order.due,
  });
  expect(seen.status).toBe(422);
  await confirm(intent, CARDS.good);
  await hear();
  expect(await standing(order.id)).toMatchObject({
    status: 'DRAFT',
    invoice: 'PAID_IN_FULL',
    paid: order.due,
  });
  const [told] = await lab.rows('SELECT outcome FROM payment_event WHERE payment_intent_id = $1', [
    intent.paymentIntentId,
  ]);
  expect(told?.['outcome']).toBe('The order total changed. Please review and try again.');
});

test('a paid order that is canceled is given back what was paid, once, and its invoice is void', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.good);
  await hear();
  await ok('COMPANY_MANAGER', `/api/orders/${order.id}/cancel`, { reason: 'No longer needed' });
  await Promise.all([giveRefunds(lab.services), giveRefunds(lab.services)]);
  await giveRefunds(lab.services);
  await hear();
  expect(await standing(order.id)).toMatchObject({ status: 'CANCELED', invoice: 'VOID', paid: 0 });
  const [card] = await lab.rows<{ back: number }>(
    'SELECT amount_refunded::float8 AS back FROM card_simulator_intent WHERE id = $1',
    [intent.paymentIntentId],
  );
  expect(card?.back).toBe(order.due);
});

test('a discarded draft takes its open intent with it, and money that comes all the same goes back', async () => {
  const open = await payableDraft();
  const intent = await startPaying(open.id);
  await ok(USER, `/api/create-order/${open.id}/discard`, {});
  await lookAfterPayments(lab.services);
  const refused = await confirm(intent, CARDS.good);
  expect(refused).toMatchObject({ status: 'canceled' });
  const raced = await payableDraft();
  const paid = await startPaying(raced.id);
  await ok(USER, `/api/create-order/${raced.id}/discard`, {});
  await confirm(paid, CARDS.good);
  await hear();
  await giveRefunds(lab.services);
  expect(await standing(raced.id)).toMatchObject({ status: 'CANCELED', invoice: 'CANCELED', paid: 0 });
});

test('a disputed payment no longer counts as paid, and the order can be paid with another', async () => {
  const order = await payableDraft();
  const disputed = await startPaying(order.id);
  await confirm(disputed, CARDS.disputed);
  await hear();
  expect(await standing(order.id)).toMatchObject({ invoice: 'FAILED', paid: 0 });
  const next = await startPaying(order.id);
  expect(next.paymentIntentId).not.toBe(disputed.paymentIntentId);
  await confirm(next, CARDS.good);
  await hear();
  expect((await standing(order.id)).paid).toBe(order.due);
});

const move = (intent: Intent, dispute: 'open' | 'won' | 'lost', caller: Caller = 'DEVELOPER') =>
  lab.call(caller, 'post', `/api/payments/simulator/payments/${intent.paymentIntentId}/dispute`, { dispute });
const specimensPaid = (orderId: string) => count('specimen WHERE order_id = $1 AND paid_for', [orderId]);
const toldOfDispute = (orderId: string) =>
  lab.rows<{ to: string; subject: string; text: string }>(
    `SELECT e."to", e.subject, e.text FROM email e JOIN invoice i ON i.id = e.data ->> 'targetId'
      WHERE i.order_id = $1 AND e.kind = 'PAYMENT_FAILED' ORDER BY e.id`,
    [orderId],
  );

test('a dispute that is won counts again and the order goes on as paid; billing hears of it once', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.good);
  await hear();
  const specimens = await specimensPaid(order.id);
  expect((await move(intent, 'won')).status, 'nothing is disputed yet').toBe(409);
  expect((await move(intent, 'open', 'BILLING_MANAGER')).status).toBe(403);
  expect((await move(intent, 'open')).status).toBeLessThan(300);
  await hear();
  const gone = { status: 'ORDERED', payment: 'FAILED', invoice: 'FAILED', paid: 0 };
  expect(await standing(order.id)).toMatchObject(gone);
  expect(await specimensPaid(order.id)).toBe(0);
  const letters = await toldOfDispute(order.id);
  const billing = letters.filter(({ to }) => to === 'billing-manager@wbl.example');
  expect(billing.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^A card payment for INV-W-\d{2}-\d{6} is disputed$/),
  ]);
  expect(billing[0]?.text).toContain('/billing/invoices/');
  expect(letters.some(({ to }) => to === 'company-user@wbl.example')).toBe(true);
  expect((await move(intent, 'won')).status).toBeLessThan(300);
  await hear();
  const back = { status: 'ORDERED', payment: 'PAID_IN_FULL', invoice: 'PAID_IN_FULL', paid: order.due };
  expect(await standing(order.id)).toMatchObject(back);
  expect(await specimensPaid(order.id)).toBe(specimens);
  expect(await toldOfDispute(order.id)).toHaveLength(letters.length);
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
  const { number } = await standing(order.id);
  const lines = statement.lines.filter(({ invoiceNumber }) => invoiceNumber === number);
  expect(lines.map(({ kind, amount, description }) => [kind, amount, description]).slice(1)).toEqual([
    ['PAYMENT', -order.due, 'Card'],
    ['TAKEN_BACK', order.due, 'Card disputed'],
    ['PAYMENT', -order.due, 'Card, dispute won'],
  ]);
});

test('a dispute that is lost leaves the invoice open; what is paid then is all that came', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.good);
  await hear();
  await move(intent, 'open');
  await hear();
  await move(intent, 'lost');
  await hear();
  expect(await standing(order.id)).toMatchObject({ invoice: 'FAILED', paid: 0 });
  expect((await move(intent, 'won')).status, 'a dispute ends once').toBe(409);
  const [lost] = await lab.rows('SELECT status, failure_code FROM payment WHERE payment_intent_id = $1', [
    intent.paymentIntentId,
  ]);
  expect(lost).toEqual({ status: 'FAILED', failure_code: 'dispute_lost' });
  const answer = await lab.call('DEVELOPER', 'get', '/api/payments/simulator/payments?state=DISPUTE_LOST');
  expect(SimulatedPage.parse(answer.body).rows.map(({ id }) => id)).toContain(intent.paymentIntentId);
  expect((await lab.call('BILLING_MANAGER', 'get', '/api/payments/simulator/payments')).status).toBe(403);
});

test('a webhook that is forged, altered or replayed later is refused and changes nothing', async () => {
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
  // Signed, but not true: what the processor says of the intent counts.
  expect(await send(body, signWebhook(secret(), body, now))).toBe(200);
  expect((await standing(order.id)).status).toBe('DRAFT');
});
