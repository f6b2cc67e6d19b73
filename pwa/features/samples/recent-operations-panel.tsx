import { History, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { UNDO_HOURS } from '#db/samples/bulk-action.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import {
  formatOperationName,
  listRecentOperations,
  needsMoreSamples,
  type RecentOperation,
} from './recent-operations.ts';
import { UndoDialog } from './undo-dialog.tsx';

/**
 * An operation updates its samples, so the newest ones include them; reads as many as were updated in the
 * period.
 */
const NEWEST = 1_000;
const MAX_VISIBLE = 5;

function useRecentOperations(containerId: string | null): RecentOperation[] | undefined {
  const places = useQuery('storage', { kind: 'StorageManagement' });
  const [limit, setLimit] = useState(NEWEST);
  const samples = useQuery('samples', { kind: 'Sample', limit });
  const more = samples !== undefined && needsMoreSamples(samples, limit, Date.now());
  useEffect(() => {
    if (more) setLimit((now) => now * 4);
  }, [more]);
  return useMemo(() => {
    if (!places || !samples || more) return undefined;
    const operations = listRecentOperations(places, samples, Date.now());
    return containerId === null
      ? operations
      : operations.filter((operation) => operation.containerId === containerId);
  }, [places, samples, more, containerId]);
}

/** Lists bulk operations of the last two days, each with its undo; for one location, only those there. */
export function RecentOperationsPanel({ containerId = null }: { containerId?: string | null }) {
  const { actor } = useReplica();
  const operations = useRecentOperations(containerId);
  const [all, setAll] = useState(false);
  const [undoing, setUndoing] = useState<RecentOperation | null>(null);
  const mayUndo = may(actor.role, 'lab/specimens/move:update');
  const visibleOperations = all ? operations : operations?.slice(0, MAX_VISIBLE);
  if (containerId !== null && operations?.length === 0) return null;
  return (
    <Section title="Recent acts">
      {!visibleOperations && <Skeleton lines={3} label="Reading this device" />}
      {visibleOperations?.length === 0 && (
        <EmptyState icon={History} title="Nothing to undo">
          {`Moves of many, rack scans, re-racks and stock-takes of the last ${UNDO_HOURS} hours are listed here.`}
        </EmptyState>
      )}
      {visibleOperations && visibleOperations.length > 0 && (
        <ul aria-label="Recent acts" className="divide-y divide-line">
          {visibleOperations.map((operation) => (
            <OperationRow
              key={operation.bulkId}
              operation={operation}
              {...(mayUndo ? { onUndo: () => setUndoing(operation) } : {})}
            />
          ))}
        </ul>
      )}
      {operations && operations.length > MAX_VISIBLE && (
        <Button variant="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${operations.length}`}
        </Button>
      )}
      {undoing && <UndoDialog operation={undoing} onClose={() => setUndoing(null)} />}
    </Section>
  );
}

const formatTubeCount = (count: number): string => `${count} ${count === 1 ? 'tube' : 'tubes'} changed`;

function OperationRow({ operation, onUndo }: { operation: RecentOperation; onUndo?: () => void }) {
  const changed = operation.sampleIds.length;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2" data-act={operation.kind}>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold">{formatOperationName(operation)}</span>
        <span className="block text-ink-soft text-sm">
          {[
            operation.by,
            formatDate(operation.at, 'shortAtTime'),
            changed === 0 ? 'nothing changed' : formatTubeCount(changed),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {operation.undone && <ToneBadge tone="neutral" label="Undone" />}
      {!operation.undone && changed > 0 && onUndo && (
        <Button icon={Undo2} onClick={onUndo}>
          Undo…
        </Button>
      )}
    </li>
  );
}
