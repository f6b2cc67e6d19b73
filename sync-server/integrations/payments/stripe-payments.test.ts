import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CardPayments } from './card-payments.ts';
import { stripePayments } from './stripe-payments.ts';

interface RecordedRequest {
  method: string;
  path: string;
  key: string;
  body: string;
}

let requests: RecordedRequest[] = [];
let failures = 0;
let server: http.Server;
let cards: CardPayments;
const SECRET = 'whsec_test';

const intent = (id: string, more: object = {}) => ({
  id,
  object: 'payment_intent',
  client_secret: `${id}_secret_x`,
  status: 'requires_payment_method',
  amount: 5000,
  amount_received: 0,
  last_payment_error: null,
  metadata: { paymentId: 'payment-1' },
  ...more,
});

const refund = (id: string, status: string, metadata: object = {}) => ({
  id,
  object: 'refund',
  amount: 700,
  status,
  metadata,
  payment_intent: 'pi_paid',
});
const REFUND_LIST = [
  refund('re_1', 'pending', { askedUnder: 'refund:payment-9:1' }),
  refund('re_2', 'requires_action'),
  refund('re_3', 'succeeded'),
  refund('re_4', 'failed'),
  refund('re_5', 'canceled'),
];

const dispute = (status: string, amount = 5000) => ({
  id: `dp_${status}`,
  object: 'dispute',
  status,
  amount,
});
const DISPUTES: Record<string, object[]> = {
  pi_paid: [dispute('needs_response')],
  pi_won: [dispute('won')],
  pi_lost: [dispute('lost', 3000)],
  pi_warned: [dispute('warning_needs_response')],
  pi_again: [dispute('under_review', 1000), dispute('lost', 3000), dispute('won', 500)],
};

function answerTo(path: string): object {
  if (path.startsWith('/v1/disputes'))
    return {
      object: 'list',
      data: DISPUTES[new URLSearchParams(path.split('?')[1]).get('payment_intent') ?? ''],
    };
  const disputed = Object.keys(DISPUTES).find((id) => path.split('?')[0] === `/v1/payment_intents/${id}`);
  if (disputed) return intent(disputed, { status: 'succeeded', amount_received: 5000 });
  if (path.startsWith('/v1/payment_intents/pi_wallet'))
    return intent('pi_wallet', {
      payment_method: {
        id: 'pm_1',
        object: 'payment_method',
        card: {
          brand: 'visa',
          last4: '4242',
          exp_month: 12,
          exp_year: 2034,
          wallet: { type: 'apple_pay' },
        },
      },
    });
  if (path.startsWith('/v1/refunds?')) return { object: 'list', data: REFUND_LIST };
  if (path === '/v1/refunds') return REFUND_LIST[0] ?? {};
  if (path.split('?')[0] === '/v1/payment_intents/pi_declined')
    return intent('pi_declined', {
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
  return intent('pi_new');
}

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      requests.push({
        method: request.method ?? '',
        path,
        key: String(request.headers['idempotency-key'] ?? ''),
        body,
      });
      const broken = failures > 0;
      failures -= broken ? 1 : 0;
      response.writeHead(broken ? 500 : 200, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify(broken ? { error: { type: 'api_error', message: 'broken' } } : answerTo(path)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  cards = stripePayments('sk_test_x', SECRET, { host: '127.0.0.1', port, protocol: 'http' });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  requests = [];
  failures = 0;
});

const metadata = { paymentId: 'payment-1', invoiceId: 'invoice-1', entity: 'WBL' };

test('an intent is requested under its key, and again under the same key after a lost response', async () => {
  failures = 1;
  const intent = await cards.createIntent(
    { amount: 5000, customerId: null, savesCard: false, metadata },
    'order-1:5000:1',
  );
  expect(intent).toMatchObject({
    id: 'pi_new',
    clientSecret: 'pi_new_secret_x',
    amount: 5000,
    paymentId: 'payment-1',
  });
  expect(requests.map(({ key }) => key)).toEqual(['order-1:5000:1', 'order-1:5000:1']);
  expect(requests[0]?.body).toContain('metadata[paymentId]=payment-1');
});

test('a card is saved only with consent, and its brand and last four digits are read with the intent', async () => {
  await cards.updateIntent('pi_new', { amount: 5000, customerId: 'cus_1', savesCard: true });
  expect(requests.at(-1)?.body).toContain('customer=cus_1&setup_future_usage=off_session');
  await cards.updateIntent('pi_new', { amount: 5000, customerId: 'cus_1', savesCard: false });
  expect(requests.at(-1)?.body).toContain('setup_future_usage=');
  expect(requests.at(-1)?.body).not.toContain('off_session');
  expect((await cards.readIntent('pi_wallet')).card).toEqual({
    paymentMethodId: 'pm_1',
    brand: 'Visa (Apple Pay)',
    last4: '4242',
    expMonth: 12,
    expYear: 2034,
  });
});

test('an intent is paid with a saved card', async () => {
  await cards.payWithCard('pi_new', 'pm_1');
  expect(requests.at(-1)).toMatchObject({ path: '/v1/payment_intents/pi_new/confirm' });
  expect(requests.at(-1)?.body).toContain('payment_method=pm_1');
});

test('an intent is read with its decline and its dispute', async () => {
  expect(await cards.readIntent('pi_declined')).toMatchObject({
    failureCode: 'insufficient_funds',
    dispute: 'none',
  });
  expect(await cards.readIntent('pi_paid')).toMatchObject({
    status: 'succeeded',
    amountReceived: 5000,
    dispute: 'open',
  });
});

test('a dispute reduces the payment while it is open and when it is lost, but not when it is won', async () => {
  const readDispute = async (id: string) => {
    const { dispute: disputeState, disputedAmount } = await cards.readIntent(id);
    return [disputeState, disputedAmount];
  };
  expect(await readDispute('pi_paid')).toEqual(['open', 5000]);
  expect(await readDispute('pi_won')).toEqual(['won', 0]);
  expect(await readDispute('pi_lost')).toEqual(['lost', 3000]);
  expect(await readDispute('pi_warned')).toEqual(['none', 0]);
  expect(await readDispute('pi_again'), 'several disputes of one payment').toEqual(['open', 4000]);
});

test('a refund is requested under its own key and may still be pending', async () => {
  const key = 'refund:payment-9:1';
  const cardRefund = await cards.refund({ intentId: 'pi_paid', amount: 700 }, key);
  expect(cardRefund).toEqual({ id: 're_1', status: 'PROCESSING', amount: 700, key });
  expect(requests[0]).toMatchObject({ path: '/v1/refunds', key });
  expect(requests[0]?.body).toContain('metadata[askedUnder]=refund%3Apayment-9%3A1');
});

test('the refunds of an intent are read with their reasons, including those made elsewhere', async () => {
  const cardRefund = await cards.refundsOf('pi_paid');
  expect(requests[0]?.path).toContain('payment_intent=pi_paid');
  expect(cardRefund.map(({ status, key }) => [status, key])).toEqual([
    ['PROCESSING', 'refund:payment-9:1'],
    ['PROCESSING', null],
    ['SUCCEEDED', null],
    ['FAILED', null],
    ['FAILED', null],
  ]);
});

test('an event about a refund or a dispute names its intent', async () => {
  for (const [type, object] of [
    ['refund.updated', { id: 're_1', object: 'refund', payment_intent: 'pi_paid' }],
    ['charge.dispute.closed', { id: 'dp_1', object: 'dispute', payment_intent: 'pi_paid' }],
  ] as const) {
    const payload = JSON.stringify({ id: 'evt_2', object: 'event', type, data: { object } });
    const cardEvent = await cards.readEvent(Buffer.from(payload), signed(payload));
    expect(cardEvent).toEqual({ id: 'evt_2', kind: type, intentId: 'pi_paid' });
  }
});

test('a paid intent cannot be canceled', async () => {
  expect((await cards.cancelIntent('pi_paid')).status).toBe('succeeded');
  expect(requests.some(({ path }) => path.endsWith('/cancel'))).toBe(false);
});

const signed = (payload: string, timestamp = Math.floor(Date.now() / 1000)) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });

test('a webhook is accepted only if signed, unaltered and recent', async () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'charge.refunded',
    data: { object: { id: 'ch_1', object: 'charge', payment_intent: 'pi_paid' } },
  });
  const body = Buffer.from(payload);
  expect(await cards.readEvent(body, signed(payload))).toEqual({
    id: 'evt_1',
    kind: 'charge.refunded',
    intentId: 'pi_paid',
  });
  for (const [webhookBody, header] of [
    [body, 't=1,v1=00'],
    [Buffer.from(`${payload} `), signed(payload)],
    [body, signed(payload, Math.floor(Date.now() / 1000) - 600)],
  ] as const)
    await expect(cards.readEvent(webhookBody, header)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
