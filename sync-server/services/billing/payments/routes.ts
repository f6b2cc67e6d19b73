import * as calls from '#db/api/billing/payments.ts';
import { payment } from '#db/billing/payments/payment.ts';
import type { ClientIntent } from '#db/billing/payments/simulated-payment.ts';
import { startOrderPayment, startPayment } from '#db/billing/payments/start-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type ApiCall, type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { readBody } from '#sync-server/http/request-bodies.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import type { CardIntent, CardPayments } from '#sync-server/integrations/payments/card-payments.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { storeIssuedPdfs } from '#sync-server/services/billing/documents/stored-pdf.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { applyIntent } from './apply-intent.ts';
import { paymentsOf } from './payments-of.ts';
import { savedCardRoutes } from './saved-card-routes.ts';
import { cardCustomer } from './saved-cards.ts';
import {
  authenticateSimulated,
  confirmSimulated,
  disputeSimulated,
  listSimulated,
} from './simulated-payments.ts';

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

interface OpenPayment {
  id: string;
  invoiceId: string;
  amount: number;
  idempotencyKey: string;
  paymentIntentId: string | null;
  companyId: string;
  companyName: string;
  savesCard: boolean;
}

const OPEN = `
  SELECT p.id, p.invoice_id AS "invoiceId", p.amount::float8 AS amount, p.idempotency_key AS "idempotencyKey",
         p.payment_intent_id AS "paymentIntentId", i.company_id AS "companyId", c.name AS "companyName",
         p.card_consent_by_id IS NOT NULL AS "savesCard"
    FROM payment p JOIN invoice i ON i.id = p.invoice_id JOIN company c ON c.id = i.company_id
   WHERE p.invoice_id = $1 AND p.kind = 'CARD' AND p.status IN ('PENDING', 'FAILED') AND p.received_at IS NULL
     AND NOT p.deleted ORDER BY p.attempt DESC LIMIT 1`;

/** Store the intent of a payment; an intent stored earlier stays. */
function storeIntent(
  { pool, now, env }: Running,
  { entity }: Pick<Session, 'entity'>,
  id: string,
  intent: CardIntent,
) {
  const settings = { now: now(), timeZone: env.LAB_TIMEZONE };
  return writeAsSystem(pool, entity, settings, async (tx) => {
    const row = await tx.get(payment, id);
    if (row?.paymentIntentId === null) await tx.patch(payment, id, { paymentIntentId: intent.id });
    return row?.paymentIntentId ?? intent.id;
  });
}

/** Create the processor's intent for the open payment of an invoice, or update its amount. */
async function createPaymentIntent(
  running: Running,
  cards: CardPayments,
  session: Pick<Session, 'entity'>,
  invoiceId: string,
): Promise<ClientIntent> {
  const notPayable = () =>
    new AppError('CONFLICT', 'This is being paid in another window. Reload the page to see the status.');
  const [open] = (await running.pool.query<OpenPayment>(OPEN, [invoiceId])).rows;
  if (!open) throw notPayable();
  const { id: paymentId, amount, idempotencyKey: key, savesCard } = open;
  const customerId = await cardCustomer(running, cards, open);
  let intent: CardIntent;
  if (open.paymentIntentId === null) {
    const metadata = { paymentId, invoiceId, entity: session.entity };
    intent = await cards.createIntent({ amount, metadata, customerId, savesCard }, key);
    const storedIntentId = await storeIntent(running, session, paymentId, intent);
    if (storedIntentId !== intent.id) {
      // Nobody has its secret, so nothing can have been paid with it.
      await cards.cancelIntent(intent.id);
      throw notPayable();
    }
  } else intent = await cards.readIntent(open.paymentIntentId);
  if (intent.amount !== amount || intent.savesCard !== savesCard || intent.customerId !== customerId)
    intent = await cards.updateIntent(intent.id, { amount, customerId, savesCard });
  return { clientSecret: intent.clientSecret, paymentIntentId: intent.id, amount: intent.amount };
}

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;

/** Webhooks of a card processor are a few kilobytes. */
const WEBHOOK_LIMIT = { limit: 500_000, tooLarge: 'Send less than 500 KB.' };

/** Find the company of a visible invoice or order; throws 404 for any other. */
async function requireRow(
  { services, session }: Call,
  table: 'invoice' | '"order"',
  id: string,
): Promise<void> {
  const { rows } = await services.pool.query<{ companyId: string }>(
    `SELECT company_id AS "companyId" FROM ${table} WHERE id = $1 AND entity = $2 AND NOT deleted`,
    [id, session.entity],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(services.pool, session, rows[0].companyId);
}

async function draftInvoice({ services }: Call, orderId: string): Promise<string> {
  const { rows } = await services.pool.query<{ id: string }>(
    `SELECT id FROM invoice WHERE order_id = $1 AND issued_at IS NULL AND status NOT IN ('CANCELED', 'VOID')
        AND NOT deleted ORDER BY created_at LIMIT 1`,
    [orderId],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return rows[0].id;
}

/** Return the simulator for its own form; throws 404 with a real processor. */
function simulated({ services }: Pick<ApiCall, 'services'>) {
  const cards = paymentsOf(services);
  if (cards.provider !== 'SIMULATOR') throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return cards;
}

const { method, path, access } = calls.receivePaymentEvent;
const webhookRoute = streamRoute({
  method,
  path,
  access,
  handler: async ({ services, logger }, request, response) => {
    const cards = paymentsOf(services);
    const body = await readBody(request, WEBHOOK_LIMIT);
    const event = await cards.readEvent(body, request.get('stripe-signature') ?? '');
    const { id: eventId, kind, intentId } = event;
    const outcome = intentId
      ? await applyIntent(services, cards, intentId, { ...event, body })
      : 'about no intent';
    await storeIssuedPdfs(services);
    logger.info({ eventId, kind, outcome }, 'the card processor reported a payment');
    response.json({ received: true });
  },
});

/** Card payment: preparation, the simulator's form, and webhooks. */
export const paymentRoutes: readonly ApiRoute[] = [
  serveCall(calls.createInvoiceIntent, async (call) => {
    const { services, session, body } = call;
    await requireRow(call, 'invoice', body.invoiceId);
    const cards = paymentsOf(services);
    await executeOperation(engineOf(services), session, startPayment, body);
    return createPaymentIntent(services, cards, session, body.invoiceId);
  }),
  serveCall(calls.createOrderIntent, async (call) => {
    const { services, session, body } = call;
    await requireRow(call, '"order"', body.orderId);
    const cards = paymentsOf(services);
    await executeOperation(engineOf(services), session, startOrderPayment, body);
    return createPaymentIntent(services, cards, session, await draftInvoice(call, body.orderId));
  }),
  serveCall(calls.confirmSimulatedPayment, async (call) => {
    const { services, body } = call;
    const { paymentIntentId: id, clientSecret } = body;
    const cards = simulated(call);
    const confirmation = { id, clientSecret, now: services.now() };
    await confirmSimulated(services.pool, confirmation, body.cardNumber.replaceAll(/[\s-]/g, ''));
    const { status, failureCode } = await cards.readIntent(id);
    return { status, failureCode };
  }),
  serveCall(calls.authenticateSimulatedPayment, async (call) => {
    const { services, body } = call;
    const { paymentIntentId: id, clientSecret } = body;
    const cards = simulated(call);
    const confirmation = { id, clientSecret, now: services.now() };
    await authenticateSimulated(services.pool, confirmation, body.passed);
    const { status, failureCode } = await cards.readIntent(id);
    return { status, failureCode };
  }),
  // For Dev Tools: requires the right to delete, which only super admins have.
  serveCall(calls.listSimulatedPayments, async (call) => {
    simulated(call);
    return listSimulated(call.services.pool, call.session.entity, call.query);
  }),
  serveCall(calls.disputeSimulatedPayment, async (call) => {
    const { services, session, params, body } = call;
    simulated(call);
    const paymentRef = { id: params.id, entity: session.entity, now: services.now() };
    await disputeSimulated(services.pool, paymentRef, body);
  }),
  ...savedCardRoutes,
  describeStream(calls.receivePaymentEvent, webhookRoute),
];
