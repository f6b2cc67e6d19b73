import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownCompany } from '#db/organizations/shown-company.ts';
import { type ApiCall, callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

/** What an error says to people. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

const keyOf = (id: string) => ['/api/companies', 'one', id];

/** One company as the server has it. */
export const useCompany = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => callApi({ path: `/api/companies/${id}`, answer: ShownCompany, signal }),
    networkMode: 'always',
  });

interface OperationCall {
  /** Below the company's address, for instance `/hold`. */
  path: string;
  method?: ApiCall<z.ZodType>['method'];
  data: unknown;
  /** Said when it is done. */
  done: string;
}

/** Does something with a company; every act answers the company as it is then. */
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
