const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Money from whole US cents, always with two decimals: the same on pages, in e-mails and on invoices. */
export function moneyText(cents: number): string {
  return dollars.format(cents / 100);
}
