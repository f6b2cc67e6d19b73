import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { service } from '#db/ordering/services/service.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type Price, price } from './price.ts';
import { adjacentDay, overlap, recordPriceChange } from './price-events.ts';
import { PriceEnd, PriceForm } from './price-form.ts';

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

/** Refuse to leave a service on sale without any price on a day. */
async function requirePriceOn(tx: Transaction, endedPrice: Price, day: string): Promise<void> {
  const [sold] = await tx.find(service, { protocolId: endedPrice.protocolId });
  if (sold?.status !== 'LIVE') return;
  const otherPrices = (await tx.find(price, { protocolId: endedPrice.protocolId })).filter(
    (row) =>
      row.id !== endedPrice.id &&
      !row.deleted &&
      row.minQuantity <= endedPrice.minQuantity &&
      (row.companyType === null || row.companyType === endedPrice.companyType) &&
      row.effectiveFrom <= day &&
      (row.effectiveTo === null || row.effectiveTo >= day),
  );
  if (otherPrices.length === 0)
    throw refuse(
      'LAST_PRICE',
      'The service is on sale and would have no price. Set another price first, or take it off sale.',
    );
}

/** Delete a price that has not begun; the price that was to end for it continues. */
async function withdraw(tx: Transaction, row: Price): Promise<void> {
  const before = adjacentDay(row.effectiveFrom, -1);
  const ending = (await tx.find(price, { protocolId: row.protocolId })).find(
    (one) =>
      !one.deleted &&
      one.companyType === row.companyType &&
      one.minQuantity === row.minQuantity &&
      one.effectiveTo === before,
  );
  await tx.patch(price, row.id, { deleted: true });
  if (ending) await tx.patch(price, ending.id, { effectiveTo: row.effectiveTo });
}

/** End a price after a last day, or withdraw one that has not begun. */
export const endPrice = defineOperation({
  name: 'end-price',
  version: 1,
  kind: 'intent',
  title: 'End price',
  grant: 'lab/price:update',
  args: PriceEnd.extend({ priceId: Id }),
  subjects: ({ priceId }) => [priceId],
  async run(tx, { priceId, lastDay }, context) {
    onlineOnly(context);
    const row = await tx.get(price, priceId);
    if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
    const { labDay } = context;
    if (row.effectiveTo !== null && row.effectiveTo < labDay)
      throw refuse('ALREADY_ENDED', 'This price has ended already.');
    const withdrawn = row.effectiveFrom > labDay && (lastDay === null || lastDay < row.effectiveFrom);
    if (!withdrawn && (lastDay === null || lastDay < labDay || lastDay < row.effectiveFrom))
      throw refuse('VALIDATION', 'Choose a last day of today or later.');
    if (!withdrawn && lastDay !== null) {
      await requirePriceOn(tx, row, adjacentDay(lastDay, 1));
      await tx.patch(price, priceId, { effectiveTo: lastDay });
    } else await withdraw(tx, row);
    await recordPriceChange(tx, context, row.protocolId, {
      price: withdrawn ? 'WITHDRAWN' : 'ENDED',
      amount: row.amount,
      minQuantity: row.minQuantity,
      companyType: row.companyType,
      effectiveTo: withdrawn ? null : lastDay,
    });
    return applied;
  },
});
