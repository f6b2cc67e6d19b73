const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The sign of what is taken off, given back or owed to the customer: a minus, as long as a plus, never a hyphen. */
const MINUS = '\u2212';

/** Money from whole US cents, always with two decimals: the same on pages, in e-mails and on invoices. */
export function moneyText(cents: number): string {
  const text = dollars.format(Math.abs(cents) / 100);
  return cents < 0 ? `${MINUS}${text}` : text;
}
