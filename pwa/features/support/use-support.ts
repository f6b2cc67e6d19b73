import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

/** What is told of a failure. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

interface OperationCall {
  /** Below `/api/support`. */
  path: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  data: object;
  /** Said when it is done. */
  done: string;
}

/** Does something with a request or a video; the lists are read again afterwards. */
export function useSupportOperation() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, method, data }: OperationCall) =>
      callApi({ path: `/api/support${path}`, method, data, answer: z.object({ id: z.string() }) }),
    onSuccess: async (_saved, { done }) => {
      toast.success(done);
      await queries.invalidateQueries();
    },
  });
}
