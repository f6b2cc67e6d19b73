import { useEffect, useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** The function that uploads a file; it reports progress in bytes, and the signal stops it. */
export type SendFile = (
  file: File,
  watch: { signal: AbortSignal; onProgress(sentBytes: number): void },
) => Promise<unknown>;

/** A file that is being uploaded, or one that failed. */
export interface Upload {
  key: number;
  file: File;
  sentBytes: number;
  error: string | null;
}

/** Track uploads: one leaves the list when it is done or canceled; a failed one stays for a retry. */
export function useUploads(send: SendFile) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const next = useRef(0);
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const leave = (key: number) => {
    aborts.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  };
  const run = async (key: number, file: File): Promise<void> => {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    change(key, { sentBytes: 0, error: null });
    try {
      await send(file, {
        signal: abort.signal,
        onProgress: (sentBytes) => change(key, { sentBytes }),
      });
      leave(key);
    } catch (error) {
      if (abort.signal.aborted) return;
      aborts.current.delete(key);
      change(key, { error: error instanceof AppError ? error.message : MESSAGES.fileNotUploaded });
    }
  };
  return {
    uploads,
    start: (file: File): void => {
      next.current += 1;
      const key = next.current;
      setUploads((all) => [...all, { key, file, sentBytes: 0, error: null }]);
      void run(key, file);
    },
    retry: ({ key, file }: Upload): void => void run(key, file),
    cancel: ({ key }: Upload): void => {
      aborts.current.get(key)?.abort();
      leave(key);
    },
  };
}
