import { BATCH_STATUS_DISPLAY } from '#db/batches/batch.ts';
import type { DirectorWork, VersionToApprove } from '#db/batches/directors/director-work.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { BatchDecision } from '#pwa/features/batches/batch-decision.tsx';
import { SampleFailureDecision } from '#pwa/features/batches/failures/failure-decisions.tsx';
import { SuspectsInReview } from '#pwa/features/batches/in-review.tsx';
import { returnedWorkText } from '#pwa/features/batches/returned-batch.tsx';
import { VersionDecision } from '#pwa/features/protocols/versions/version-decision.tsx';
import { QuarantineDecision } from '#pwa/features/specimens/quarantine-decision.tsx';
import { countOf } from '#pwa/format/numbers.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import type { WorkItem } from './work-group.tsx';

/** One kind of item that waits, with the text when there is none. */
interface ItemGroup {
  title: string;
  none: string;
  total: number;
  items: WorkItem[];
}

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

const VERSION_LABEL: Record<VersionToApprove['type'], string> = {
  Procedure: 'Procedure',
  Flow: 'Flow',
  Protocol: 'Protocol',
};

const versionItems = ({ versions }: DirectorWork): WorkItem[] =>
  versions.rows.map(({ id, type, code, name, number, changeSummary, authorName, since }) => ({
    key: id,
    title: `${code} version ${number}`,
    badge: <ToneBadge tone="info" label={VERSION_LABEL[type]} />,
    note: (
      <>
        <p>{joined(name, authorName && `by ${authorName}`)}</p>
        {changeSummary && <p className="text-ink">{changeSummary}</p>}
      </>
    ),
    since,
    sinceText: 'submitted',
    panel: () => <VersionDecision type={type} id={id} />,
  }));

const batchItems = ({ batches }: DirectorWork): WorkItem[] =>
  batches.rows
    .map((row) => ({ row, work: returnedWorkText(row.reopenedSections, row.failedSamples) }))
    .map(({ row, work }) => ({
      key: row.id,
      title: `${row.julianId} ${row.name}`,
      ...(row.returnReason === null ? {} : { badge: <ToneBadge tone="warning" label="Second review" /> }),
      note: (
        <>
          <p>
            {joined(
              row.procedureName,
              countOf(row.samples, 'sample'),
              row.completedByName && `by ${row.completedByName}`,
            )}
          </p>
          {work !== null && <p>{work}</p>}
          {row.returnAnswer && <p className="text-ink">{`Answer: ${row.returnAnswer}`}</p>}
        </>
      ),
      since: row.since,
      sinceText: 'completed',
      panel: () => <BatchDecision batchId={row.id} />,
    }));

const failureItems = ({ failures }: DirectorWork): WorkItem[] =>
  failures.rows.map(({ id, type, name, reason, notes, byName, since }) => ({
    key: `${type}-${id}`,
    title: name,
    badge: <ToneBadge tone="warning" label={type === 'Batch' ? 'Batch, proposed to fail' : 'Sample'} />,
    note: joined(reason && FAILED_SAMPLE_REASON[reason], notes, byName && `by ${byName}`),
    since,
    sinceText: type === 'Batch' ? 'proposed' : 'failed',
    panel: () =>
      type === 'Batch' ? <BatchDecision batchId={id} /> : <SampleFailureDecision sampleId={id} />,
  }));

const controlItems = ({ controls }: DirectorWork): WorkItem[] =>
  controls.rows.map(({ id, name, plateLocation, batchId, julianId, batchName, since }) => ({
    key: id,
    title: `Control ${name}`,
    note: joined(`well ${plateLocation}`, `batch ${julianId} ${batchName}`),
    since,
    sinceText: 'failed',
    panel: () => <BatchDecision batchId={batchId} />,
  }));

const quarantineItems = ({ quarantine }: DirectorWork): WorkItem[] =>
  quarantine.rows.map(({ id, type, name, material, reason, since }) => ({
    key: `${type}-${id}`,
    title: material === null ? name : `${material}, lot ${name}`,
    badge: <ToneBadge tone="hold" label={type === 'Specimen' ? 'Specimen' : 'Lot'} />,
    note: reason ?? 'No reason recorded',
    since,
    sinceText: 'since',
    panel: () =>
      type === 'Specimen' ? (
        <QuarantineDecision specimenId={id} />
      ) : (
        <SuspectsInReview suspects={{ lots: [{ id, name, usedIn: [], inReview: true }], equipment: [] }} />
      ),
  }));

const deviationItems = ({ deviations }: DirectorWork): WorkItem[] =>
  deviations.rows.map(({ id, sectionName, note, julianId, batchName, batchStatus, since }) => ({
    key: id,
    title: `${sectionName} of ${julianId}`,
    badge: <StatusBadge display={BATCH_STATUS_DISPLAY[batchStatus]} />,
    note: (
      <>
        <p className="whitespace-pre-line text-ink">{note}</p>
        <p>{batchName}</p>
      </>
    ),
    since,
    sinceText: 'changed',
    link: { to: '/lab/assigned-sections/$assignedSectionId', params: { assignedSectionId: id } },
  }));

const overdueItems = ({ overdue }: DirectorWork): WorkItem[] =>
  overdue.rows.map(({ id, name, status, orderNumber, protocolName, since }) => ({
    key: id,
    title: name,
    badge: <StatusBadge display={SPECIMEN_STATUS[status]} />,
    note: joined(protocolName, orderNumber && `order ${orderNumber}`),
    since,
    sinceText: 'due',
    link: { to: '/lab/specimens/$id', params: { id } },
  }));

/** List what waits for a director by its kind, in the order of the page. */
export function listWorkGroups(work: DirectorWork, opens: (path: string) => boolean): ItemGroup[] {
  const groups: ItemGroup[] = [
    {
      title: 'Versions to approve',
      none: 'No procedure, flow or protocol awaiting approval.',
      total: work.versions.total,
      items: versionItems(work),
    },
    {
      title: 'Batches to approve',
      none: 'No completed batch awaiting approval.',
      total: work.batches.total,
      items: batchItems(work),
    },
    {
      title: 'Failures to confirm',
      none: 'No failure awaiting confirmation.',
      total: work.failures.total,
      items: failureItems(work),
    },
    {
      title: 'Controls to accept',
      none: 'No failed control awaiting a decision.',
      total: work.controls.total,
      items: controlItems(work),
    },
    {
      title: 'Quarantine to lift',
      none: 'Nothing is quarantined.',
      total: work.quarantine.total,
      items: quarantineItems(work),
    },
    {
      title: 'Deviations of the last 7 days',
      none: 'No deviation was noted in the last 7 days.',
      total: work.deviations.total,
      items: deviationItems(work),
    },
    {
      title: 'Overdue against target',
      none: 'No specimen is overdue.',
      total: work.overdue.total,
      items: overdueItems(work),
    },
  ];
  // A project manager reads the page, but not every page to which it leads.
  return groups.map((group) => ({
    ...group,
    items: group.items.map((item) => (item.link && !opens(item.link.to) ? { ...item, link: null } : item)),
  }));
}
