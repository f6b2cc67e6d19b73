import { PRICE_SOURCE } from '#db/billing/prices/price-source.ts';
import type { ShownDraft, ShownQuote } from '#db/ordering/drafts/shown-draft.ts';
import { labelFeeId } from '#db/ordering/shipments/label-price.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Notice } from '#pwa/ui/notice.tsx';

function Line({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  return (
    <div
      className={`flex justify-between gap-4 ${strong ? 'border-line border-t pt-2 font-semibold text-lg' : ''}`}
    >
      <dt className="min-w-0">{name}</dt>
      <dd className="shrink-0 tabular-nums">{formatMoney(amount)}</dd>
    </div>
  );
}

/** Report whether the sponsor of a campaign pays for an order. */
export const isSponsored = ({ orderType }: Pick<ShownDraft['order'], 'orderType'>): boolean =>
  orderType === 'CAMPAIGN';

/** Report whether the price of a label is in the total. */
export const includesLabel = ({ order, quote }: Pick<ShownDraft, 'order' | 'quote'>): boolean =>
  quote.totals.adjustments.some(({ id }) => id === labelFeeId(order.id));

/** The current price of the order line by line, computed by the server; a sponsor pays all of it. */
export function PricePanel({
  quote,
  sponsored,
  submitted = false,
  turnaroundDays,
}: {
  quote: ShownQuote;
  sponsored: boolean;
  submitted?: boolean;
  /** The days from the receipt to the results, where they are shown. */
  turnaroundDays?: number;
}) {
  const { count, pricePerSpecimen, discountPerSpecimen, totals, price, problem } = quote;
  if (problem !== null)
    return (
      <Notice tone="warning" title={problem}>
        <p>Choose another service, or ask us for a price.</p>
      </Notice>
    );
  return (
    <section aria-label="Price" className="panel p-3 md:p-4">
      <h2 className="mb-2 font-semibold text-lg">Price</h2>
      <dl aria-live="polite" className="flex flex-col gap-1.5">
        <Line
          name={`${count} ${count === 1 ? 'specimen' : 'specimens'} at ${formatMoney(pricePerSpecimen)}`}
          amount={count * pricePerSpecimen}
        />
        {discountPerSpecimen > 0 && (
          <Line
            name={`Discount of ${formatMoney(discountPerSpecimen)} per specimen`}
            amount={-count * discountPerSpecimen}
          />
        )}
        {totals.adjustments.map(({ id, label, lineAmount }) => (
          <Line key={id} name={label} amount={lineAmount} />
        ))}
        {sponsored && <Line name="Paid by the sponsor of the campaign" amount={-totals.total} />}
        <Line name="Total" amount={sponsored ? 0 : totals.total} strong />
      </dl>
      {turnaroundDays !== undefined && (
        <p className="mt-2 font-medium">{`Results ${turnaroundDays} days after we receive your specimens`}</p>
      )}
      {price && (
        <p className="mt-2 text-ink-soft text-sm">
          {`${PRICE_SOURCE[price.source]}.${submitted ? '' : ' Locked in when you submit.'}`}
        </p>
      )}
      {price?.warning && <p className="mt-1 text-sm">{price.warning}</p>}
    </section>
  );
}
