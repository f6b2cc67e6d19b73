const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The sign of discounts, refunds and credits: a true minus, as long as a plus, never a hyphen. */
const MINUS = '\u2212';

/** Format whole US cents as money with two decimals: the same on pages, in emails and on invoices. */
export function moneyText(cents: number): string {
  const text = dollars.format(Math.abs(cents) / 100);
  return cents < 0 ? `${MINUS}${text}` : text;
}
