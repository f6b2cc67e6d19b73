import type { PriceTier } from '#db/billing/price-tiers.ts';
import { formatMoney } from '#pwa/format/money.ts';

/** The price per specimen by number of specimens, as bars with figures. */
export function TierBars({ tiers }: { tiers: readonly PriceTier[] }) {
  const maxAmount = Math.max(1, ...tiers.map(({ amount }) => amount));
  if (tiers.length === 0) return null;
  return (
    <ul aria-label="Price of each specimen by number" className="mt-4 flex flex-col gap-2">
      {tiers.map(({ minQuantity, amount, priceId }) => (
        <li key={priceId} className="grid grid-cols-[6rem_1fr_6rem] items-center gap-3 tabular-nums">
          <span className="text-ink-soft text-sm">{`${minQuantity} or more`}</span>
          <span aria-hidden className="h-3 rounded-full bg-sunken">
            <span
              className="block h-3 rounded-full bg-accent"
              style={{ width: `${Math.max(2, (amount / maxAmount) * 100)}%` }}
            />
          </span>
          <span className="text-right font-medium">{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
