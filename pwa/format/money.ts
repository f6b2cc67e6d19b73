import { moneyText } from '#db/values/money.ts';
import { formatPercent } from '#pwa/format/numbers.ts';

/** Format money from whole US cents, as emails and invoices do. */
export const formatMoney: (cents: number) => string = moneyText;

interface Adjustment {
  type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'FEE';
  /** Set for a percentage only. */
  percentBps: number | null;
  /** In cents, for other kinds. */
  amount: number | null;
}

/** Format the discount or fee of an adjustment as it was proposed. */
export function sizeText({ type, percentBps, amount }: Adjustment): string {
  if (type === 'DISCOUNT_PERCENT') return `${formatPercent((percentBps ?? 0) / 10_000)} off`;
  return `${formatMoney(amount ?? 0)} ${type === 'FEE' ? 'fee' : 'off'}`;
}

/** Format the current and the future total. */
export const changeText = ({ before, after }: { before: number; after: number }): string =>
  `${formatMoney(before)} → ${formatMoney(after)}`;
