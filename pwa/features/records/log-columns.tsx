import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { LogActor } from './log-actor.tsx';
import type { ShownLog } from './use-log.ts';

interface Entry {
  id: string;
  occurredAt: string;
  userId: string | null;
  userName: string | null;
  recordName: string | null;
}

/** The time of an entry; every log sorts by it. */
export const timeColumn = <Row extends Entry>(): Column<Row> => ({
  id: 'occurredAt',
  header: 'When',
  sortable: true,
  cell: ({ occurredAt }) => (
    <span className="md:whitespace-nowrap">{formatDate(occurredAt, 'monthDayAtTime')}</span>
  ),
});

/** The user of an entry, as the log names them; a press filters by that user. */
export const actorColumn = <Row extends Entry>(
  { log }: ShownLog<Row>,
  describeActor: (row: Row) => { name: string; detail?: string | null },
): Column<Row> => ({
  id: 'who',
  header: 'Who',
  cell: (row) => {
    const { userId } = row;
    return (
      <LogActor {...describeActor(row)} onOnly={userId ? () => log.setFilter('userId', userId) : undefined} />
    );
  },
});

/** Filters set by pressing a user or a record of a row. */
export const touchedBy = <Row extends Entry>(
  { log }: ShownLog<Row>,
  record: 'targetId' | 'recordId' | null,
): { name: string; label: string }[] => [
  { name: 'userId', label: log.rows[0]?.userName ?? 'one person' },
  ...(record ? [{ name: record, label: log.rows[0]?.recordName ?? 'one record' }] : []),
];
