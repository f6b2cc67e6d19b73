import { TestTube } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { event } from '#db/records/event.ts';
import { missingSince } from '#db/samples/custody-of.ts';
import { awaitsConfirmation } from '#db/samples/failure-decision.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useAbsence } from '#pwa/replica/hooks/use-absence.ts';
import { useDocument } from '#pwa/replica/hooks/use-document.ts';
import { useOperations } from '#pwa/replica/hooks/use-operations.ts';
import { usePeopleNames, usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { isUnsent } from '#pwa/replica/operation-document.ts';
import { Absent } from '#pwa/ui/absent.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { Timeline } from '#pwa/ui/timeline.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { AliquotsAwaited } from './aliquots-awaited.tsx';
import { eventLines } from './event-lines.ts';
import { SampleActions } from './sample-actions.tsx';
import type { Failing } from './sample-dialogs.tsx';
import { SampleFacts } from './sample-facts.tsx';
import { SampleFamily } from './sample-family.tsx';
import { SamplePlace } from './sample-place.tsx';

const CRUMBS = [{ label: 'Samples', href: '/lab/samples' }];

interface SamplePageProps {
  id: string;
  /** Notes and files of the sample; they belong to other features and come from the route. */
  notes: ReactNode;
  files: ReactNode;
  failing: Failing;
  /** What the failure waits for and who decides; it belongs to another feature. */
  review: (sample: Sample) => ReactNode;
}

/** One tube: its location, custody, history and actions. */
export function SamplePage({ id, notes, files, failing, review }: SamplePageProps) {
  const document = useDocument('samples', id);
  const absence = useAbsence();
  const places = usePlaces();
  const nameOf = usePeopleNames();
  const unsent = useOperations(isUnsent);
  const waiting = useMemo(() => new Set(unsent.map((one) => one.id)), [unsent]);
  if (document === undefined || !places)
    return (
      <Page title="Sample" breadcrumbs={CRUMBS}>
        <Skeleton lines={6} label="Reading this device" />
      </Page>
    );
  if (document === null)
    return (
      <Page title="Sample" breadcrumbs={CRUMBS}>
        <Absent
          noun="sample"
          icon={TestTube}
          absence={absence}
          removalText="A sample leaves the devices 60 days after it was used up, disposed of or sent away."
        />
      </Page>
    );
  const row = rowOf(sampleEntity, document.body);
  const events = childRows(event, document.body, 'events');
  const { custody, history } = eventLines(events, waiting);
  const missing = missingSince(events);
  return (
    <Page
      title={row.barcode}
      breadcrumbs={CRUMBS}
      badge={
        <>
          <StatusBadge display={SAMPLE_STATUS[row.status]} />
          {unsent.some((one) => one.subjects.includes(id)) && (
            <ToneBadge tone="warning" label="Saved on this device" />
          )}
        </>
      }
      actions={<SampleActions row={row} missing={missing !== null} failing={failing} />}
    >
      {missing !== null && (
        <Notice tone="danger" title={`Not found since ${formatDate(missing, 'shortAtTime')}`}>
          <p>It cannot be batched until it is found. Found it? Choose Found, or move it where it is.</p>
        </Notice>
      )}
      {row.positionConflict && (
        <Notice tone="warning" title="Its position in the box is not known">
          <p>Scan the box again, or move the sample to a free position.</p>
        </Notice>
      )}
      <AliquotsAwaited row={row} />
      {review(row)}
      {row.flaggedForReview && !awaitsConfirmation(row) && (
        <Notice tone="warning" title="Flagged for review">
          <p>
            A lot or an instrument it was treated with is in doubt, or two people started its batch. A lab
            manager or director looks at it and marks it as reviewed.
          </p>
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <SamplePlace row={row} places={places} nameOf={nameOf} />
          <SampleFacts row={row} />
          <SampleFamily row={row} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Custody">
            <Timeline label="Custody" entries={custody} />
            {custody.length === 0 && <p className="text-ink-soft">Nobody has moved or taken it yet.</p>}
          </Section>
          {notes}
          {files}
          <Section title="History">
            <Timeline label="History" entries={history} />
            {history.length === 0 && <p className="text-ink-soft">Nothing else is recorded.</p>}
          </Section>
        </div>
      </div>
    </Page>
  );
}
