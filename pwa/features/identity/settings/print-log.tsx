import { Printer } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { listPrintJobs } from '#db/api/samples/barcodes.ts';
import { LABEL_KINDS, LABEL_STOCK } from '#db/labels/label-kind.ts';
import type { PrintJob } from '#db/labels/print-job.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { formatDate } from '#pwa/format/dates.ts';
import { deviceQueue } from '#pwa/printing/print-provider.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { usePeopleNames } from '#pwa/replica/hooks/use-places.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Time } from '#pwa/ui/time.tsx';

const KINDS = LABEL_KINDS.map((value) => ({ value, label: LABEL_STOCK[value].label }));
const PRINTERS: Readonly<Record<string, string>> = { BROWSER: 'Browser', ZPL_FILE: 'ZPL file' };
const MAX_CODES = 3;

function codesOf({ labels, copies }: PrintJob): string {
  const codes = labels.map(({ barcode }) => barcode);
  const rest = codes.length - MAX_CODES;
  const text = rest > 0 ? `${codes.slice(0, MAX_CODES).join(', ')} and ${rest} more` : codes.join(', ');
  return copies > 1 ? `${text}, ${copies} copies each` : text;
}

const columnsFor = (nameOf: (userId: string | null) => string): readonly Column<PrintJob>[] => [
  {
    id: 'labels',
    header: 'Labels',
    wide: true,
    cell: (job) => <span className="code wrap-anywhere">{codesOf(job)}</span>,
  },
  {
    id: 'printedAt',
    header: 'Printed',
    sortable: true,
    cell: ({ printedAt }) => <Time value={printedAt} />,
  },
  { id: 'person', header: 'By', cell: ({ createdById }) => nameOf(createdById) },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => LABEL_STOCK[kind].label },
  {
    id: 'printer',
    header: 'Printer',
    sortable: true,
    cell: ({ printer }) => PRINTERS[printer] ?? printer,
  },
  {
    id: 'reason',
    header: 'Printed again because',
    wide: true,
    cell: ({ reprintReason }) =>
      reprintReason === null || reprintReason === '' ? (
        <span className="text-ink-soft">First print</span>
      ) : (
        <span className="wrap-anywhere">{reprintReason}</span>
      ),
  },
];

/** Reloads the log when a print job has left this device, by "Send now" or automatically. */
function useReloadAfterSending(read: () => void): void {
  const { userId } = useReplica().actor;
  const refreshLog = useEffectEvent(read);
  useEffect(() => {
    let before: number | null = null;
    return deviceQueue().watch(userId, ({ length }) => {
      // A job may come and go between two polls, so only a growing queue means that nothing was sent.
      if (before !== null && length <= before) refreshLog();
      before = length;
    });
  }, [userId]);
}

function LoggedJobs() {
  const nameOf = usePeopleNames();
  const jobs = useServerList({
    call: listPrintJobs,
    filters: ['kind'],
    sort: 'printedAt:desc',
    limit: 25,
    prefix: 'print',
  });
  useReloadAfterSending(jobs.refetch);
  return (
    <DataList
      {...jobs.list}
      label="Print log"
      columns={columnsFor(nameOf)}
      rowKey={({ id }) => id}
      rowLabel={(job) => `${codesOf(job)}, ${formatDate(job.printedAt, 'shortAtTime')}`}
      filters={
        <ListFilters list={jobs} filters={[{ name: 'kind', label: 'Kind of label', options: KINDS }]} />
      }
      empty={
        jobs.narrowed ? undefined : (
          <EmptyState icon={Printer} title="No labels printed yet">
            Who printed which label, where, and why again, appears here.
          </EmptyState>
        )
      }
    />
  );
}

/** The print log of the lab: every label with its user, printer, and the reason for reprints. Online only. */
export function PrintLog() {
  return (
    <OnlineQueries>
      <LoggedJobs />
    </OnlineQueries>
  );
}
