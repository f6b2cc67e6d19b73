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
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { actName, type RecentAct, reachesFurther, recentActs } from './recent-acts.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** An act touches its samples, so theirs are among the newest; as many are read as were touched since. */
const NEWEST = 1_000;
const SHOWN = 5;

function useRecentActs(containerId: string | null): RecentAct[] | undefined {
  const places = useQuery('storage', { kind: 'StorageManagement' });
  const [limit, setLimit] = useState(NEWEST);
  const samples = useQuery('samples', { kind: 'Sample', limit });
  const more = samples !== undefined && reachesFurther(samples, limit, Date.now());
  useEffect(() => {
    if (more) setLimit((now) => now * 4);
  }, [more]);
  return useMemo(() => {
    if (!places || !samples || more) return undefined;
    const acts = recentActs(places, samples, Date.now());
    return containerId === null ? acts : acts.filter((act) => act.containerId === containerId);
  }, [places, samples, more, containerId]);
}

/** What was done to many tubes at once in the last two days, each with its undo; for one place, what was done there. */
export function RecentActsPanel({ containerId = null }: { containerId?: string | null }) {
  const { actor } = useReplica();
  const acts = useRecentActs(containerId);
  const [all, setAll] = useState(false);
  const [undoing, setUndoing] = useState<RecentAct | null>(null);
  const mayUndo = may(actor.role, 'lab/specimens/move:update');
  const shown = all ? acts : acts?.slice(0, SHOWN);
  if (containerId !== null && acts?.length === 0) return null;
  return (
    <Section title="Recent acts">
      {!shown && <Skeleton lines={3} label="Reading this device" />}
      {shown?.length === 0 && (
        <EmptyState icon={History} title="Nothing to undo">
          {`Moves of many, rack scans, re-racks and stock-takes of the last ${UNDO_HOURS} hours are listed here.`}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul aria-label="Recent acts" className="divide-y divide-line">
          {shown.map((act) => (
            <ActRow key={act.bulkId} act={act} {...(mayUndo ? { onUndo: () => setUndoing(act) } : {})} />
          ))}
        </ul>
      )}
      {acts && acts.length > SHOWN && (
        <Button variant="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${acts.length}`}
        </Button>
      )}
      {undoing && <UndoDialog act={undoing} onClose={() => setUndoing(null)} />}
    </Section>
  );
}

const counted = (count: number): string => `${count} ${count === 1 ? 'tube' : 'tubes'} changed`;

function ActRow({ act, onUndo }: { act: RecentAct; onUndo?: () => void }) {
  const changed = act.sampleIds.length;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2" data-act={act.kind}>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold">{actName(act)}</span>
        <span className="block text-ink-soft text-sm">
          {[act.by, formatDate(act.at, 'shortAtTime'), changed === 0 ? 'nothing changed' : counted(changed)]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {act.undone && <StatusBadge tone="neutral" label="Undone" />}
      {!act.undone && changed > 0 && onUndo && (
        <Button icon={Undo2} onClick={onUndo}>
          Undo…
        </Button>
      )}
    </li>
  );
}
