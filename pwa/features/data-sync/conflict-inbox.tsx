import { ShieldCheck } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { CONFLICT_KINDS, conflictKindNamed } from '#db/conflict-kinds.ts';
import { seesConflict } from '#db/records/sees-conflict.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { NothingFound } from '#pwa/ui/list/nothing-found.tsx';
import { Pager } from '#pwa/ui/list/pager.tsx';
import { SearchInput } from '#pwa/ui/list/search-input.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ConflictCard } from './conflict-card.tsx';

const PAGE = 10;
type Status = 'OPEN' | 'RESOLVED';
const STATUSES: readonly { value: Status; label: string }[] = [
  { value: 'OPEN', label: 'Open' },
  { value: 'RESOLVED', label: 'Decided' },
];

const KINDS = CONFLICT_KINDS.map(({ kind, title }) => ({ value: kind, label: title })).sort((a, b) =>
  a.label.localeCompare(b.label),
);

/** Conflicts between the work of two users: each card asks for one decision. */
export function ConflictInbox() {
  const replica = useReplica();
  const mayDecide = may(replica.actor.role, 'lab/data-sync:update');
  const [status, setStatus] = useState<Status>('OPEN');
  const [search, setSearch] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const kindId = useId();
  const [kind, setKind] = useState('');
  const [page, setPage] = useState(0);
  const rows = useRows(syncConflict, { status });
  const matches = useMemo(() => {
    const searchText = search.trim().toLowerCase();
    return rows?.filter(
      (row) =>
        seesConflict(replica.actor, row) &&
        (kind === '' || row.kind === kind) &&
        `${conflictKindNamed(row.kind)?.title} ${row.action} ${JSON.stringify([row.mine, row.theirs])}`
          .toLowerCase()
          .includes(searchText),
    );
  }, [rows, search, kind, replica.actor]);
  // A new filter starts on its first page.
  const withPageReset =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setPage(0);
    };
  const visible = matches?.slice(page * PAGE, (page + 1) * PAGE);
  const narrowed = kind !== '' || search.trim() !== '';
  const clear = () => {
    withPageReset(setKind)('');
    withPageReset(setSearch)('');
    box.current?.focus();
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput ref={box} label="Search conflicts" value={search} onChange={withPageReset(setSearch)} />
        <Segmented<Status>
          label="Show"
          value={status}
          options={STATUSES}
          onChange={withPageReset(setStatus)}
        />
        <div className="min-w-0 max-md:w-full">
          <label htmlFor={kindId} className="sr-only">
            Kind of conflict
          </label>
          <Select
            id={kindId}
            options={KINDS}
            placeholder="Any kind"
            value={kind}
            onChange={withPageReset(setKind)}
          />
        </div>
      </div>
      {!visible && <Skeleton lines={4} label="Loading conflicts" />}
      {visible?.length === 0 && narrowed && <NothingFound onClear={clear} />}
      {visible?.length === 0 && !narrowed && (
        <EmptyState
          icon={ShieldCheck}
          title={status === 'OPEN' ? 'No open conflicts' : 'Nothing decided yet'}
        >
          {mayDecide
            ? 'When two people’s work collides, both versions appear here.'
            : 'When your work collides with a colleague’s, both versions appear here.'}
        </EmptyState>
      )}
      {visible?.map((conflict) => (
        <ConflictCard key={conflict.id} conflict={conflict} mayDecide={mayDecide} />
      ))}
      {matches && matches.length > PAGE && (
        <Pager page={page} pageSize={PAGE} total={matches.length} onPage={setPage} />
      )}
    </div>
  );
}
