import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

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
