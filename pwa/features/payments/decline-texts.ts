import type { CardEnd, CardTry } from '#db/billing/card-try.ts';
import { formatMoney } from '#pwa/format/money.ts';

const DECLINE_TEXTS: Record<string, string> = {
  card_declined: 'The card was declined. Try another card, or ask your bank why.',
  insufficient_funds: 'There is not enough money on this card. Try another card.',
  expired_card: 'This card has expired. Try another card.',
  incorrect_cvc: 'The security code is not right. Check it and try again.',
  authentication_failed: 'Your bank did not confirm that it is you. Try again, or use another card.',
  payment_intent_authentication_failure:
    'Your bank did not confirm that it is you. Try again, or use another card.',
  processing_error: 'The card could not be charged just now. Try again in a minute.',
};

/** Message for a declined card: the reason and what to do, by the card processor's code. */
export const declineText = (code: string | null): string =>
  DECLINE_TEXTS[code ?? ''] ?? 'The card was not charged. Try again, or use another card.';

/** Messages for outcomes other than a declined card, with what to do. */
const ENDS: Record<Exclude<CardEnd, 'DECLINED'>, (amount: string) => string> = {
  PAID: (amount) => `${amount} has come, but more is due by now. Pay the rest.`,
  DISPUTED: () =>
    'The payment was disputed by the owner of the card, so the money went back. Pay with another card, or ask the bank to withdraw the dispute.',
  DISPUTE_LOST: () =>
    'The payment was disputed, and the bank decided for the owner of the card. Pay with another card.',
  REFUNDED: (amount) =>
    `The payment of ${amount} is refunded to the card. If you still want to pay, pay again.`,
  CANCELED: () => 'The payment was canceled before anything was charged. Begin again.',
};

/** Get the message for the outcome of a payment. */
export const endText = ({ end, failureCode, amount }: CardTry): string =>
  end === 'DECLINED' ? declineText(failureCode) : ENDS[end](formatMoney(amount));
