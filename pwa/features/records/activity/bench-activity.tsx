import type { ReactNode } from 'react';
import type { BenchNoted } from '#db/records/notes/note.ts';
import { BenchFiles, type FiledAtBench } from '#pwa/features/records/files/bench-files.tsx';
import { BenchNotes } from '#pwa/features/records/notes/bench-notes.tsx';
import {
  useBenchNotes,
  useColleagues,
  useShownProblem,
  useWriteNote,
} from '#pwa/features/records/notes/use-bench-notes.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Activity, type ActivityView, Feed } from '#pwa/ui/history/activity.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useOnlinePart } from '#pwa/ui/use-online-part.tsx';
import { fileItems, noteItems, relatedEventItems } from './feed-items.tsx';
import { NoteComposer } from './note-composer.tsx';
import type { OnlineItems } from './online-bench-items.tsx';

const load = () => import('./online-bench-items.tsx').then(({ OnlineBenchItems }) => OnlineBenchItems);

const OFFLINE: OnlineItems = { files: [], notes: [] };

interface FromServerProps {
  targetType: FiledAtBench;
  targetId: string;
  reachable: boolean;
  children(items: OnlineItems): ReactNode;
}

/** Adds what only the server has, while it can be reached. */
function FromServer({ reachable, children, ...target }: FromServerProps) {
  const { part: OnlineBenchItems } = useOnlinePart(reachable, load);
  if (!reachable || !OnlineBenchItems) return children(OFFLINE);
  return <OnlineBenchItems {...target}>{children}</OnlineBenchItems>;
}

interface BenchActivityProps {
  targetType: BenchNoted;
  targetId: string;
  /** The number of the record, for the name of the feed. */
  number: string;
  events: readonly TimelineEntry[];
  /** The chain of custody alone, where the record has one. */
  custody?: ReactNode;
  /** Follows the feed: earlier events. */
  more?: ReactNode;
}

/** The activity of a bench record: events and notes of this device, files and customers' notes online. */
export function BenchActivity({ targetType, targetId, number, events, custody, more }: BenchActivityProps) {
  const { reachable } = useSyncStatus();
  const notes = useBenchNotes(targetType, targetId, reachable);
  const colleagues = useColleagues();
  const write = useWriteNote(targetType, targetId);
  const { problem, runOperation } = useShownProblem();
  const people = reachable ? colleagues : [];
  const views: ActivityView[] = [
    {
      id: 'notes',
      label: 'Notes',
      content: <BenchNotes bare targetType={targetType} targetId={targetId} />,
    },
  ];
  if (targetType !== 'Batch')
    views.push({
      id: 'files',
      label: 'Files',
      content: <BenchFiles bare targetType={targetType} targetId={targetId} />,
    });
  if (custody !== undefined) views.unshift({ id: 'custody', label: 'Custody', content: custody });
  const renderFeed = (online: OnlineItems): ReactNode => (
    <Feed
      label={`History of ${number}`}
      items={[
        ...relatedEventItems(events, online.files),
        ...noteItems([...(notes ?? []), ...online.notes], { staff: true, people, runOperation }),
        ...fileItems(online.files),
      ]}
    />
  );
  return (
    <Activity
      views={views}
      composer={
        <>
          <NoteComposer
            hint="Kept on the lab's devices: no names of patients."
            initialVisibility="INTERNAL"
            canChooseReaders={targetType !== 'Batch'}
            people={people}
            isPlainText={!reachable}
            onSave={write}
          />
          {problem && <Notice tone="danger" title={problem} />}
        </>
      }
    >
      {targetType === 'Batch' ? (
        renderFeed(OFFLINE)
      ) : (
        <FromServer targetType={targetType} targetId={targetId} reachable={reachable}>
          {renderFeed}
        </FromServer>
      )}
      {more}
      {!reachable && targetType !== 'Batch' && (
        <p className="text-ink-soft text-sm">Files and notes of customers need the network.</p>
      )}
    </Activity>
  );
}
