import type { z } from 'zod';
import type { LogCalls } from '#db/api/records/events.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { type ServerList, useServerList } from '#pwa/ui/list/server-list.tsx';
import { endOf, startOf } from './log-filters.tsx';

/** The state of a log's tab: the list and its period. */
export interface ShownLog<Row> {
  log: ServerList<Row>;
  calls: LogCalls;
  from: string;
  to: string;
  setPeriod(from: string, to: string): void;
  /** True while a search, filter or period limits the list. */
  narrowed: boolean;
  clear(): void;
}

/** Loads a log; period, search, filters, sorting and page are in the address. */
export function useLog<Row>(calls: LogCalls<z.ZodType<Row>>, filters: readonly string[]): ShownLog<Row> {
  const { parameters, update } = useQueryParameters();
  const from = parameters.get('from') ?? '';
  const to = parameters.get('to') ?? '';
  const log = useServerList({
    call: calls.list,
    filters,
    sort: 'occurredAt:desc',
    query: { from: startOf(from), to: endOf(to) },
  });
  return {
    log,
    calls,
    from,
    to,
    setPeriod: (first, last) => update({ from: first, to: last, page: null }),
    narrowed: log.narrowed || from !== '' || to !== '',
    clear: () => {
      log.clear();
      update({ from: null, to: null });
    },
  };
}

interface LogActorProps {
  name: string;
  detail?: string | null;
  /** Filters by this user; absent for the system. */
  onOnly?: (() => void) | undefined;
}

/** The user of an entry; a press filters by that user. */
function LogActor({ name, detail, onOnly }: LogActorProps) {
  return (
    <div>
      {onOnly ? (
        <button
          type="button"
          onClick={onOnly}
          aria-label={`Only ${name}`}
          className="inline-flex min-h-11 items-center text-left md:min-h-6 underline decoration-line-strong underline-offset-2"
        >
          {name}
        </button>
      ) : (
        name
      )}
      {detail && <div className="text-ink-soft text-xs">{detail}</div>}
    </div>
  );
}

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
