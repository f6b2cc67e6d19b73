import * as calls from '#db/api/billing/saved-cards.ts';
import { removeSavedCard, setDefaultCard } from '#db/billing/payments/change-saved-cards.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { paymentsOf, takesCards } from './payments-of.ts';
import { listSavedCards, requireOwnCard, requireOwnIntent, requirePayer } from './saved-cards.ts';

/** Saved cards of an organization: list, pay, make default, remove. */
export const savedCardRoutes: readonly ApiRoute[] = [
  serveCall(calls.listSavedCards, async ({ services, session }) => {
    requirePayer(session);
    if (!takesCards(services)) return { cards: [], canPayByCard: false };
    const cards = await listSavedCards(services.pool, session, paymentsOf(services));
    return { cards, canPayByCard: true };
  }),
  serveCall(calls.payWithSavedCard, async ({ services, session, params: { id }, body }) => {
    requirePayer(session);
    const paymentMethodId = await requireOwnCard(services.pool, session, id);
    await requireOwnIntent(services.pool, session, body.paymentIntentId);
    const { status, failureCode } = await paymentsOf(services).payWithCard(
      body.paymentIntentId,
      paymentMethodId,
    );
    return { status, failureCode };
  }),
  serveCall(calls.setDefaultCard, async ({ services, session, params: { id: cardId } }) => {
    await requireOwnCard(services.pool, session, cardId);
    await executeOperation(engineOf(services), session, setDefaultCard, { cardId });
    return { cards: await listSavedCards(services.pool, session, paymentsOf(services)) };
  }),
  serveCall(calls.removeSavedCard, async ({ services, session, params: { id: cardId } }) => {
    const paymentMethodId = await requireOwnCard(services.pool, session, cardId);
    await executeOperation(engineOf(services), session, removeSavedCard, { cardId });
    const cards = paymentsOf(services);
    await cards.removeCard(paymentMethodId);
    return { cards: await listSavedCards(services.pool, session, cards) };
  }),
];
