/** The simulator's reaction to a card. */
export type CardBehavior =
  | { does: 'succeed' }
  | { does: 'decline'; code: string }
  | { does: 'ask' }
  | { does: 'settle later' }
  | { does: 'dispute' };

/** The card numbers that the simulator accepts. */
export const TEST_CARDS: Readonly<Record<string, CardBehavior>> = {
  '4242424242424242': { does: 'succeed' },
  '4000000000000002': { does: 'decline', code: 'card_declined' },
  '4000000000009995': { does: 'decline', code: 'insufficient_funds' },
  '4000000000000069': { does: 'decline', code: 'expired_card' },
  // The bank challenges its customer first (3-D Secure).
  '4000002500003155': { does: 'ask' },
  '4000000000000077': { does: 'settle later' },
  '4000000000000259': { does: 'dispute' },
};
