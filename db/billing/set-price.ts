import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type Price, price } from './price.ts';
import { dayBeside, overlap } from './price-days.ts';
import { recordPriceChange } from './price-events.ts';
import { PriceForm } from './price-form.ts';

/** The prices of the same tier for the same kind of company. */
async function peersOf(tx: Transaction, asked: PriceForm): Promise<Price[]> {
  const rows = await tx.find(price, { protocolId: asked.protocolId });
  return rows.filter(
    (row) => !row.deleted && row.companyType === asked.companyType && row.minQuantity === asked.minQuantity,
  );
}

/** Ends the price that the new one replaces: the day before, or at all when it was to begin on the same day. */
async function makeRoom(tx: Transaction, asked: PriceForm): Promise<Price | null> {
  const inTheWay = (await peersOf(tx, asked)).filter((row) => overlap(row, asked));
  const later = inTheWay.find(({ effectiveFrom }) => effectiveFrom > asked.effectiveFrom);
  if (later)
    throw refuse(
      'PRICE_OVERLAPS',
      `A price from ${later.effectiveFrom} is set already. End the new one before that day, or withdraw that one first.`,
    );
  const [replaced] = inTheWay;
  if (!replaced) return null;
  if (replaced.effectiveFrom === asked.effectiveFrom) await tx.patch(price, replaced.id, { deleted: true });
  else await tx.patch(price, replaced.id, { effectiveTo: dayBeside(asked.effectiveFrom, -1) });
  return replaced;
}

/** Sets what one specimen costs from a day on; what was ordered before keeps its price. */
export const setPrice = defineOperation({
  name: 'set-price',
  version: 1,
  kind: 'intent',
  title: 'Set price',
  grant: 'lab/price:create',
  args: PriceForm.extend({ priceId: Id }),
  subjects: ({ priceId }) => [priceId],
  async run(tx, { priceId, ...asked }, context) {
    onlineOnly(context);
    const { reason, ...row } = asked;
    const sold = await tx.get(protocol, asked.protocolId);
    if (!sold || sold.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (asked.effectiveFrom < context.labDay)
      throw refuse('VALIDATION', 'A price begins today or later. What was ordered keeps its price.');
    if (asked.effectiveTo !== null && asked.effectiveTo < asked.effectiveFrom)
      throw refuse('VALIDATION', 'The last day cannot be before the first.');
    const replaced = await makeRoom(tx, asked);
    await tx.insert(price, { id: priceId, ...row, createdReason: reason });
    await recordPriceChange(tx, context, asked.protocolId, {
      price: 'SET',
      ...asked,
      from: replaced?.amount ?? null,
      to: asked.amount,
    });
    return applied;
  },
});
