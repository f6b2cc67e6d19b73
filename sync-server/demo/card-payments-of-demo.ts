import request from 'supertest';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { deliverSimulatedEvents } from '#sync-server/integrations/payments/deliver-simulated-events.ts';
import { simulatorSecret } from '#sync-server/services/billing/payments/payments-of.ts';
import type { Caller, DemoServer } from './demo-server.ts';

const USER: Caller = 'COMPANY_USER';
/** The test cards of the simulator. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000000000000002',
  asks: '4000 0025 0000 3155',
  late: '4000000000000077',
  disputed: '4000000000000259',
};

/** The payment data that the page receives. */
export interface Intent {
  clientSecret: string;
  paymentIntentId: string;
  amount: number;
}

/** The state of an order and its newest invoice. */
export interface PaymentState {
  status: string;
  payment: string;
  total: number;
  invoice: string;
  number: string;
  paid: number;
}

const SOLD = `SELECT protocol_id AS id FROM service WHERE entity = 'WBL' AND status = 'LIVE' AND package_types @> '{TUBE}'
  ORDER BY min_specimens, sort_order, name LIMIT 1`;

/** Build helpers for paying orders of the demo lab with test cards, and for the simulator's events. */
export function buildCardPaymentHelpers(lab: () => DemoServer) {
  const sold = async () => (await lab().rows<{ id: string }>(SOLD))[0]?.id ?? '';
  const ok = async (caller: Caller, path: string, body: object) => {
    const answer = await lab().call(caller, 'post', path, body);
    if (answer.status > 299) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  /** Create a draft that only needs its payment. */
  async function payableDraft(): Promise<ShownDraft['order'] & { due: number }> {
    const { order } = ShownDraft.parse(await ok(USER, '/api/create-order', { protocolId: await sold() }));
    const draft = `/api/create-order/${order.id}`;
    const draftView = ShownDraft.parse((await lab().call(USER, 'get', draft)).body);
    const rows = Array.from({ length: order.projectedSpecimenCount }, (_, index) => ({
      row: index + 1,
      cells: {
        customerSampleId: `S-${index + 1}`,
        providedSourceSpecies: draftView.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS',
        providedSpecimenType: 'WHOLE_BLOOD',
      },
    }));
    await ok(USER, `/api/create-order/manifest/rows?orderId=${order.id}&mode=replace`, { rows });
    const dataUseDraft = ShownDraft.parse(
      await ok(USER, `${draft}/data-use`, {
        agreementTypes: ['NO_RIGHTS'],
        otherText: '',
        retentionPeriod: 'YEARS_2',
        agreementVersion: AGREEMENT_VERSION,
      }),
    );
    const billed = ShownDraft.parse(
      await ok(USER, draft, {
        seenVersion: dataUseDraft.order.version,
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

  const startPaying = (orderId: string): Promise<Intent> =>
    ok(USER, '/api/create-online-payment-intent', { orderId });
  const confirm = (intent: Intent, cardNumber: string) =>
    ok(USER, '/api/payments/simulator/confirm', {
      paymentIntentId: intent.paymentIntentId,
      clientSecret: intent.clientSecret,
      cardNumber,
    });

  const secret = () => simulatorSecret(lab().services);
  const send = async (body: Buffer, signature: string): Promise<number> => {
    const webhookRequest = request(lab().server)
      .post('/api/payments/webhook')
      .set({ Host: 'localhost:3000', 'Content-Type': 'application/json', 'Stripe-Signature': signature });
    return (await webhookRequest.send(body.toString('utf8'))).status;
  };
  /** Deliver all events of the processor, including repetitions. */
  async function hear(): Promise<void> {
    for (const after of [0, 60_000]) {
      const now = new Date(Date.now() + after);
      await deliverSimulatedEvents(lab().database.pool, { secret: secret(), send, now });
    }
  }

  async function readPaymentState(orderId: string): Promise<PaymentState> {
    const [row] = await lab().rows<PaymentState>(
      `SELECT o.status, o.payment_status AS payment, o.total::float8 AS total, i.status AS invoice,
              i.invoice_number AS number, i.amount_paid::float8 AS paid
         FROM "order" o JOIN invoice i ON i.order_id = o.id WHERE o.id = $1 ORDER BY i.created_at DESC LIMIT 1`,
      [orderId],
    );
    if (!row) throw new Error('no invoice');
    return row;
  }
  const count = async (text: string, values: unknown[]): Promise<number> =>
    Number((await lab().rows<{ n: string }>(`SELECT count(*) AS n FROM ${text}`, values))[0]?.n);
  return { ok, payableDraft, startPaying, confirm, secret, send, hear, readPaymentState, count };
}
