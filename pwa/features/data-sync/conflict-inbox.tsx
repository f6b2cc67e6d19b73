import { ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
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

/** Where two people's work collided: each card asks for one decision. */
export function ConflictInbox() {
  const replica = useReplica();
  const mayDecide = may(replica.actor.role, 'lab/data-sync:update');
  const [status, setStatus] = useState<Status>('OPEN');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const rows = useRows(syncConflict, { status });
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return rows?.filter((row) =>
      `${row.action} ${JSON.stringify([row.mine, row.theirs])}`.toLowerCase().includes(wanted),
    );
  }, [rows, search]);
  const shown = found?.slice(page * PAGE, (page + 1) * PAGE);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchInput label="Search conflicts" value={search} onChange={setSearch} />
        <Segmented<Status> label="Show" value={status} options={STATUSES} onChange={setStatus} />
      </div>
      {!shown && <Skeleton lines={4} label="Loading conflicts" />}
      {shown?.length === 0 && (
        <EmptyState
          icon={ShieldCheck}
          title={status === 'OPEN' ? 'No open conflicts' : 'Nothing decided yet'}
        >
          When two people’s work collides, both versions appear here.
        </EmptyState>
      )}
      {shown?.map((conflict) => (
        <ConflictCard key={conflict.id} conflict={conflict} mayDecide={mayDecide} />
      ))}
      {found && found.length > PAGE && (
        <Pager page={page} pageSize={PAGE} total={found.length} onPage={setPage} />
      )}
    </div>
  );
}
