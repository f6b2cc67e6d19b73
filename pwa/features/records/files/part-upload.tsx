import { Pause, Play, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FileTargetType } from '#db/records/files/file-type.ts';
import type { CompletedFile, UnfinishedFile } from '#db/records/files/shown-file.ts';
import { beginUpload, cancelUpload, sendParts, unfinishedUploads } from '#pwa/api/send-in-parts.ts';
import type { FileToSend } from '#pwa/api/upload-file.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';

/** State of an upload: sending, paused, waiting for the network, failed, or refused for its content. */
interface PartUpload {
  key: number;
  about: FileToSend;
  unfinishedFile: UnfinishedFile | null;
  sentBytes: number;
  state: 'sending' | 'paused' | 'offline' | 'failed' | 'refused';
  error: string | null;
}

/** State of an upload after an error: a refused file will be refused again. */
function failureState(error: unknown): PartUpload['state'] {
  if (!(error instanceof AppError)) return 'failed';
  if (error.code === 'UNAVAILABLE') return 'offline';
  return error.code === 'VALIDATION' ? 'refused' : 'failed';
}

/** Uploads files in parts; each can be paused, resumed and canceled, and resumes when the network returns. */
export function usePartUploads(
  target: { targetType: FileTargetType; targetId: string },
  onStored: (completedUpload: CompletedFile, title: string) => void,
) {
  const [uploads, setUploads] = useState<readonly PartUpload[]>([]);
  const now = useRef<readonly PartUpload[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const pendingCreations = useRef(new Map<number, Promise<UnfinishedFile>>());
  const next = useRef(0);
  const set = (all: readonly PartUpload[]): void => {
    now.current = all;
    setUploads(all);
  };
  const change = (key: number, changes: Partial<PartUpload>): void =>
    set(now.current.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const leave = (key: number): void => set(now.current.filter((one) => one.key !== key));

  // A file that is paused and resumed before the server responds must not be announced twice.
  const createOnce = (key: number, about: FileToSend): Promise<UnfinishedFile> => {
    const pending =
      pendingCreations.current.get(key) ??
      beginUpload(about).finally(() => void pendingCreations.current.delete(key));
    pendingCreations.current.set(key, pending);
    return pending;
  };
  const run = async (key: number): Promise<void> => {
    const upload = now.current.find((one) => one.key === key);
    if (!upload || aborts.current.has(key)) return;
    const abort = new AbortController();
    aborts.current.set(key, abort);
    change(key, { state: 'sending', error: null });
    try {
      // The server knows which parts arrived: the page may have missed the last response.
      const { unfinishedFile } = upload;
      const open = unfinishedFile && (await unfinishedUploads(target.targetType, target.targetId));
      const knownUpload = unfinishedFile
        ? (open?.find(({ id }) => id === unfinishedFile.id) ?? unfinishedFile)
        : await createOnce(key, upload.about);
      change(key, { unfinishedFile: knownUpload });
      abort.signal.throwIfAborted();
      const completedUpload = await sendParts(upload.about.file, knownUpload, {
        signal: abort.signal,
        onProgress: (sentBytes) => change(key, { sentBytes }),
      });
      leave(key);
      onStored(completedUpload, knownUpload.title);
    } catch (error) {
      if (abort.signal.aborted) return;
      change(key, {
        state: failureState(error),
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
  const resume = useEffectEvent(run);
  useEffect(() => {
    const running = aborts.current;
    const resumeOffline = () => {
      for (const { key, state } of now.current) if (state === 'offline') void resume(key);
    };
    window.addEventListener('online', resumeOffline);
    return () => {
      window.removeEventListener('online', resumeOffline);
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  return {
    uploads,
    start: (about: FileToSend, unfinishedFile: UnfinishedFile | null = null): void => {
      next.current += 1;
      const key = next.current;
      set([...now.current, { key, about, unfinishedFile, sentBytes: 0, state: 'sending', error: null }]);
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
      const announced = pendingCreations.current.get(key);
      leave(key);
      // The server keeps nothing of a refused file.
      if (upload?.state === 'refused') return;
      const knownUpload = upload?.unfinishedFile;
      const unfinishedFile = knownUpload ?? (await announced?.catch(() => null));
      // The server deletes an upload that could not be canceled after two days.
      if (unfinishedFile) await cancelUpload(unfinishedFile.id).catch(() => undefined);
    },
  };
}

const STATE_TEXT = {
  sending: null,
  paused: 'Paused',
  offline: 'No network. The upload continues when you are online.',
  failed: null,
  refused: null,
} as const;

function Bar({ name, sentBytes, size }: { name: string; sentBytes: number; size: number }) {
  return (
    <div
      role="progressbar"
      aria-label={`Sending ${name}`}
      aria-valuemin={0}
      aria-valuemax={size}
      aria-valuenow={Math.min(sentBytes, size)}
      className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full bg-accent"
        style={{ width: `${Math.min(1, sentBytes / Math.max(1, size)) * 100}%` }}
      />
    </div>
  );
}

/** An upload with its progress and actions. */
export function PartUploadRow(props: {
  upload: PartUpload;
  onPause(): void;
  onResume(): void;
  onCancel(): void;
}) {
  const { about, sentBytes, state, error } = props.upload;
  const { name, size } = about.file;
  const isRefused = state === 'refused';
  const done = state === 'sending' && sentBytes >= size;
  const progress = isRefused
    ? 'Refused'
    : done
      ? 'Checking'
      : `${formatFileSize(sentBytes)} of ${formatFileSize(size)}`;
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <span className="shrink-0 text-ink-soft tabular-nums">{progress}</span>
      </p>
      {!isRefused && <Bar name={name} sentBytes={sentBytes} size={size} />}
      <p aria-live="polite" className="text-ink-soft text-sm">
        {STATE_TEXT[state]}
      </p>
      {(isRefused || state === 'failed') && (
        <p role="alert" data-tone="danger" className="mt-1 text-sm text-tone-ink wrap-anywhere">
          {error}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {isRefused ? null : state === 'sending' ? (
          <Button icon={Pause} aria-label={`Pause ${name}`} disabled={done} onClick={props.onPause}>
            Pause
          </Button>
        ) : (
          <Button icon={Play} aria-label={`Resume ${name}`} onClick={props.onResume}>
            Resume
          </Button>
        )}
        <Button
          icon={X}
          aria-label={`${isRefused ? 'Dismiss' : 'Cancel'} ${name}`}
          disabled={done}
          onClick={props.onCancel}
        >
          {isRefused ? 'Dismiss' : 'Cancel'}
        </Button>
      </div>
    </li>
  );
}
