const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Money from whole US cents, always with two decimals. */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100);
}
