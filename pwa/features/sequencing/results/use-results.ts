import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mayVisit } from '#db/access/paths.ts';
import { type ShownResult, ShownResults } from '#db/specimens/results/shown-results.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

/** The subject of the results: an order, or one of its specimens. */
export interface ResultsTarget {
  orderId: string;
  specimenId: string | null;
}

// Results depend on the files of the record, so both queries share a key.
const keyOf = ({ orderId, specimenId }: ResultsTarget) =>
  ['files', ...(specimenId === null ? ['Order', orderId] : ['Specimen', specimenId]), 'results'] as const;

/** The results from the server. */
export const useResults = (target: ResultsTarget) =>
  useQuery({
    queryKey: keyOf(target),
    queryFn: ({ signal }) =>
      callApi({
        path: '/api/internal/results',
        query: { orderId: target.orderId },
        answer: ShownResults,
        signal,
      }),
    networkMode: 'always',
  });

/** The results of an order with their evidence. */
export const useEvidence = (orderId: string) =>
  useQuery({
    queryKey: [...keyOf({ orderId, specimenId: null }), 'evidence'],
    queryFn: ({ signal }) =>
      callApi({
        path: '/api/internal/results',
        query: { orderId, evidence: 'true' },
        answer: ShownResults,
        signal,
      }),
    networkMode: 'always',
    // Contains patient data, so it is not cached after its last use.
    gcTime: 0,
  });

/** The request of a decision about results. */
export type ResultsAction = 'approve' | 'release' | 'recall';

interface ResultsOperationRequest {
  action: ResultsAction;
  rows: readonly ShownResult[];
  data: Readonly<Record<string, unknown>>;
  /** Message on success. */
  done: string;
}

/** Approves, releases or recalls results; reloads the order, its files and its specimens. */
export function useResultsOperation(target: ResultsTarget) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ action, rows, data }: ResultsOperationRequest) =>
      callApi({
        path: `/api/internal/results/${action}`,
        method: 'PATCH',
        data: { orderId: target.orderId, specimenIds: rows.map(({ id }) => id), ...data },
        answer: ShownResults,
      }),
    onSuccess: (results, { done }) => {
      queries.setQueryData(keyOf(target), results);
      toast.success(done);
    },
    // Also after a refusal: somebody else may have acted first.
    onSettled: () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) =>
          first === 'order' || first === 'files' || String(first).startsWith('/api/lab/orders'),
      }),
  });
}

/**
 * Path builders for an order and a specimen; null for directors who have only their home page (domain 7.1).
 */
export function usePagesOfLab(): { order(id: string): string | null; specimen(id: string): string | null } {
  const session = useSession().session;
  const leads = (path: string): string | null =>
    session && mayVisit(session.siteVariant, session.user.role, path) ? path : null;
  return {
    order: (id) => leads(`/lab/orders/${id}`),
    specimen: (id) => leads(`/lab/specimens/${id}`),
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
  const label = recalled ? 'Recalled' : isWaiting ? 'Waits for approval' : 'Not ready';
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
