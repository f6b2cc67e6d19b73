import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { ShownCard } from '#db/billing/payments/saved-card.ts';
import { CardResult } from '#db/billing/payments/simulated-payment.ts';
import { Id } from '#db/values/id.ts';

const CardId = z.strictObject({ id: Id });
const SavedCards = z.object({ cards: z.array(ShownCard) });
/** The saved cards, and whether this lab takes cards at all. */
const CardChoices = SavedCards.extend({ canPayByCard: z.boolean() });

export const listSavedCards = defineCall({
  id: 'listSavedCards',
  method: 'get',
  path: '/api/payments/saved-cards',
  access: 'session',
  summary: 'Lists the saved cards of the own organization, for members who may pay.',
  answer: CardChoices,
});

export const payWithSavedCard = defineCall({
  id: 'payWithSavedCard',
  method: 'post',
  path: '/api/payments/saved-cards/:id/pay',
  access: 'session',
  summary: 'Pays an open payment of the own organization with one of its saved cards.',
  params: CardId,
  body: z.strictObject({ paymentIntentId: z.string().min(1).max(100) }),
  answer: CardResult,
});

export const setDefaultCard = defineCall({
  id: 'setDefaultCard',
  method: 'post',
  path: '/api/payments/saved-cards/:id/default',
  access: 'create-payment-intent:create',
  summary: 'Makes a saved card the one that is proposed.',
  params: CardId,
  body: z.strictObject({}),
  answer: SavedCards,
});

export const removeSavedCard = defineCall({
  id: 'removeSavedCard',
  method: 'post',
  path: '/api/payments/saved-cards/:id/remove',
  access: 'create-payment-intent:create',
  summary: 'Removes a saved card, also at the card processor.',
  params: CardId,
  body: z.strictObject({}),
  answer: SavedCards,
});
