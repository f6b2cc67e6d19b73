import { formatMoney } from '#pwa/format/money.ts';
import { formatPercent } from '#pwa/format/numbers.ts';

interface Adjustment {
  type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'FEE';
  /** Of a percentage only. */
  percentBps: number | null;
  /** In cents, of the others. */
  amount: number | null;
}

/** How much an adjustment takes off or adds, as it was proposed. */
export function sizeText({ type, percentBps, amount }: Adjustment): string {
  if (type === 'DISCOUNT_PERCENT') return `${formatPercent((percentBps ?? 0) / 10_000)} off`;
  return `${formatMoney(amount ?? 0)} ${type === 'FEE' ? 'fee' : 'off'}`;
}

/** What a total is and what it would be. */
export const changeText = ({ before, after }: { before: number; after: number }): string =>
  `${formatMoney(before)} → ${formatMoney(after)}`;
