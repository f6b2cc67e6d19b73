import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

/** Whose results are shown: those of an order, or of one of its specimens. */
export interface ResultsTarget {
  orderId: string;
  specimenId: string | null;
}

// They hang on the files of the record: whatever asks for those again asks for these.
const keyOf = ({ orderId, specimenId }: ResultsTarget) =>
  ['files', ...(specimenId === null ? ['Order', orderId] : ['Specimen', specimenId]), 'results'] as const;

/** How the results stand, as the server has it. */
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

/** The same of an order, with what its results are judged by. */
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
    // It tells of patients: it is not kept once nobody looks at it.
    gcTime: 0,
  });

/** What is decided about results. */
export type ResultsAction = 'approve' | 'release' | 'recall';

interface ResultsOperationRequest {
  action: ResultsAction;
  rows: readonly ShownResult[];
  data: Readonly<Record<string, unknown>>;
  /** Said when it is done. */
  done: string;
}

/** Approves, releases or recalls results; the order, its files and its specimens are shown anew. */
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
    // Also when it was refused: somebody else may have been faster.
    onSettled: () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) =>
          first === 'order' || first === 'files' || String(first).startsWith('/api/lab/orders'),
      }),
  });
}
