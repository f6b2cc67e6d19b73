import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { BATCH_TYPE_FACTS, type BatchType } from '#db/batches/batch.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';

function Awaited({ row }: { row: Sample }) {
  const from = useRow(sample, row.parentSampleId);
  const places = usePlaces();
  const place = from && places?.text(from.storageLocationId, from.storagePosition);
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <Link
        to="/lab/samples/$id"
        params={{ id: row.id }}
        className="code inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2 md:min-h-8"
      >
        {row.barcode}
      </Link>
      {from && (
        <span className="wrap-anywhere text-ink-soft text-sm">
          {['from', from.barcode, place && `in ${place}`].filter(Boolean).join(' ')}
        </span>
      )}
    </li>
  );
}

/** Aliquots of stored tubes that enter this stage's queue once they are taken. */
export function AliquotsToTake({ stage }: { stage: BatchType }) {
  const rows = useRows(sample, { status: 'SUPPLEMENTAL' })?.filter((row) => row.stage === stage) ?? [];
  if (rows.length === 0) return null;
  return (
    <details className="group panel px-3">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium">
        <ChevronRight aria-hidden size={18} className="shrink-0 group-open:rotate-90" />
        {rows.length === 1
          ? `One aliquot is still to be taken for ${BATCH_TYPE_FACTS[stage].label}`
          : `${rows.length} aliquots are still to be taken for ${BATCH_TYPE_FACTS[stage].label}`}
      </summary>
      <ul aria-label="Aliquots to take" className="flex max-h-72 flex-col overflow-y-auto pb-3">
        {rows.map((row) => (
          <Awaited key={row.id} row={row} />
        ))}
      </ul>
    </details>
  );
}
