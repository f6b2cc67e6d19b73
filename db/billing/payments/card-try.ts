import { z } from 'zod';
import { disputedOf, isLost } from './card-dispute.ts';
import type { Payment } from './payment.ts';
import { refundable, retainedAmount } from './waiting-refunds.ts';

/** The possible ends of a card attempt. */
const CARD_ENDS = ['PAID', 'DECLINED', 'DISPUTED', 'DISPUTE_LOST', 'REFUNDED', 'CANCELED'] as const;
export const CardEnd = z.enum(CARD_ENDS);
export type CardEnd = z.infer<typeof CardEnd>;

/** The last card attempt, for a page that waits for its result. */
export const CardTry = z.object({
  /** Identifies this end of this attempt, so that a page detects a new one. */
  key: z.string(),
  end: CardEnd,
  failureCode: z.string().nullable(),
  /** In cents. */
  amount: z.number(),
});
export type CardTry = z.infer<typeof CardTry>;

/** The amount of a draft order that has been paid by card, and the end of the last attempt. */
export const DraftPayment = z.object({ kept: z.number(), lastTry: CardTry.nullable() });
export type DraftPayment = z.infer<typeof DraftPayment>;

function endOf(payments: readonly Payment[], one: Payment): CardEnd | null {
  if (one.status === 'CANCELED') return 'CANCELED';
  if (one.status === 'FAILED') {
    if (disputedOf(one) === 0) return 'DECLINED';
    return isLost(one) ? 'DISPUTE_LOST' : 'DISPUTED';
  }
  if (one.status !== 'SUCCEEDED') return null;
  return refundable(payments, one) === 0 ? 'REFUNDED' : 'PAID';
}

/** Return how the last card attempt of an invoice ended; null when none was made, or the result is open. */
export function lastCardTry(payments: readonly Payment[]): CardTry | null {
  const [last] = payments
    .filter(({ kind, deleted }) => kind === 'CARD' && !deleted)
    .sort((a, b) => b.attempt - a.attempt);
  const end = last ? endOf(payments, last) : null;
  if (!last || end === null) return null;
  const { id, version, failureCode, amount } = last;
  return { key: `${id} ${version} ${end}`, end, failureCode, amount };
}

/** Return the paid amount and the last card attempt of a draft. */
export const draftPayment = (payments: readonly Payment[]): DraftPayment => ({
  kept: retainedAmount(payments),
  lastTry: lastCardTry(payments),
});
