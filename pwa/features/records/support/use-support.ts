import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

interface OperationCall {
  /** Path below `/api/support`. */
  path: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  data: object;
  /** Message on success. */
  done: string;
}

/** Executes an action on a request or a video, and reloads the lists. */
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
