import { Hourglass } from 'lucide-react';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { nameIn, type SectionView } from './section-view.ts';

/** Why the section is locked, or what the values wait for that are recorded before its turn. */
export function EarlyStartNotice({ view, onBegin }: { view: SectionView; onBegin(): void }) {
  const { waitingSince, waitingById } = view.run.assigned;
  if (view.waiting !== null)
    return (
      <Notice tone="warning" title="Pending: an earlier section is not completed">
        <p>{view.waiting}</p>
        {waitingSince !== null && (
          <p className="mt-1">
            {`Begun early by ${nameIn(view.people, waitingById)}, ${formatDate(waitingSince, 'shortAtTime')}. After 72 hours a manager is asked to decide.`}
          </p>
        )}
      </Notice>
    );
  if (view.lockedText === null) return null;
  return (
    <Notice
      tone="info"
      title={view.lockedText}
      action={
        view.earlyStart && (
          <Button icon={Hourglass} onClick={onBegin}>
            Begin now, as pending
          </Button>
        )
      }
    >
      {view.earlyStart && (
        <p>
          {`${view.earlyStart.person} works on ${view.earlyStart.section}; its completion may not have arrived here yet. What you record now is kept and counts when it arrives.`}
        </p>
      )}
      {view.next && (
        <a href={view.next.href} className="inline-flex min-h-11 items-center font-semibold underline">
          {view.next.label}
        </a>
      )}
    </Notice>
  );
}
