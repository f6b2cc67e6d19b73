import { Check, Download, Inbox, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Outcome } from '#db/operation.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { type ListedOperation, useOperations } from '#pwa/replica/hooks/use-operations.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { acknowledge } from '#pwa/replica/operations/export-unsent.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Time } from '#pwa/ui/time.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { quarantineText } from './quarantine-list.tsx';
import { WaitingPhotos } from './waiting-photos-part.tsx';

interface OperationDisplay {
  tone: Tone;
  label: string;
}

const OUTCOME_DISPLAY: Record<Outcome, OperationDisplay> = {
  APPLIED: { tone: 'success', label: 'Applied' },
  APPLIED_WITH_WARNING: { tone: 'warning', label: 'Applied, with a warning' },
  MERGED: { tone: 'info', label: 'Combined with another’s work' },
  CONFLICT: { tone: 'warning', label: 'Conflict' },
  REJECTED: { tone: 'danger', label: 'Refused' },
};

/**
 * Compute the honest state of an operation: without a verdict it is only saved on this device. A delivered
 * operation without a response counts as sending only while the server is reachable; it is sent again after
 * that.
 */
export function operationDisplay(operation: ListedOperation, reachable: boolean): OperationDisplay {
  if (operation.state === 'quarantined') return { tone: 'hold', label: 'Kept for a manager to look at' };
  if (operation.outcome) return OUTCOME_DISPLAY[operation.outcome];
  if (operation.prediction?.outcome === 'REJECTED')
    return { tone: 'warning', label: 'Saved here; will be refused' };
  if (operation.state !== 'sent') return { tone: 'info', label: 'Saved on this device' };
  return { tone: 'info', label: reachable ? 'Being sent' : 'Saved here; no network' };
}

/** The text for the state: the server's, or while it waits what this device expects. */
const operationText = (operation: ListedOperation): string | null =>
  operation.message ?? operation.prediction?.message ?? null;

/** Report whether a user must look at it. */
const needsAttention = (operation: ListedOperation): boolean =>
  operation.state === 'rejected' || operation.state === 'quarantined';

/** The name of an operation, and below it its subject, in bench terms. */
function OperationTitle({ operation }: { operation: ListedOperation }) {
  const replica = useReplica();
  const { args, title } = operation;
  const [about, setAbout] = useState('');
  useEffect(() => {
    let isMounted = true;
    void quarantineText(replica, args).then(
      (text) => isMounted && setAbout(text),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [replica, args]);
  return (
    <>
      {title}
      {about && <span className="block max-w-sm break-words font-normal text-ink-soft text-sm">{about}</span>}
    </>
  );
}

type Filter = 'all' | 'waiting' | 'attention' | 'told';
const FILTERS: readonly Option<Filter>[] = [
  { value: 'all', label: 'Everything' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'attention', label: 'Refused' },
  { value: 'told', label: 'Warnings' },
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
    text: 'Your work is listed here with its result.',
  },
  waiting: { title: 'Nothing to send', text: 'The server has processed all your work.' },
  attention: {
    title: 'Nothing was refused',
    text: 'What the server refuses stays here until you have seen it.',
  },
  told: { title: 'No warnings', text: 'All synced work was applied.' },
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
          Sync now
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
    cell: ({ occurredAt }) => <Time value={occurredAt} />,
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
