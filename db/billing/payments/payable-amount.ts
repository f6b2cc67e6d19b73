/** The smallest card payment, in cents. */
const MIN_CARD_AMOUNT = 50;

/**
 * Return why an amount cannot be paid by card on an invoice with this balance (domain 6.7); null when it can.
 */
export function cardAmountProblem(balance: number, amount: number): string | null {
  if (amount > balance) return 'Amount exceeds the balance due.';
  if (amount < MIN_CARD_AMOUNT) return 'Pay at least $0.50.';
  return null;
}

/** Split money received by check or transfer: the part that covers the balance, and the excess to refund. */
export function splitReceived(balance: number, amount: number): { applied: number; excess: number } {
  const applied = Math.min(amount, Math.max(0, balance));
  return { applied, excess: amount - applied };
}

/**
 * Return the idempotency key of an intent, so that a double click, a second tab and a retry make one (domain
 * 6.7).
 */
export const intentKey = (targetId: string, amount: number, attempt: number): string =>
  `${targetId}:${amount}:${attempt}`;
