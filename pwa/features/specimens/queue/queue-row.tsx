import { type BatchType, batch } from '#db/batches/batch.ts';
import type { Row } from '#db/entity.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { resultsDueAt } from '#db/specimens/turnaround.ts';
import type { Transaction } from '#db/transaction.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { readList } from '#pwa/replica/operations/read-view.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';

/** A tube that waits for a stage. */
export interface QueueRow {
  row: Sample;
  stage: BatchType;
  procedure: Procedure | null;
  /** Time of entry into this queue. */
  waitingSince: string;
  /** Due time by the protocol's turnaround; null when unknown. */
  dueAt: string | null;
  clinical: boolean;
  failedBatchCount: number;
}

/** The queue, and the batches that may still take samples from it. */
export interface Queue {
  rows: QueueRow[];
  openBatches: Row<typeof batch>[];
  procedures: Procedure[];
}

const DAY_MS = 86_400_000;
const WAITING: readonly Sample['status'][] = ['IN_QUEUE', 'RECEIVED_AWAITING_OPTIMAL_BATCH'];

/** Find when the sample last entered a waiting status. */
function waitingSince(row: Sample, events: readonly Row<typeof event>[]): string {
  const entryTimes = events
    .filter((one) => {
      const to = one.data['to'];
      const isWaiting = typeof to === 'string' && WAITING.some((status) => status === to);
      return isWaiting || one.type === 'SAMPLE_CREATED' || one.type === 'SAMPLE_REQUEUED';
    })
    .map((one) => one.occurredAt)
    .sort();
  return entryTimes.at(-1) ?? row.createdAt;
}

/** Read every waiting tube, oldest first. */
export async function readQueue(tx: Transaction, replica: Replica): Promise<Queue> {
  const documents = await readList(replica, 'samples', { kind: 'Sample', filter: { status: WAITING } });
  const samples = documents.map((document) => ({
    row: rowOf(sample, document.body),
    events: childRows(event, document.body, 'events'),
  }));
  const ids = [...new Set(samples.flatMap(({ row }) => row.specimenId ?? []))];
  const specimens = new Map(
    (ids.length === 0 ? [] : await tx.find(specimen, { id: ids })).map((one) => [one.id, one]),
  );
  const protocols = new Map((await tx.find(protocol, {})).map((one) => [one.id, one]));
  const procedures = await tx.find(procedure, {});
  const byId = new Map(procedures.map((one) => [one.id, one]));
  const rows = samples.flatMap(({ row, events }): QueueRow[] => {
    if (row.stage === null) return [];
    const owner = row.specimenId === null ? undefined : specimens.get(row.specimenId);
    const test = owner && protocols.get(owner.protocolId);
    return [
      {
        row,
        stage: row.stage,
        procedure: byId.get(row[PROCEDURE_ID_FIELD[row.stage]] ?? '') ?? null,
        waitingSince: waitingSince(row, events),
        dueAt: owner && test ? resultsDueAt(owner, test) : null,
        clinical: test?.clinical ?? false,
        failedBatchCount: owner?.failedBatchCount ?? 0,
      },
    ];
  });
  rows.sort((a, b) =>
    a.waitingSince === b.waitingSince
      ? a.row.barcode < b.row.barcode
        ? -1
        : 1
      : a.waitingSince < b.waitingSince
        ? -1
        : 1,
  );
  return { rows, openBatches: await tx.find(batch, { status: 'NOT_STARTED' }), procedures };
}

/** Count whole days between two times, never negative. */
const daysBetween = (from: string, to: number): number =>
  Math.max(0, Math.floor((to - Date.parse(from)) / DAY_MS));

/** Count days past the due date; 0 while it is not overdue. */
export const daysOverdue = (row: QueueRow, now: number): number =>
  row.dueAt === null || now <= Date.parse(row.dueAt) ? 0 : daysBetween(row.dueAt, now) + 1;

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
    cell: ({ row }) => (
      <span className="whitespace-nowrap">
        <span className="code">{row.barcode}</span>
        <EntityBadge entity={row.entity} />
      </span>
    ),
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
