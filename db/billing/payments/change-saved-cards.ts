import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type ReportedCard, type SavedCard, savedCard } from './saved-card.ts';

/** Save a card after a payment with consent, once; the first card of an organization is its default. */
export async function keepCard(
  tx: Transaction,
  context: OperationContext,
  card: ReportedCard & Pick<SavedCard, 'companyId' | 'provider' | 'paymentMethodId' | 'consentById'>,
): Promise<void> {
  const all = (await tx.find(savedCard, { companyId: card.companyId })).filter(({ deleted }) => !deleted);
  const isSame = (one: SavedCard): boolean =>
    one.paymentMethodId === card.paymentMethodId ||
    (one.brand === card.brand &&
      one.last4 === card.last4 &&
      one.expMonth === card.expMonth &&
      one.expYear === card.expYear);
  if (all.some(isSame)) return;
  await tx.insert(savedCard, { id: context.newId(), ...card, isDefault: all.length === 0 });
}

async function ownCard(tx: Transaction, context: OperationContext, cardId: string): Promise<SavedCard> {
  onlineOnly(context);
  const row = await tx.get(savedCard, cardId);
  if (!row || row.deleted || row.companyId !== context.actor.companyId)
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Make a card the one that is proposed when the organization pays. */
export const setDefaultCard = defineOperation({
  name: 'set-default-card',
  version: 1,
  kind: 'intent',
  title: 'Set default card',
  grant: 'create-payment-intent:create',
  args: z.strictObject({ cardId: Id }),
  subjects: ({ cardId }) => [cardId],
  async run(tx, { cardId }, context) {
    const row = await ownCard(tx, context, cardId);
    for (const one of await tx.find(savedCard, { companyId: row.companyId }))
      if (one.isDefault !== (one.id === cardId))
        await tx.patch(savedCard, one.id, { isDefault: one.id === cardId });
    return applied;
  },
});

/** Remove a saved card; nobody pays with it any more, and the next one becomes the default. */
export const removeSavedCard = defineOperation({
  name: 'remove-saved-card',
  version: 1,
  kind: 'intent',
  title: 'Remove card',
  grant: 'create-payment-intent:create',
  args: z.strictObject({ cardId: Id }),
  subjects: ({ cardId }) => [cardId],
  async run(tx, { cardId }, context) {
    const row = await ownCard(tx, context, cardId);
    await tx.patch(savedCard, cardId, { deleted: true, isDefault: false });
    const rest = (await tx.find(savedCard, { companyId: row.companyId })).filter(
      ({ id, deleted }) => id !== cardId && !deleted,
    );
    const [next] = rest;
    if (row.isDefault && next) await tx.patch(savedCard, next.id, { isDefault: true });
    return applied;
  },
});
