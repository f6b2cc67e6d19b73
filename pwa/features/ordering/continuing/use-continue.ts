import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Continuation } from '#db/ordering/continuation.ts';
import { ShownDraft } from '#db/ordering/shown-draft.ts';
import { SourceChoices } from '#db/ordering/shown-source.ts';
import { callApi } from '#pwa/api/client.ts';
import type { Viewer } from '../viewer.ts';

/** The specimens of an order as the server offers them now; queried again at each opening. */
export const useSourceChoices = (family: Viewer['family'], id: string, continuation: Continuation | null) =>
  useQuery({
    queryKey: ['source specimens', family, id, continuation],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/${family}/${id}/source-specimens`,
        query: { continuation: continuation ?? '' },
        answer: SourceChoices,
        signal,
      }),
    enabled: continuation !== null,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });

/** Creates the continuing order and returns its draft. */
export function useStartContinuation(family: Viewer['family'], id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (data: { continuation: Continuation; specimenIds: string[] }): Promise<ShownDraft> =>
      callApi({ path: `/api/${family}/${id}/continue`, method: 'POST', data, answer: ShownDraft }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['order', id] });
      void queries.invalidateQueries({ queryKey: ['drafts'] });
    },
  });
}
