import { isReport } from '#db/records/files/result-files.ts';
import type { S3File } from '#db/records/files/s3-file.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { unfinishedWork } from './finished-work.ts';
import type { OrderResults } from './results-of-order.ts';
import { APPROVAL_FIRST, areResultsDue } from './results-state.ts';

const filesOf = (all: OrderResults, row: Specimen): readonly S3File[] => [
  ...(all.files.get(row.id) ?? []),
  ...(all.files.get(all.order.id) ?? []),
];

/** List the files that a director reviews: for clinical work the reports, else all that the customer gets. */
export const filesToApprove = (all: OrderResults, row: Specimen): S3File[] =>
  filesOf(all, row).filter(({ subType }) => !all.clinical || isReport(subType));

/** Check whether a director approved the files that the customer would get now. */
export function isApproved(all: OrderResults, row: Specimen): boolean {
  if (row.directorApproved !== true) return false;
  const approvedFileIds = all.approved.get(row.id);
  return !approvedFileIds || filesToApprove(all, row).every(({ id }) => approvedFileIds.includes(id));
}

/** List why its results cannot be reviewed yet. */
function notDue(all: OrderResults, row: Specimen): string[] {
  if (row.resultsReleasedAt !== null) return ['Results are already released.'];
  if (!areResultsDue(row)) return [`The specimen is “${SPECIMEN_STATUS[row.status].label}”.`];
  // Work that was released once was judged then.
  if (row.status !== 'IN_PROGRESS') return [];
  const conflicts = all.conflicts.get(row.id) ?? 0;
  return [
    ...unfinishedWork(all.samples.get(row.id) ?? []),
    ...(all.unapproved.get(row.id) ?? []).map((name) => `Batch ${name} needs a director’s approval.`),
    ...(conflicts > 0
      ? [`Resolve ${conflicts === 1 ? '1 sync conflict' : `${conflicts} sync conflicts`} first.`]
      : []),
  ];
}

const inGigabases = (bases: number): string => (bases / 1e9).toFixed(1);

/** List what is undecided about the sequencing of a specimen; a failed sample needs a comment that a report carries. */
function sequencingProblems(all: OrderResults, row: Specimen): string[] {
  return (all.sequenced.get(row.id) ?? []).flatMap((one) => {
    const { barcode, qcStatus, cumulativeBases, targetBases, acceptedAt } = one;
    if (qcStatus === 'PASS') return [];
    if (qcStatus === 'PENDING')
      return [
        targetBases === null
          ? `Pass or fail the sequencing of sample ${barcode} first.`
          : `Sample ${barcode} has ${inGigabases(cumulativeBases)} of ${inGigabases(targetBases)} Gb. Pass it, fail it, or sequence it further.`,
      ];
    if (acceptedAt === null)
      return [`Sample ${barcode} failed. Accept it with a comment for the customer first.`];
    const isReported = filesOf(all, row).some(
      ({ subType, createdAt }) => subType === 'SEQUENCING_QC_REPORT' && createdAt >= acceptedAt,
    );
    return isReported ? [] : [`Create the QC report with the comment on sample ${barcode}.`];
  });
}

/** List what blocks a director's approval of a specimen's results, one sentence each. */
export function approvalProblems(all: OrderResults, row: Specimen): string[] {
  const notDueProblems = notDue(all, row);
  if (notDueProblems.length > 0) return notDueProblems;
  if (isApproved(all, row)) return ['Results are already approved.'];
  const sequencing = sequencingProblems(all, row);
  if (sequencing.length > 0) return sequencing;
  if (filesToApprove(all, row).length > 0) return [];
  return [
    all.clinical ? 'Attach its report for the customer first.' : 'Attach its results for the customer first.',
  ];
}

function approvalMissing(all: OrderResults, row: Specimen): string[] {
  if (!all.clinical || isApproved(all, row)) return [];
  return [
    row.directorApproved === true
      ? 'A report was added after the approval. The clinical director approves again.'
      : APPROVAL_FIRST,
  ];
}

/** Refuse to release incorrect results again: a corrected file must come after the recall (domain 6.6). */
function correctionMissing(all: OrderResults, row: Specimen): string[] {
  const recalledAt = all.recalled.get(row.id);
  if (recalledAt === undefined) return [];
  return filesOf(all, row).some(({ createdAt }) => createdAt > recalledAt)
    ? []
    : ['Replace the file that was wrong by the corrected one first.'];
}

/**
 * Check for files. One file for the whole order is enough only with the release of the order's last
 * specimens.
 */
function filesMissing(all: OrderResults, row: Specimen, releasedIds: ReadonlySet<string>): string[] {
  if ((all.files.get(row.id) ?? []).length > 0) return [];
  if ((all.files.get(all.order.id) ?? []).length === 0) return ['Attach its results for the customer first.'];
  const unfinishedSpecimens = all.specimens.filter(
    ({ id, status, resultsReleasedAt }) =>
      resultsReleasedAt === null &&
      status !== 'FAILED_QC_CANCELED' &&
      !(status === 'RESET' && all.repeated.has(id)) &&
      !releasedIds.has(id),
  );
  if (unfinishedSpecimens.length === 0) return [];
  return [
    'The results are in a file of the whole order, which customers get once all specimens are released. Release all together, or attach a file to this specimen.',
  ];
}

/**
 * List what blocks the release of a specimen's results, one sentence each with the step to take (domain 4.2);
 * `together` are the specimens that are released with it.
 */
export function releaseProblems(
  all: OrderResults,
  row: Specimen,
  releasedIds: ReadonlySet<string> = new Set([row.id]),
): string[] {
  const notDueProblems = notDue(all, row);
  if (notDueProblems.length > 0) return notDueProblems;
  const { status, orderNumber, holdReason } = all.order;
  const correction = correctionMissing(all, row);
  return [
    ...(status === 'ON_HOLD'
      ? [
          `Order ${orderNumber} is on hold${holdReason ? `: ${holdReason.replace(/\.$/, '')}` : ''}. Release the order first.`,
        ]
      : []),
    ...sequencingProblems(all, row),
    ...(correction.length > 0 ? correction : filesMissing(all, row, releasedIds)),
    ...approvalMissing(all, row),
  ];
}

/**
 * List the samples that failed beside successful ones: the releasing person explains why the results are
 * valid.
 */
export const otherFailures = (all: OrderResults, row: Specimen) =>
  (all.samples.get(row.id) ?? []).filter(({ status }) => status === 'FAILED_QC');

/** List the specimens that lack only each other: they can be released together. */
export function readyTogether(all: OrderResults): Set<string> {
  const everybody = new Set(all.specimens.map(({ id }) => id));
  const ready = all.specimens.filter((row) => releaseProblems(all, row, everybody).length === 0);
  return new Set(ready.map(({ id }) => id));
}
