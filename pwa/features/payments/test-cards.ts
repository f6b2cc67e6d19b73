/** The test cards of the simulator with their outcomes. */
export const TEST_CARDS: readonly { number: string; does: string }[] = [
  { number: '4242 4242 4242 4242', does: 'Pays' },
  { number: '4000 0025 0000 3155', does: 'The bank asks first (3-D Secure)' },
  { number: '4000 0000 0000 0077', does: 'Pays after ten seconds' },
  { number: '4000 0000 0000 0002', does: 'Declined' },
  { number: '4000 0000 0000 9995', does: 'Not enough money' },
  { number: '4000 0000 0000 0069', does: 'Expired' },
  { number: '4000 0000 0000 0259', does: 'Pays, then the owner disputes it' },
];
