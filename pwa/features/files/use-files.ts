import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { fileLinks, filesOf } from '#pwa/api/files.ts';
import { saveFrom } from '#pwa/api/save-file.ts';
import { unfinishedUploads } from '#pwa/api/send-in-parts.ts';
import type { FilesTarget } from './file-uploader.tsx';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** The files of a record from the server, and this user's unfinished uploads. */
export function useFiles({ targetType, targetId }: FilesTarget, uploads: boolean) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = ['files', targetType, targetId];
  const specimens = targetType === 'Order';
  const files = useQuery({ queryKey: key, queryFn: () => filesOf(targetType, targetId, { specimens }) });
  const unfinished = useQuery({
    queryKey: [...key, 'unfinished'],
    queryFn: () => unfinishedUploads(targetType, targetId),
    enabled: uploads,
  });
  const reload = () => queries.invalidateQueries({ queryKey: key });
  const runOperation = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await reload();
    } catch (error) {
      setProblem(errorText(error));
      // Access may have ended, as for recalled results: the page then reloads.
      void reload();
      if (targetType === 'Order') void queries.invalidateQueries({ queryKey: ['order', targetId] });
    } finally {
      setBusy(false);
    }
  };
  return { files, unfinished, reload, runOperation, busy, problem };
}

/** Download all available files in sequence, each under its own name. */
export async function downloadAll({ targetType, targetId }: FilesTarget): Promise<void> {
  for (const { url, title } of await fileLinks(targetType, targetId, targetType === 'Order')) {
    saveFrom(url, title);
  }
}
