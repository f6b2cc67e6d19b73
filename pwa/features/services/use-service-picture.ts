import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { requireOwnSession } from '#pwa/api/session-gate.ts';
import { toast } from '#pwa/ui/toast.tsx';

const Failure = z.object({ error: z.string(), code: z.string() });

async function call(path: string, init: RequestInit): Promise<void> {
  await requireOwnSession(path);
  const answer = await fetch(path, { ...init, credentials: 'same-origin' }).catch(() => {
    throw new AppError('UNAVAILABLE', MESSAGES.fileNotUploaded);
  });
  if (answer.ok) return;
  const failure = Failure.safeParse(await answer.json().catch(() => undefined));
  throw new AppError(failure.data?.code ?? 'UNAVAILABLE', failure.data?.error ?? MESSAGES.fileNotUploaded);
}

/** Uploads or removes the picture of a service; reloads lists and pages of services. */
export function useServicePicture(id: string) {
  const queries = useQueryClient();
  const path = `/api/lab/services/${id}/image`;
  const done = (message: string) => async () => {
    toast.success(message);
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === '/api/lab/services' });
  };
  const send = useMutation({
    networkMode: 'always',
    mutationFn: (body: Blob) =>
      call(path, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg' } }),
    onSuccess: done('The picture is in the catalogue.'),
  });
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => call(path, { method: 'DELETE' }),
    onSuccess: done('The picture is removed.'),
  });
  return { send, remove };
}
