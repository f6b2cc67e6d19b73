import type { ShownService } from '#db/ordering/shown-service.ts';
import { formatMoney } from '#pwa/format/money.ts';

/** Price per specimen by number of specimens. */
export function TierTable({ service: { tiers } }: { service: Pick<ShownService, 'tiers'> }) {
  if (tiers.length === 0) return <p>Contact support for the price of this service.</p>;
  return (
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
  );
}
