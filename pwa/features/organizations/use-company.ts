import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownCompany } from '#db/organizations/shown-company.ts';
import { type ApiCall, callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

const keyOf = (id: string) => ['/api/companies', 'one', id];

/** One organization from the server. */
export const useCompany = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => callApi({ path: `/api/companies/${id}`, answer: ShownCompany, signal }),
    networkMode: 'always',
  });

interface OperationCall {
  /** Path below the organization, for instance `/hold`. */
  path: string;
  method?: ApiCall<z.ZodType>['method'];
  data: unknown;
  /** Message on success. */
  done: string;
}

/** Executes an action on an organization; every action returns the updated one. */
export function useCompanyOperation(id: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, method = 'PATCH', data }: OperationCall) =>
      callApi({ path: `/api/companies/${id}${path}`, method, data, answer: ShownCompany }),
    onSuccess: (company, { done }) => {
      queries.setQueryData(keyOf(id), company);
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === '/api/companies' && queryKey[1] !== 'one',
      });
      toast.success(done);
    },
  });
}
export type CompanyOperation = ReturnType<typeof useCompanyOperation>;
