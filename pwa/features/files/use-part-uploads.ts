import { useEffect, useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FileTargetType } from '#db/records/file-target-type.ts';
import type { UnfinishedFile } from '#db/records/shown-file.ts';
import {
  beginUpload,
  type CompletedUpload,
  cancelUpload,
  sendParts,
  unfinishedUploads,
} from '#pwa/api/send-in-parts.ts';
import type { FileToSend } from '#pwa/api/upload-file.ts';

/** A file on its way: sent, paused, waiting for the network, stopped by a fault, or refused for what it is. */
export interface PartUpload {
  key: number;
  about: FileToSend;
  begun: UnfinishedFile | null;
  sent: number;
  state: 'sending' | 'paused' | 'offline' | 'failed' | 'refused';
  error: string | null;
}

/** How a file stands that did not arrive: one that was refused will be refused again. */
function standOf(error: unknown): PartUpload['state'] {
  if (!(error instanceof AppError)) return 'failed';
  if (error.code === 'UNAVAILABLE') return 'offline';
  return error.code === 'VALIDATION' ? 'refused' : 'failed';
}

/** Sends files part by part; each is paused, gone on with and given up by itself, and goes on when the network is back. */
export function usePartUploads(
  target: { targetType: FileTargetType; targetId: string },
  onStored: (stored: CompletedUpload, title: string) => void,
) {
  const [uploads, setUploads] = useState<readonly PartUpload[]>([]);
  const now = useRef<readonly PartUpload[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const begins = useRef(new Map<number, Promise<UnfinishedFile>>());
  const next = useRef(0);
  const set = (all: readonly PartUpload[]): void => {
    now.current = all;
    setUploads(all);
  };
  const change = (key: number, changes: Partial<PartUpload>): void =>
    set(now.current.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const leave = (key: number): void => set(now.current.filter((one) => one.key !== key));

  // Paused and resumed before the server has answered, a file is not announced twice.
  const begin = (key: number, about: FileToSend): Promise<UnfinishedFile> => {
    const going =
      begins.current.get(key) ?? beginUpload(about).finally(() => void begins.current.delete(key));
    begins.current.set(key, going);
    return going;
  };
  const run = async (key: number): Promise<void> => {
    const upload = now.current.find((one) => one.key === key);
    if (!upload || aborts.current.has(key)) return;
    const abort = new AbortController();
    aborts.current.set(key, abort);
    change(key, { state: 'sending', error: null });
    try {
      // What has arrived, the server knows: the page may have missed the answer to its last part.
      const { begun } = upload;
      const open = begun && (await unfinishedUploads(target.targetType, target.targetId));
      const known = begun
        ? (open?.find(({ id }) => id === begun.id) ?? begun)
        : await begin(key, upload.about);
      change(key, { begun: known });
      abort.signal.throwIfAborted();
      const stored = await sendParts(upload.about.file, known, {
        signal: abort.signal,
        onProgress: (sent) => change(key, { sent }),
      });
      leave(key);
      onStored(stored, known.title);
    } catch (error) {
      if (abort.signal.aborted) return;
      change(key, {
        state: standOf(error),
        error: error instanceof AppError ? error.message : MESSAGES.fileNotUploaded,
      });
    } finally {
      if (aborts.current.get(key) === abort) aborts.current.delete(key);
    }
  };
  const stop = (key: number): void => {
    aborts.current.get(key)?.abort();
    aborts.current.delete(key);
  };
  const again = useRef(run);
  again.current = run;
  useEffect(() => {
    const running = aborts.current;
    const goOn = () => {
      for (const { key, state } of now.current) if (state === 'offline') void again.current(key);
    };
    window.addEventListener('online', goOn);
    return () => {
      window.removeEventListener('online', goOn);
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  return {
    uploads,
    start: (about: FileToSend, begun: UnfinishedFile | null = null): void => {
      next.current += 1;
      const key = next.current;
      set([...now.current, { key, about, begun, sent: 0, state: 'sending', error: null }]);
      void run(key);
    },
    pause: (key: number): void => {
      stop(key);
      change(key, { state: 'paused' });
    },
    resume: (key: number): void => void run(key),
    cancel: async (key: number): Promise<void> => {
      stop(key);
      const upload = now.current.find((one) => one.key === key);
      const announced = begins.current.get(key);
      leave(key);
      // Of what it refused the server keeps nothing.
      if (upload?.state === 'refused') return;
      const known = upload?.begun;
      const begun = known ?? (await announced?.catch(() => null));
      // What could not be given up now is forgotten by the server in two days.
      if (begun) await cancelUpload(begun.id).catch(() => undefined);
    },
  };
}
