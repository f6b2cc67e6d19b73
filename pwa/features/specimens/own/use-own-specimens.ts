import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { may } from '#db/access/grants.ts';
import { type Role, seesAllCompanies } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { callApi } from '#pwa/api/client.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** The current user, as the specimen pages need them. */
export function useReader(): { role: Role; customer: boolean; writes: 'POST' | 'PATCH' | null } {
  const role = useSession().session?.user.role ?? 'COMPANY_USER';
  const writes = may(role, 'specimens:create') ? 'POST' : may(role, 'specimens:update') ? 'PATCH' : null;
  return { role, customer: !seesAllCompanies(role), writes };
}

const keyOf = (id: string) => ['own-specimen', id];

/** One specimen from the server; not queried without an id. */
export const useOwnSpecimen = (id: string | null) =>
  useQuery({
    queryKey: keyOf(id ?? ''),
    queryFn: ({ signal }) => callApi({ path: `/api/specimens/${id}`, answer: ShownSpecimen, signal }),
    enabled: id !== null,
    networkMode: 'always',
  });

const showsSpecimens = (queryKey: readonly unknown[], orderId: string): boolean =>
  String(queryKey[0]).startsWith('/api/specimens') ||
  String(queryKey[0]).startsWith('/api/orders') ||
  String(queryKey[0]).startsWith('/api/lab/orders') ||
  // Replacement material has a shipment of its own.
  ((queryKey[0] === 'order' || queryKey[0] === 'shipping') && queryKey[1] === orderId);

/** Invalidate every query that shows a specimen of an order. */
export function useSpecimenRefresh(): (orderId: string) => void {
  const queries = useQueryClient();
  return (orderId) =>
    void queries.invalidateQueries({ predicate: ({ queryKey }) => showsSpecimens(queryKey, orderId) });
}

/** Decides about a specimen or adds missing data; reloads whatever shows it. */
export function useSpecimenOperation(id: string) {
  const queries = useQueryClient();
  const refreshSpecimens = useSpecimenRefresh();
  const { writes } = useReader();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ action, data }: { action: 'decide' | 'info'; data: unknown; done: string }) =>
      callApi({
        path: `/api/specimens/${id}/${action}`,
        method: writes ?? 'POST',
        data,
        answer: ShownSpecimen,
      }),
    onSuccess: (specimen, { done }) => {
      queries.setQueryData(keyOf(id), specimen);
      toast.success(done);
      refreshSpecimens(specimen.orderId);
    },
    // Somebody else may have acted first: the page then shows the current state.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
