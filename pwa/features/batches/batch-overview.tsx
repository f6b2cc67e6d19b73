import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { approvalState } from '#db/batches/batch-approval.ts';
import { FAILED_SAMPLE_REASON, FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { BenchLot, BenchPerson } from '#pwa/navigation/bench-names.tsx';
import { WithRecordCard } from '#pwa/navigation/record-link.tsx';
import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import { Checklist, completionChecks, startChecks } from './batch-checks.tsx';
import { type BatchView, nameIn } from './batch-view.ts';
import { BatchSignatures, DirectorReview } from './director-review.tsx';
import { ProposedFailure } from './failures/proposed-failure.tsx';
import { FailedControls, InReview } from './in-review.tsx';

const formatMoment = (instant: string | null): string => formatDate(instant, 'shortAtTime');

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Format one line of the history from an event's data. */
function detailOf(data: Record<string, unknown>): string | null {
  const barcode = textOf(data['barcode']);
  if (barcode !== null) {
    const moved = `${barcode} ${textOf(data['well']) ?? 'off the plate'}`;
    return [moved, textOf(data['reason'])].filter(Boolean).join(': ');
  }
  const reason = FailedSampleReason.safeParse(data['reason']).data;
  const reasonText = reason ? FAILED_SAMPLE_REASON[reason] : textOf(data['reason']);
  return [reasonText, textOf(data['notes'])].filter(Boolean).join(': ') || null;
}

/** The details of an event that its type alone does not show. */
function titleOf({ type, data }: BatchView['events'][number]): string {
  if (data['proposed'] !== undefined) return 'Failure on QC proposed';
  if (data['declined'] !== undefined) return 'Proposed failure declined';
  return humanize(type);
}

/** A row of wells placed at once is one line of the history, not ninety-six. */
function historyOf(view: BatchView): TimelineEntry[] {
  const entries: (TimelineEntry & { count: number; group: string })[] = [];
  for (const one of view.events) {
    const group = `${one.type} ${one.userId} ${one.occurredAt.slice(0, 16)}`;
    const last = entries.at(-1);
    if (one.type === 'BATCH_LAYOUT_CHANGED' && last?.group === group) {
      last.count += 1;
      last.detail = `${last.count} wells changed`;
      continue;
    }
    entries.push({
      id: one.id,
      title: titleOf(one),
      person: nameIn(view.people, one.userId),
      at: one.occurredAt,
      detail: detailOf(one.data),
      count: 1,
      group,
    });
  }
  return entries;
}

/** One line for each lot field, with all lots that were used. */
function lotsByField(view: BatchView): { name: string; value: ReactNode }[] {
  const lines = new Map<string, Map<string, BatchView['lots'][number]>>();
  for (const one of view.lots) {
    const name = `${one.section}: ${one.field}`;
    lines.set(name, (lines.get(name) ?? new Map()).set(one.lot, one));
  }
  return [...lines].map(([name, lots]) => ({
    name,
    value: (
      <span className="flex flex-wrap gap-x-3">
        {[...lots.values()].map(({ id, lot, itemId }) =>
          itemId === null ? <span key={id}>{lot}</span> : <BenchLot key={id} id={itemId} name={lot} />,
        )}
      </span>
    ),
  }));
}

const renderBatchLinks = (batches: BatchView['repeatedAs']): ReactNode =>
  batches.map((one) => (
    <WithRecordCard key={one.id} kind="batch" id={one.id} name={one.julianId}>
      <Link
        to="/lab/batches/$batchId"
        params={{ batchId: one.id }}
        className="-my-2.5 mr-3 inline-flex min-h-11 items-center underline underline-offset-2"
      >
        {one.julianId}
      </Link>
    </WithRecordCard>
  ));

/** The batch that this one repeats, and the batches that repeat it. */
function otherBatches({ repeats, repeatedAs }: BatchView): { name: string; value: ReactNode }[] {
  return [
    ...(repeats ? [{ name: 'Repeats', value: renderBatchLinks([repeats]) }] : []),
    ...(repeatedAs.length > 0 ? [{ name: 'Repeated as', value: renderBatchLinks(repeatedAs) }] : []),
  ];
}

function approvalText({ batch, procedure, people }: BatchView): string {
  switch (approvalState(batch)) {
    case 'APPROVED':
      return `${formatMoment(batch.directorApprovedAt)} by ${nameIn(people, batch.directorApprovedById)}`;
    case 'RETURNED':
      return 'Returned, awaiting an answer of the lab manager';
    case 'WAITING':
      return `Awaiting ${procedure.clinical ? 'clinical director' : 'research director or lab manager'}`;
  }
}

function Facts({ view }: { view: BatchView }) {
  const { batch, procedure, people } = view;
  const duplicates = view.samples.filter((row) => row.duplicateOfSampleId !== null).length;
  return (
    <KeyValues
      items={[
        { name: 'Procedure', value: procedure.name },
        { name: 'SOP', value: `${procedure.code}, version ${procedure.procedureVersion}` },
        ...otherBatches(view),
        { name: 'Type', value: BATCH_TYPE_FACTS[batch.type].label },
        { name: 'Lab day', value: formatDate(batch.labDay) },
        {
          name: 'Samples',
          value:
            duplicates > 0
              ? `${view.samples.length} (${countOf(duplicates, 'duplicate')})`
              : view.samples.length,
        },
        { name: 'Controls', value: view.controls.length },
        {
          name: 'Assigned to',
          value:
            batch.assignedUserId === null ? (
              'Anybody'
            ) : (
              <BenchPerson userId={batch.assignedUserId} name={nameIn(people, batch.assignedUserId)} />
            ),
        },
        { name: 'Research', value: batch.research ? 'Yes' : 'No' },
        {
          name: 'Started',
          value:
            batch.startedAt && `${formatMoment(batch.startedAt)} by ${nameIn(people, batch.startedById)}`,
        },
        {
          name: 'Completed',
          value:
            batch.completedAt &&
            `${formatMoment(batch.completedAt)} by ${nameIn(people, batch.completedById)}`,
        },
        ...(procedure.requiresDirectorApproval
          ? [
              {
                name: 'Director approval',
                value: approvalText(view),
              },
            ]
          : []),
      ]}
    />
  );
}

/** Draws the events of a batch with its notes. */
export type BatchActivity = (number: string, events: readonly TimelineEntry[]) => ReactNode;

interface BatchOverviewProps {
  view: BatchView;
  /** Its events with its notes, from another feature. */
  activity: BatchActivity;
  /** The use of a completed batch's output. */
  outputPlate: ReactNode;
}

/** The state of a batch: facts, the requirements of the next step, and the history. */
export function BatchOverview({ view, activity, outputPlate }: BatchOverviewProps) {
  const { batch, sections } = view;
  const waiting = usePendingFor(batch.id);
  const done = sections.filter((one) => one.status === 'COMPLETED').length;
  return (
    <div className="flex flex-col gap-4">
      {waiting > 0 && (
        <Notice
          tone="info"
          title={`${waiting} changes of this batch are saved on this device and not yet sent`}
        />
      )}
      {view.conflicts.length > 0 && (
        <Notice
          tone="danger"
          title={`Resolve ${view.conflicts.length} sync conflicts first.`}
          action={
            <Link
              to="/data-sync"
              search={{ tab: 'conflicts' }}
              className="font-semibold underline underline-offset-2"
            >
              Open the conflicts
            </Link>
          }
        >
          <ul>
            {view.conflicts.map((one) => (
              <li key={one.id}>{one.action}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ProposedFailure view={view} />
      <DirectorReview view={view} />
      <Section title="Batch">
        <div className="flex flex-col gap-4">
          <Progress label="Sections done" done={done} total={sections.length} />
          <Facts view={view} />
        </div>
      </Section>
      {batch.status === 'NOT_STARTED' && (
        <Section title="Ready to start">
          <Checklist label="Ready to start" checks={startChecks(view)} />
        </Section>
      )}
      {batch.status === 'IN_PROGRESS' && (
        <Section title="Ready to complete">
          <Checklist label="Ready to complete" checks={completionChecks(view)} />
        </Section>
      )}
      <BatchSignatures view={view} />
      {outputPlate}
      {view.lots.length > 0 && (
        <Section title="Lots used">
          <KeyValues items={lotsByField(view)} />
        </Section>
      )}
      <InReview view={view} />
      <FailedControls view={view} />
      {activity(batch.julianId, historyOf(view))}
    </div>
  );
}
