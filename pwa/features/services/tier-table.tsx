import { useState } from 'react';
import type { ShownService } from '#db/ordering/shown-service.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';

/** The price of each of so many specimens: that of the largest tier that they reach. */
const unitOf = ({ tiers }: Pick<ShownService, 'tiers'>, count: number) =>
  tiers.filter(({ minQuantity }) => minQuantity <= count).at(-1)?.amount;

/** What each specimen costs by their number, and what so many cost. */
export function TierTable({ service }: { service: ShownService }) {
  const [typed, setTyped] = useState(String(service.minSpecimens));
  const { tiers, minSpecimens, maxSpecimens } = service;
  if (tiers.length === 0) return <p>Contact support for the price of this service.</p>;
  const count = Number(typed);
  const unit = unitOf(service, count);
  const fits = count >= minSpecimens && (maxSpecimens === null || count <= maxSpecimens);
  return (
    <div className="flex flex-col gap-4">
      <table className="w-full">
        <caption className="sr-only">Price of each specimen</caption>
        <thead>
          <tr className="border-line border-b text-ink-soft text-sm">
            <th scope="col" className="py-1.5 text-left font-semibold">
              Specimens
            </th>
            <th scope="col" className="py-1.5 text-right font-semibold">
              Each
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ minQuantity, amount }) => (
            <tr key={minQuantity} className="border-line border-b last:border-b-0">
              <th scope="row" className="py-2 text-left font-normal">{`${minQuantity} or more`}</th>
              <td className="py-2 text-right font-medium tabular-nums">{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Field label="How many specimens?" filter>
        {(control) => <NumberInput {...control} value={typed} onChange={setTyped} />}
      </Field>
      <p role="status" className="tabular-nums">
        {fits && unit !== undefined ? (
          <>
            {`${count} × ${formatMoney(unit)} = `}
            <strong>{formatMoney(count * unit)}</strong>
          </>
        ) : maxSpecimens !== null && count > maxSpecimens ? (
          `No more than ${maxSpecimens} specimens.`
        ) : (
          `Enter at least ${minSpecimens} ${minSpecimens === 1 ? 'specimen' : 'specimens'}.`
        )}
      </p>
    </div>
  );
}
