import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type Price, price } from './price.ts';
import { adjacentDay, overlap } from './price-days.ts';
import { recordPriceChange } from './price-events.ts';
import { PriceForm } from './price-form.ts';

/** Return the prices of the same tier for the same kind of company. */
async function peersOf(tx: Transaction, form: PriceForm): Promise<Price[]> {
  const rows = await tx.find(price, { protocolId: form.protocolId });
  return rows.filter(
    (row) => !row.deleted && row.companyType === form.companyType && row.minQuantity === form.minQuantity,
  );
}

/**
 * End the price that the new one replaces: on the day before, or delete it when it was to begin on the same
 * day.
 */
async function makeRoom(tx: Transaction, form: PriceForm): Promise<Price | null> {
  const inTheWay = (await peersOf(tx, form)).filter((row) => overlap(row, form));
  const later = inTheWay.find(({ effectiveFrom }) => effectiveFrom > form.effectiveFrom);
  if (later)
    throw refuse(
      'PRICE_OVERLAPS',
      `A price from ${later.effectiveFrom} is set already. End the new one before that day, or withdraw that one first.`,
    );
  const [replaced] = inTheWay;
  if (!replaced) return null;
  if (replaced.effectiveFrom === form.effectiveFrom) await tx.patch(price, replaced.id, { deleted: true });
  else await tx.patch(price, replaced.id, { effectiveTo: adjacentDay(form.effectiveFrom, -1) });
  return replaced;
}

/** Set the price of one specimen from a day on; earlier orders keep their price. */
export const setPrice = defineOperation({
  name: 'set-price',
  version: 1,
  kind: 'intent',
  title: 'Set price',
  grant: 'lab/price:create',
  args: PriceForm.extend({ priceId: Id }),
  subjects: ({ priceId }) => [priceId],
  async run(tx, { priceId, ...form }, context) {
    onlineOnly(context);
    const { reason, ...row } = form;
    const sold = await tx.get(protocol, form.protocolId);
    if (!sold || sold.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (form.effectiveFrom < context.labDay)
      throw refuse('VALIDATION', 'A price begins today or later. What was ordered keeps its price.');
    if (form.effectiveTo !== null && form.effectiveTo < form.effectiveFrom)
      throw refuse('VALIDATION', 'The last day cannot be before the first.');
    const replaced = await makeRoom(tx, form);
    await tx.insert(price, { id: priceId, ...row, createdReason: reason });
    await recordPriceChange(tx, context, form.protocolId, {
      price: 'SET',
      ...form,
      from: replaced?.amount ?? null,
      to: form.amount,
    });
    return applied;
  },
});
