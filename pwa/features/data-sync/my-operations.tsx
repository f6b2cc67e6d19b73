import { Check, Download, Inbox, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDate } from '#pwa/format/dates.ts';
import { acknowledge } from '#pwa/replica/export-unsent.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { type ListedOperation, useOperations } from '#pwa/replica/hooks/use-operations.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Option } from '#pwa/ui/form/option.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { needsAttention, operationDisplay, operationText } from './operation-display.ts';
import { OperationTitle } from './operation-title.tsx';
import { WaitingPhotos } from './waiting-photos-part.tsx';

type Filter = 'all' | 'waiting' | 'attention' | 'told';
const FILTERS: readonly Option<Filter>[] = [
  { value: 'all', label: 'Everything' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'attention', label: 'Refused' },
  { value: 'told', label: 'With a message' },
];

const PASSES: Record<Filter, (operation: ListedOperation) => boolean> = {
  all: () => true,
  waiting: (operation) => operation.outcome === null,
  attention: needsAttention,
  told: ({ outcome }) => outcome !== null && outcome !== 'APPLIED',
};

const NONE: Record<Filter, { title: string; text: string }> = {
  all: {
    title: 'No work on this device yet',
    text: 'What you scan, move, receive and sign is listed here, each act with the server’s verdict.',
  },
  waiting: { title: 'Nothing waits', text: 'The server has answered all that you did on this device.' },
  attention: {
    title: 'Nothing was refused',
    text: 'What the server refuses stays here until you have seen it.',
  },
  told: { title: 'No messages', text: 'All that was answered was applied as it is.' },
};

const None = ({ title, text }: { title: string; text: string }) => (
  <EmptyState icon={Inbox} title={title}>
    {text}
  </EmptyState>
);

/** This user's work on this device, newest first, each operation with its verdict. */
export function MyOperations({ onExport }: { onExport(): void }) {
  const replica = useReplica();
  const operations = useOperations();
  const { reachable } = useSyncStatus();
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const rows = useMemo(() => {
    const searchText = search.trim().toLowerCase();
    return operations.filter(
      (operation) =>
        PASSES[filter](operation) &&
        `${operation.title} ${operationText(operation) ?? ''}`.toLowerCase().includes(searchText),
    );
  }, [operations, filter, search]);
  const columns = useMemo(
    () => columnsFor(reachable, (key) => void acknowledge(replica, [key])),
    [replica, reachable],
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button icon={RefreshCw} onClick={() => replica.loop.wake()}>
          Send and fetch now
        </Button>
        <Button icon={Download} onClick={onExport}>
          Export unsent work
        </Button>
      </div>
      <WaitingPhotos />
      <DataList
        label="My work on this device"
        rows={rows}
        columns={columns}
        rowKey={(operation) => operation.key}
        rowLabel={(operation) => operation.title}
        search={{ value: search, onChange: setSearch }}
        filters={<Segmented<Filter> label="Show" value={filter} options={FILTERS} onChange={setFilter} />}
        empty={<None {...NONE[filter]} />}
      />
    </div>
  );
}

const columnsFor = (
  reachable: boolean,
  acknowledge: (key: string) => void,
): readonly Column<ListedOperation>[] => [
  {
    id: 'title',
    header: 'What',
    cell: (operation) => <OperationTitle operation={operation} />,
    sortBy: ({ title }) => title,
  },
  {
    id: 'at',
    header: 'When',
    cell: ({ occurredAt }) => formatDate(occurredAt, 'shortAtTime'),
    sortBy: ({ occurredAt }) => occurredAt,
  },
  {
    id: 'verdict',
    header: 'Verdict',
    cell: (operation) => <ToneBadge {...operationDisplay(operation, reachable)} />,
  },
  { id: 'text', header: 'Message', wide: true, cell: (operation) => operationText(operation) ?? '' },
  {
    id: 'seen',
    wide: true,
    header: 'To do',
    cell: (operation) =>
      needsAttention(operation) ? (
        <Button icon={Check} onClick={() => acknowledge(operation.key)}>
          I have seen it
        </Button>
      ) : (
        ''
      ),
  },
];
