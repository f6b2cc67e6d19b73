import { BATCH_TYPE_FACTS } from '#db/batches/batch-type.ts';
import { awaitsConfirmation } from '#db/samples/failure-decision.ts';
import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_KIND } from '#db/samples/sample-kind.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

/** The columns of the list of samples. */
export const sampleColumns = (
  placeOf: (sample: Sample) => string,
  nameOf: (userId: string | null) => string,
): Column<Sample>[] => [
  {
    id: 'barcode',
    header: 'Barcode',
    cell: (row) => <span className="code">{row.barcode}</span>,
    sortBy: (row) => row.barcode,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1">
        <StatusBadge display={SAMPLE_STATUS[row.status]} />
        {awaitsConfirmation(row) && <ToneBadge tone="warning" label="To confirm" />}
      </span>
    ),
    sortBy: (row) => SAMPLE_STATUS[row.status].rank,
  },
  {
    id: 'stage',
    header: 'Stage',
    cell: (row) => (row.stage ? BATCH_TYPE_FACTS[row.stage].label : ''),
    sortBy: (row) => row.stage,
  },
  {
    id: 'kind',
    header: 'Kind',
    cell: (row) => SAMPLE_KIND[row.sampleKind],
    sortBy: (row) => SAMPLE_KIND[row.sampleKind],
  },
  { id: 'place', header: 'Place', cell: placeOf, sortBy: placeOf },
  {
    id: 'custody',
    header: 'Custody',
    cell: (row) =>
      row.custodianUserId === null ? (
        'Stored'
      ) : (
        <ToneBadge tone="info" label={`With ${nameOf(row.custodianUserId)}`} />
      ),
    sortBy: (row) => nameOf(row.custodianUserId),
  },
  {
    id: 'volume',
    header: 'Volume, µL',
    align: 'right',
    cell: (row) => row.remainingVolume ?? '',
    sortBy: (row) => (row.remainingVolume === null ? null : Number(row.remainingVolume)),
  },
];
