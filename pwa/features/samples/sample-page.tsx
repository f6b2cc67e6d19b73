import { Link } from '@tanstack/react-router';
import { TestTube } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { event } from '#db/records/events/event.ts';
import { missingSince } from '#db/samples/custody/custody-of.ts';
import { awaitsConfirmation } from '#db/samples/failing/failure-decision.ts';
import {
  SAMPLE_KIND,
  SAMPLE_STATUS,
  type Sample,
  sample,
  sample as sampleEntity,
} from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { WithRecordCard } from '#pwa/navigation/record-link.tsx';
import { useDocument, useRow } from '#pwa/replica/hooks/use-document.ts';
import { useOperations } from '#pwa/replica/hooks/use-operations.ts';
import { usePeopleNames, usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useAbsence } from '#pwa/replica/hooks/use-still-fetching.ts';
import { isUnsent } from '#pwa/replica/operations/operation-document.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { Absent } from '#pwa/ui/absent.tsx';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { Timeline, type TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { EarlierEvents, useWholeHistory } from './earlier-events.tsx';
import { eventLines } from './event-lines.ts';
import { SampleActions } from './sample-actions.tsx';
import type { Failing } from './sample-dialogs.tsx';
import { SampleFacts } from './sample-facts.tsx';
import { SamplePlace } from './sample-place.tsx';

const Tube = ({ row }: { row: Sample }) => (
  <Link
    to="/lab/samples/$id"
    params={{ id: row.id }}
    className="code inline-flex min-h-11 items-center font-semibold underline underline-offset-2 md:min-h-8"
  >
    {row.barcode}
  </Link>
);

/** Announces an aliquot that is still to be taken: on its source tube and on the aliquot itself. */
function AliquotsAwaited({ row }: { row: Sample }) {
  const from = useRow(sample, row.parentSampleId);
  const aliquots = useRows(sample, { parentSampleId: row.id });
  const awaited = aliquots?.filter(({ status }) => status === 'SUPPLEMENTAL') ?? [];
  return (
    <>
      {row.status === 'SUPPLEMENTAL' && (
        <Notice tone="info" title="This aliquot is still to be taken">
          <p className="flex flex-wrap items-center gap-x-2">
            {from ? (
              <>
                Fetch <Tube row={from} /> and choose Take aliquot.
              </>
            ) : (
              'Fetch the tube that it comes from and choose Take aliquot.'
            )}
          </p>
        </Notice>
      )}
      {awaited.length > 0 && (
        <Notice
          tone="info"
          title={
            awaited.length === 1
              ? 'An aliquot of it is awaited'
              : `${awaited.length} aliquots of it are awaited`
          }
        >
          <ul className="flex flex-wrap gap-x-4">
            {awaited.map((one) => (
              <li key={one.id}>
                <Tube row={one} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** Parent and derived samples of the tube. */
function SampleFamily({ row }: { row: Sample }) {
  const parent = useRow(sample, row.parentSampleId);
  const children = useRows(sample, { parentSampleId: row.id }) ?? [];
  return (
    <Section title="Lineage">
      {parent && <Relatives label="Made from" rows={[parent]} />}
      {children.length > 0 && <Relatives label="Made from it" rows={children} />}
      {!parent && children.length === 0 && <p className="text-ink-soft">No parent or derived samples</p>}
    </Section>
  );
}

function Relatives({ label, rows }: { label: string; rows: readonly Sample[] }) {
  return (
    <div className="mb-3 last:mb-0">
      <h3 className="mb-1 font-medium text-ink-soft text-sm">{label}</h3>
      <ul aria-label={label} className="flex flex-col gap-1.5">
        {rows.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-3">
            <WithRecordCard kind="sample" id={one.id} name={one.barcode}>
              <Link
                to="/lab/samples/$id"
                params={{ id: one.id }}
                className="code inline-flex min-h-6 items-center font-semibold text-accent-ink underline underline-offset-2"
              >
                {one.barcode}
              </Link>
            </WithRecordCard>
            <span className="text-ink-soft text-sm">{SAMPLE_KIND[one.sampleKind]}</span>
            <StatusBadge display={SAMPLE_STATUS[one.status]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const CRUMBS = [{ label: 'Samples', to: '/lab/samples' }] as const;

/** The events of a sample as its activity shows them. */
interface SampleHistory {
  events: readonly TimelineEntry[];
  /** The chain of custody alone. */
  custody: ReactNode;
  /** Offers earlier events. */
  more: ReactNode;
}

interface SamplePageProps {
  id: string;
  /** Its events with its notes and files; they belong to another feature and come from the route. */
  activity(number: string, history: SampleHistory): ReactNode;
  failing: Failing;
  /** What the failure waits for and who decides; it belongs to another feature. */
  review: (sample: Sample) => ReactNode;
  /** What sequencing gave for it; it belongs to another feature. */
  results: ReactNode;
}

/** One tube: its location, custody, history and actions. */
export function SamplePage({ id, activity, failing, review, results }: SamplePageProps) {
  const document = useDocument('samples', id);
  const [problem, setProblem] = useState<string | null>(null);
  const absence = useAbsence();
  const places = usePlaces();
  const nameOf = usePeopleNames();
  const unsent = useOperations(isUnsent);
  const waiting = useMemo(() => new Set(unsent.map((one) => one.id)), [unsent]);
  const events = document ? childRows(event, document.body, 'events') : [];
  const wholeHistory = useWholeHistory(id, events);
  if (document === undefined || !places)
    return (
      <Page title="Sample" breadcrumbs={CRUMBS}>
        <Skeleton lines={6} label="Loading" />
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
  const { custody, history } = eventLines(wholeHistory.events, waiting);
  const missing = missingSince(events);
  return (
    <DetailPage
      number={row.barcode}
      breadcrumbs={CRUMBS}
      status={<StatusBadge display={SAMPLE_STATUS[row.status]} />}
      tags={
        <>
          <EntityBadge entity={row.entity} />
          {unsent.some((one) => one.subjects.includes(id)) && (
            <ToneBadge tone="warning" label="Saved on this device" />
          )}
        </>
      }
      actions={
        <SampleActions row={row} missing={missing !== null} failing={failing} onProblem={setProblem} />
      }
    >
      {problem && <Notice tone="danger" title={problem} />}
      {missing !== null && (
        <Notice tone="danger" title={`Not found since ${formatDate(missing, 'shortAtTime')}`}>
          <p>A sample that is not found cannot be batched. Found it? Choose Found, or move it.</p>
        </Notice>
      )}
      {row.positionConflict && (
        <Notice tone="warning" title="Position in the box unknown">
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
          {results}
          <SampleFamily row={row} />
        </div>
        {activity(row.barcode, {
          events: [...custody, ...history],
          custody: (
            <>
              <Timeline label="Custody" entries={custody} />
              {custody.length === 0 && <p className="text-ink-soft">No moves or check-outs yet.</p>}
              <EarlierEvents {...wholeHistory} />
            </>
          ),
          more: <EarlierEvents {...wholeHistory} />,
        })}
      </div>
    </DetailPage>
  );
}
