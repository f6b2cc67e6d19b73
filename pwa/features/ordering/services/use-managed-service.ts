import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownService } from '#db/ordering/services/shown-service.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

const PATH = '/api/lab/services';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** One service as editors see it, on sale or not. */
export const useManagedService = (id: string) =>
  useQuery({
    queryKey: [PATH, 'one', id],
    queryFn: ({ signal }) => callApi({ path: `${PATH}/${id}`, answer: ShownService, signal }),
    networkMode: 'always',
  });

interface ServiceOperationRequest {
  /** Path below the service: `` changes its details, `/status` its status. */
  path: '' | '/status';
  data: unknown;
  /** Message on success. */
  done: string;
}

/** Edits a service; returns the updated one. */
export function useServiceOperation(id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, data }: ServiceOperationRequest) =>
      callApi({ path: `${PATH}/${id}${path}`, method: 'PATCH', data, answer: ShownService }),
    onSuccess: async (service, { done }) => {
      queries.setQueryData([PATH, 'one', service.id], service);
      toast.success(done);
      // Lists and the page under the service's slug are reloaded.
      await queries.invalidateQueries({
        predicate: ({ queryKey: [path, , key] }) => path === PATH && key !== service.id,
      });
    },
  });
}
