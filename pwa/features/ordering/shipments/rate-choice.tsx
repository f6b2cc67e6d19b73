import { labelName } from '#db/ordering/shipments/label-price.ts';
import type { ShownRate } from '#db/ordering/shipments/shown-shipping.ts';
import { formatMoney } from '#pwa/format/money.ts';

const daysText = (days: number | null): string =>
  days === null ? 'not said' : days === 1 ? '1 day' : `${days} days`;

/** Carrier rates side by side; one is selected. */
export function RateChoice({
  rates,
  selectedId,
  onChoose,
}: {
  rates: readonly ShownRate[];
  selectedId: string | null;
  onChoose(id: string): void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Service</legend>
      {rates.map(({ id, cost, days, ...service }) => (
        <label
          key={id}
          className="flex min-h-control items-center gap-3 rounded-md border border-line px-3 py-1 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="rate"
            className="size-5 shrink-0 accent-accent"
            checked={selectedId === id}
            onChange={() => onChoose(id)}
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{labelName(service)}</span>
          <span className="text-ink-soft text-sm">{daysText(days)}</span>
          <span className="font-semibold tabular-nums">{formatMoney(cost)}</span>
        </label>
      ))}
    </fieldset>
  );
}
