const WORDS: Record<string, string> = {
  card_declined: 'The card was declined. Try another card, or ask your bank why.',
  insufficient_funds: 'There is not enough money on this card. Try another card.',
  expired_card: 'This card has expired. Try another card.',
  incorrect_cvc: 'The security code is not right. Check it and try again.',
  authentication_failed: 'Your bank did not confirm that it is you. Try again, or use another card.',
  payment_intent_authentication_failure:
    'Your bank did not confirm that it is you. Try again, or use another card.',
  processing_error: 'The card could not be charged just now. Try again in a minute.',
  charge_disputed: 'The payment was disputed by the owner of the card, so the money went back.',
};

/** Why a card was not charged and what to do, from the code of the card processor. */
export const declineText = (code: string | null): string =>
  WORDS[code ?? ''] ?? 'The card was not charged. Try again, or use another card.';
