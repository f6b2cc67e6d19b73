import type { ShownProjectPrice } from '#db/billing/shown-prices.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { formatPercent } from '#pwa/format/numbers.ts';

/** Format how far a price is below or above the list price. */
export function comparisonText({
  amount,
  listAmount,
}: Pick<ShownProjectPrice, 'amount' | 'listAmount'>): string {
  if (listAmount === null || listAmount === 0) return 'No list price';
  if (amount === listAmount) return 'As the list';
  const share = formatPercent(Math.abs(listAmount - amount) / listAmount);
  return `${share} ${amount < listAmount ? 'below' : 'above'} ${formatMoney(listAmount)}`;
}
