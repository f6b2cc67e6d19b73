import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { daysBetween, daysOverdue, type QueueRow } from './queue-row.ts';

const days = (n: number): string => (n === 0 ? 'Today' : n === 1 ? '1 day' : `${n} days`);

function Marks({ row, scanned }: { row: QueueRow; scanned: boolean }) {
  const isAwaitingBatch = row.row.status === 'RECEIVED_AWAITING_OPTIMAL_BATCH';
  if (!scanned && !isAwaitingBatch && row.failedBatchCount === 0 && !row.clinical) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {scanned && <ToneBadge tone="success" label="Scanned" />}
      {isAwaitingBatch && <ToneBadge tone="info" label="Awaiting optimal batch" />}
      {row.failedBatchCount > 0 && (
        <ToneBadge
          tone={row.failedBatchCount > 1 ? 'danger' : 'warning'}
          label={`Failed ${row.failedBatchCount} ${row.failedBatchCount === 1 ? 'batch' : 'batches'}`}
        />
      )}
      {row.clinical && <ToneBadge tone="neutral" label="Clinical" />}
    </span>
  );
}

function Due({ row, now }: { row: QueueRow; now: number }) {
  const daysLate = daysOverdue(row, now);
  if (row.dueAt === null) return null;
  return daysLate > 0 ? (
    <ToneBadge tone="danger" label={`Overdue by ${days(daysLate).toLowerCase()}`} />
  ) : (
    formatDate(row.dueAt)
  );
}

/** The columns of the queue; scanned tubes are green. */
export const queueColumns = (scanned: ReadonlySet<string>, now: number): Column<QueueRow>[] => [
  {
    id: 'barcode',
    header: 'Barcode',
    cell: ({ row }) => <span className="code">{row.barcode}</span>,
    sortBy: ({ row }) => row.barcode,
  },
  {
    id: 'procedure',
    header: 'Procedure',
    cell: (row) => row.procedure?.name ?? 'No procedure',
    sortBy: (row) => row.procedure?.name ?? null,
  },
  {
    id: 'waiting',
    header: 'Waiting',
    cell: (row) => days(daysBetween(row.waitingSince, now)),
    sortBy: (row) => row.waitingSince,
  },
  { id: 'due', header: 'Due', cell: (row) => <Due row={row} now={now} />, sortBy: (row) => row.dueAt },
  {
    id: 'volume',
    header: 'Remaining, µL',
    align: 'right',
    cell: ({ row }) => row.remainingVolume,
    sortBy: ({ row }) => Number(row.remainingVolume ?? 0),
  },
  {
    id: 'marks',
    header: 'Note',
    cell: (row) => <Marks row={row} scanned={scanned.has(row.row.id)} />,
    sortBy: (row) => row.failedBatchCount,
  },
];
