import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ListedClinician, ShownLicense } from '#db/patients/shown-license.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

const PATH = '/api/clinician-licenses';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** One license with its history. */
export const useLicense = (id: string) =>
  useQuery({
    queryKey: [PATH, 'one', id],
    queryFn: ({ signal }) => callApi({ path: `${PATH}/${id}`, answer: ShownLicense, signal }),
    networkMode: 'always',
  });

/** The clinicians for whom this user may add a license. */
export const useClinicians = (enabled: boolean) =>
  useQuery({
    queryKey: [PATH, 'clinicians'],
    queryFn: ({ signal }) =>
      callApi({ path: `${PATH}/clinicians`, answer: z.array(ListedClinician), signal }),
    networkMode: 'always',
    enabled,
  });

interface OperationCall {
  /** Path below the API prefix, for instance `/<id>/verify`; empty submits a new one. */
  path: string;
  data: unknown;
  /** Message on success. */
  done: string;
}

/** Executes an action on a license; every action returns the updated license. */
export function useLicenseOperation() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, data }: OperationCall) =>
      callApi({ path: PATH + path, method: path === '' ? 'POST' : 'PATCH', data, answer: ShownLicense }),
    onSuccess: async (license, { done }) => {
      queries.setQueryData([PATH, 'one', license.id], license);
      toast.success(done);
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === PATH && queryKey[1] !== 'one',
      });
    },
  });
}
