import { type UnfinishedSpecimen, unfinishedAmong } from '#db/ordering/finished-specimens.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Notice } from '#pwa/ui/notice.tsx';

type Row = ShownOrder['specimens'][number];
type ForcedOrder = Pick<ShownOrder, 'specimens' | 'repeats'>;

/** List the specimens that keep an order from completion. */
export const unfinishedOf = ({ specimens, repeats }: ForcedOrder): UnfinishedSpecimen<Row>[] =>
  unfinishedAmong(specimens.map((row) => ({ ...row, repeated: repeats[row.id] !== undefined })));

/** Shows before confirmation what forcing completion ends, specimen by specimen. */
export function OverridePreview({ order, status }: { order: ForcedOrder; status: string }) {
  if (status !== 'PENDING_COMPLETION') return null;
  const unfinished = unfinishedOf(order);
  if (unfinished.length === 0)
    return (
      <Notice tone="info" title="All specimens are finished. The order waits to be billed and closed." />
    );
  return (
    <section aria-labelledby="override-preview" className="flex flex-col gap-2">
      <h3 id="override-preview" className="font-semibold">
        {unfinished.length === 1
          ? '1 specimen is not finished'
          : `${unfinished.length} specimens are not finished`}
      </h3>
      <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {unfinished.map(({ row, hindrance, outcome }) => (
          <li key={row.id} className="px-3 py-2 text-sm">
            <span className="wrap-anywhere font-medium">{row.customerSampleId}</span>
            <span className="text-ink-soft">{` · ${hindrance}`}</span>
            <span className="block">{outcome}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm">
        These specimens end now and cannot be opened again. The invoice is worked out anew and waits to be
        issued.
      </p>
    </section>
  );
}
