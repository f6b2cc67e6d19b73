import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { isReturned } from '#db/batches/batch-approval.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
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
            {`Started early by ${nameIn(view.people, waitingById)}, ${formatDate(waitingSince, 'shortAtTime')}. After 72 hours a manager is asked to decide.`}
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
            Start now, as pending
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
        <Link {...view.next.link} className="inline-flex min-h-11 items-center font-semibold underline">
          {view.next.label}
        </Link>
      )}
    </Notice>
  );
}

/** Why a signed section is open again, until it is signed again. */
export function ReopenedNotice({ view }: { view: SectionView }) {
  if (view.run.assigned.reopenedAt === null || view.lockedText !== null) return null;
  // The newest is first.
  const reopened = view.events.find(({ type }) => type === 'SECTION_REOPENED');
  if (!reopened) return null;
  const { data, userId, occurredAt } = reopened;
  return (
    <Notice
      tone="warning"
      title={`Reopened by ${nameIn(view.people, userId)}, ${formatDate(occurredAt, 'shortAtTime')}`}
    >
      <p>{String(data['reason'])}</p>
      {isReturned(view.run.batch) && (
        <p>{`The director returned batch ${view.run.batch.julianId}: ${view.run.batch.directorReturnReason}`}</p>
      )}
      <p>
        {isReturned(view.run.batch)
          ? 'The section must be signed again; then the completed samples take over its results.'
          : 'The section must be signed again. Recorded values are kept.'}
      </p>
    </Notice>
  );
}

/** Values that arrived after the section was signed: stored next to the record for a manager to review. */
export function LateEntries({ view }: { view: SectionView }) {
  const { run } = view;
  const lateValues = run.values.filter((one) => one.late && one.assignedSectionId === run.assigned.id);
  if (lateValues.length === 0) return null;
  return (
    <Section title={`Late entries (${lateValues.length})`}>
      <Notice tone="warning" title="These values do not count">
        <p>
          They came in after the section was signed, or were set aside. A lab manager or director may reopen a
          signed section to take them in.
        </p>
      </Notice>
      <ul className="mt-2 divide-y divide-line">
        {lateValues.map((one) => {
          const field = run.fields.find((other) => other.id === one.fieldId);
          const row = run.rows.find((other) => other.id === one.sampleId);
          return (
            <li key={one.id} className="py-1.5">
              <span className="font-medium">{`${field?.label ?? 'Value'}${row ? ` of ${row.barcode}` : ''}: ${one.removed ? `${one.value} removed` : one.value}`}</span>
              <span className="block text-ink-soft text-sm">
                {`${nameIn(view.people, one.enteredById)}, ${formatDate(one.occurredAt, 'shortAtTime')}`}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
