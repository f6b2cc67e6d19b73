import { mayVisit } from '#db/access/paths.ts';
import * as calls from '#db/api/results.ts';
import { changeRun } from '#db/api/sequencing/runs.ts';
import type { ShownResult } from '#db/specimens/results/shown-results.ts';
import { useCall, useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { type AppLink, addressOf } from '#pwa/ui/app-link.ts';
import type { Tone } from '#pwa/ui/tone.ts';

/** The subject of the results: an order, or one of its specimens. */
export interface ResultsTarget {
  orderId: string;
  specimenId: string | null;
}

/** The results from the server. */
export const useResults = ({ orderId }: ResultsTarget) => useCall(calls.readResults, { query: { orderId } });

/** The results of an order with their evidence; patient data is not cached after its last use. */
export const useEvidence = (orderId: string) =>
  useCall(calls.readResults, { query: { orderId, evidence: 'true' } }, { gcTime: 0 });

/** The request of a decision about results. */
export type ResultsAction = 'approve' | 'release' | 'recall';

const RESULTS_CALL = {
  approve: calls.approveResults,
  release: calls.releaseResults,
  recall: calls.recallResults,
} as const;
// The state of an order follows its results, and customers get or lose files.
const FOLLOWING_RESULTS = ['lab/orders', 's3/downloads', 'specimens'] as const;

/** Approves, releases or recalls results; the order, its files and its specimens are read again. */
export const useResultsOperation = <Action extends ResultsAction>(action: Action) =>
  useCallMutation(RESULTS_CALL[action], { invalidates: FOLLOWING_RESULTS });

/** Creates QC reports; the files are read again. */
export const useQcReports = () => useCallMutation(calls.createQcReports, { invalidates: FOLLOWING_RESULTS });

/** Accepts a sample that failed its sequencing. */
export const useFailedSampleAcceptance = () =>
  useCallMutation(changeRun, { invalidates: ['internal/results', ...FOLLOWING_RESULTS] });

/** The downloads of results of an order by its customer. */
export const useResultDownloads = (orderId: string) =>
  useCall(calls.listResultDownloads, { query: { orderId } });

/** Return a function that reads results again after a refusal: somebody else may have acted first. */
export function useResultsRefresh(): () => void {
  const invalidate = useInvalidation();
  return () => void invalidate(['internal/results', ...FOLLOWING_RESULTS]);
}

/**
 * Links to an order and a specimen; null for directors who have only their home page (domain 7.1).
 */
export function usePagesOfLab(): {
  order(id: string): AppLink | null;
  specimen(id: string): AppLink | null;
} {
  const session = useSession().session;
  const open = (link: AppLink): AppLink | null =>
    session && mayVisit(session.siteVariant, session.user.role, addressOf(link)) ? link : null;
  return {
    order: (id) => open({ to: '/lab/orders/$id', params: { id } }),
    specimen: (id) => open({ to: '/lab/specimens/$id', params: { id } }),
  };
}

/** State of a specimen's results, with its details. */
export interface ResultState {
  label: string;
  tone: Tone;
  /** What is missing, or when and by whom it was done. */
  lines: readonly string[];
}

const approval = ({ approved, approvedByName, directorApprovedAt }: ShownResult): string[] =>
  approved && directorApprovedAt
    ? [
        `Approved ${formatDate(directorApprovedAt, 'shortAtTime')}${approvedByName ? ` by ${approvedByName}` : ''}.`,
      ]
    : [];

/** True when a director may approve them now. */
export const canBeApproved = ({ approvalProblems }: ShownResult): boolean => approvalProblems?.length === 0;
/** True when they may be released now. */
export const canBeReleased = ({ releaseProblems }: ShownResult): boolean => releaseProblems?.length === 0;
/** True when they are released, so that they may be recalled. */
export const canBeRecalled = ({ resultsReleasedAt }: ShownResult): boolean => resultsReleasedAt !== null;

/** Compute the state of a row's results. */
export function resultState(row: ShownResult, clinical: boolean): ResultState {
  const { resultsReleasedAt, isDataDownloaded, recalled, releaseProblems, failedSamples } = row;
  if (resultsReleasedAt !== null)
    return {
      label: 'Released',
      tone: 'success',
      lines: [
        `Released ${formatDate(resultsReleasedAt, 'shortAtTime')}.`,
        isDataDownloaded ? 'Downloaded by the customer.' : 'Not downloaded yet.',
        ...approval(row),
      ],
    };
  const failed =
    failedSamples === 0
      ? []
      : [
          `${failedSamples === 1 ? '1 sample' : `${failedSamples} samples`} of it failed: releasing asks why.`,
        ];
  const problemLines = [...approval(row), ...failed];
  if (canBeReleased(row))
    return {
      label: 'Ready to release',
      tone: 'progress',
      lines: problemLines.length > 0 ? problemLines : ['Work done, results attached.'],
    };
  const isWaiting = clinical && canBeApproved(row);
  const label = recalled ? 'Recalled' : isWaiting ? 'Awaiting approval' : 'Not ready';
  return {
    label,
    tone: recalled ? 'warning' : isWaiting ? 'info' : 'neutral',
    lines: [...(releaseProblems ?? []), ...problemLines],
  };
}

/** Count the states in one sentence. */
export function resultsSummary(rows: readonly ShownResult[]): string {
  const released = rows.filter(canBeRecalled).length;
  const ready = rows.filter(canBeReleased).length;
  const parts = [
    `${released} of ${rows.length} released`,
    ...(ready > 0 ? [`${ready} ready to release`] : []),
  ];
  return `${parts.join(', ')}.`;
}
