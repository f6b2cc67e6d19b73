import { z } from 'zod';
import { DisputeMove } from '#db/billing/simulated-payment.ts';
import { startOrderPayment } from '#db/billing/start-order-payment.ts';
import { startPayment } from '#db/billing/start-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type ApiCall, type ApiRoute, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { PAYMENT_WEBHOOK } from '#sync-server/http/raw-body.ts';
import { readBody } from '#sync-server/http/read-body.ts';
import { requireVisibleCompany } from '#sync-server/http/scope.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { applyIntent } from './apply-intent.ts';
import { authenticateSimulated, confirmSimulated } from './confirm-simulated.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { disputeSimulated } from './dispute-simulated.ts';
import { listSimulated, SimulatedQuery } from './list-simulated.ts';
import { paymentsOf } from './payments-of.ts';

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

/** The holder of an intent's secret may pay it, as with a real processor. */
const Intent = {
  paymentIntentId: z.string().regex(/^pi_sim_[0-9a-f]{24}$/),
  clientSecret: z.string().max(100),
};

/** Return the simulator for its own form; throws 404 with a real processor. */
function simulated({ services }: Pick<ApiCall, 'services'>) {
  const cards = paymentsOf(services);
  if (cards.provider !== 'SIMULATOR') throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return cards;
}

/** Card payment: preparation, the simulator's form, and webhooks. */
export const paymentRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'post',
    path: '/api/create-payment-intent',
    access: 'create-payment-intent:create',
    body: startPayment.args,
    handler: async (call) => {
      const { services, session, body } = call;
      await requireRow(call, 'invoice', body.invoiceId);
      const cards = paymentsOf(services);
      await executeOperation(engineOf(services), session, startPayment, body);
      return createPaymentIntent(services, cards, session, body.invoiceId);
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/create-online-payment-intent',
    access: 'create-online-payment-intent:create',
    body: startOrderPayment.args,
    handler: async (call) => {
      const { services, session, body } = call;
      await requireRow(call, '"order"', body.orderId);
      const cards = paymentsOf(services);
      await executeOperation(engineOf(services), session, startOrderPayment, body);
      return createPaymentIntent(services, cards, session, await draftInvoice(call, body.orderId));
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/payments/simulator/confirm',
    access: 'session',
    body: z.strictObject({ ...Intent, cardNumber: z.string().trim().max(30) }),
    handler: async (call) => {
      const { services, body } = call;
      const { paymentIntentId: id, clientSecret } = body;
      const cards = simulated(call);
      const confirmation = { id, clientSecret, now: services.now() };
      await confirmSimulated(services.pool, confirmation, body.cardNumber.replaceAll(/[\s-]/g, ''));
      const { status, failureCode } = await cards.readIntent(id);
      return { status, failureCode };
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/payments/simulator/authenticate',
    access: 'session',
    body: z.strictObject({ ...Intent, passed: z.boolean() }),
    handler: async (call) => {
      const { services, body } = call;
      const { paymentIntentId: id, clientSecret } = body;
      const cards = simulated(call);
      const confirmation = { id, clientSecret, now: services.now() };
      await authenticateSimulated(services.pool, confirmation, body.passed);
      const { status, failureCode } = await cards.readIntent(id);
      return { status, failureCode };
    },
  }),
  // For Dev Tools: requires the right to delete, which only super admins have.
  jsonRoute({
    method: 'get',
    path: '/api/payments/simulator/payments',
    access: 'create-payment-intent:delete',
    query: SimulatedQuery,
    handler: async (call) => {
      simulated(call);
      return listSimulated(call.services.pool, call.session.entity, call.query);
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/payments/simulator/payments/:id/dispute',
    access: 'create-payment-intent:delete',
    params: z.strictObject({ id: z.string().min(1).max(60) }),
    body: DisputeMove,
    handler: async (call) => {
      const { services, session, params, body } = call;
      simulated(call);
      const paymentRef = { id: params.id, entity: session.entity, now: services.now() };
      await disputeSimulated(services.pool, paymentRef, body);
    },
  }),
  streamRoute({
    method: 'post',
    path: PAYMENT_WEBHOOK,
    access: 'open',
    handler: async ({ services, logger }, request, response) => {
      const cards = paymentsOf(services);
      const body = await readBody(request, WEBHOOK_LIMIT);
      const event = await cards.readEvent(body, request.get('stripe-signature') ?? '');
      const { id: eventId, kind, intentId } = event;
      const outcome = intentId
        ? await applyIntent(services, cards, intentId, { ...event, body })
        : 'about no intent';
      logger.info({ eventId, kind, outcome }, 'the card processor told of a payment');
      response.json({ received: true });
    },
  }),
];
