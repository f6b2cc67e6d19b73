import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import type {
  CardIntent,
  CardPayments,
  CardRefund,
} from '#sync-server/integrations/payments/card-payments.ts';
import { processPendingRefunds, reconcilePayments } from '#sync-server/jobs/tasks/reconcile-payments.ts';
import { applyIntent } from './apply-intent.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const BASE = '/api/billing/invoice';
const INTENT = 'pi_of_the_processor';

/** A card processor with scripted answers that records its requests. */
function processor() {
  const requestKeys: string[] = [];
  let refunds: CardRefund[] = [];
  let answer: 'pending' | 'refuse' = 'pending';
  const intent: CardIntent = {
    id: INTENT,
    clientSecret: 'secret',
    status: 'succeeded',
    amount: 100,
    amountReceived: 100,
    failureCode: null,
    dispute: 'none',
    disputedAmount: 0,
    paymentId: null,
    card: null,
    customerId: null,
    savesCard: false,
  };
  const cards: CardPayments = {
    provider: 'STRIPE',
    createIntent: async () => intent,
    updateIntent: async () => intent,
    createCustomer: async () => 'cus_1',
    payWithCard: async () => intent,
    removeCard: async () => undefined,
    readIntent: async () => intent,
    cancelIntent: async () => intent,
    refundsOf: async () => refunds,
    refund: async ({ amount }, key) => {
      requestKeys.push(key);
      if (answer === 'refuse') throw new AppError('PAYMENT_REFUSED', 'The card processor refused (x).');
      const newRefund: CardRefund = { id: `re_${requestKeys.length}`, status: 'PROCESSING', amount, key };
      refunds = [...refunds, newRefund];
      return newRefund;
    },
    readEvent: async () => ({ id: 'evt', kind: 'refund.updated', intentId: INTENT }),
  };
  return {
    cards,
    asked: requestKeys,
    refuse: (on: boolean) => {
      answer = on ? 'refuse' : 'pending';
    },
    decide: (status: CardRefund['status']) => {
      refunds = refunds.map((one) => (one.status === 'FAILED' ? one : { ...one, status }));
    },
  };
}

const deliverEvent = (cards: CardPayments, id: string) =>
  applyIntent(lab.services, cards, INTENT, {
    id,
    kind: 'refund.updated',
    intentId: INTENT,
    body: Buffer.from(id),
  });
const later = () => ({ ...lab.services, now: () => new Date(Date.now() + 3_600_000) });

/** Create an issued invoice that was paid by a card of the processor. */
async function paidByCard(): Promise<{ id: string; cardId: string; total: number }> {
  const [row] = await lab.rows<{ id: string; total: number }>(
    `SELECT id, total_due::float8 AS total FROM invoice WHERE entity = 'WBL' AND issued_at IS NOT NULL AND amount_paid = 0
        AND total_due > 100 AND status IN ('BILLED', 'AWAITING_PAYMENT') ORDER BY due_date DESC LIMIT 1`,
  );
  const { id = '', total = 0 } = row ?? {};
  await lab.rows(
    `INSERT INTO payment (id, created_at, updated_at, entity, invoice_id, kind, amount, status, payment_intent_id, attempt)
     VALUES ('card-of-processor', now(), now(), 'WBL', $1, 'CARD', $2, 'PENDING', $3, 1)`,
    [id, total, INTENT],
  );
  return { id, cardId: 'card-of-processor', total };
}

test('a refund is followed until the processor decides, retried after a failure, and never counted twice', async () => {
  const { cards, asked: requestKeys, refuse, decide } = processor();
  const { id, cardId, total } = await paidByCard();
  const intent = await cards.readIntent(INTENT);
  Object.assign(intent, { amount: total, amountReceived: total });
  await deliverEvent(cards, 'evt_paid');
  const readState = async () => {
    const answer = await lab.call('BILLING_MANAGER', 'get', `${BASE}/${id}`);
    const { invoice, payments } = ShownInvoice.parse(answer.body);
    const refund = payments.find(({ kind }) => kind === 'REFUND');
    return { paid: invoice.amountPaid, refund: refund?.status, refundId: refund?.id ?? '' };
  };
  const ask = (paymentId: string) =>
    lab.call('BILLING_MANAGER', 'post', `${BASE}/${id}/refunds`, { paymentId, amount: 50, reason: 'Agreed' });
  expect((await readState()).paid).toBe(total);
  expect((await ask(cardId)).status).toBe(200);

  // Billing sees a refund that the processor refuses; it is not requested again automatically.
  refuse(true);
  await processPendingRefunds(lab.services, cards);
  await processPendingRefunds(lab.services, cards);
  expect(requestKeys).toHaveLength(1);
  expect(await readState()).toMatchObject({ refund: 'FAILED', paid: total });

  refuse(false);
  expect((await ask((await readState()).refundId)).status).toBe(200);
  await processPendingRefunds(lab.services, cards);
  expect(new Set(requestKeys).size, 'another try has another key').toBe(2);
  expect(await readState()).toMatchObject({ refund: 'PROCESSING', paid: total });

  decide('SUCCEEDED');
  await reconcilePayments(later(), cards);
  expect(await readState()).toMatchObject({ refund: 'SUCCEEDED', paid: total - 50 });
  await Promise.all([
    deliverEvent(cards, 'evt_refund'),
    deliverEvent(cards, 'evt_refund'),
    deliverEvent(cards, 'evt_other'),
  ]);
  expect(await readState()).toMatchObject({ refund: 'SUCCEEDED', paid: total - 50 });

  // A bank may return a refund days later.
  decide('FAILED');
  await deliverEvent(cards, 'evt_failed');
  expect(await readState()).toMatchObject({ refund: 'FAILED', paid: total });
});
