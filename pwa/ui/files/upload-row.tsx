import { CircleAlert, FileText, RotateCcw, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';

/** The function that uploads a file; it reports progress in bytes, and the signal stops it. */
export type SendFile = (
  file: File,
  watch: { signal: AbortSignal; onProgress(sentBytes: number): void },
) => Promise<unknown>;

/** A file that is being uploaded, or one that failed. */
interface Upload {
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

const ROW = 'flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-3 py-1';

/** A file that is being uploaded, or one that failed and why. */
export function UploadRow(props: { upload: Upload; onCancel(): void; onRetry(): void }) {
  const { upload, onCancel, onRetry } = props;
  const { file, sentBytes, error } = upload;
  if (error !== null)
    return (
      <li data-tone="danger" className={`${ROW} border-tone-line bg-tone-soft text-tone-ink`}>
        <CircleAlert aria-hidden size={18} className="shrink-0" />
        <span role="alert" className="min-w-0 flex-1 basis-40 wrap-anywhere">
          <span className="font-medium">{file.name}</span>: {error}
        </span>
        <Button icon={RotateCcw} onClick={onRetry}>
          Try again
        </Button>
        <IconButton icon={X} label={`Do not send ${file.name}`} onClick={onCancel} />
      </li>
    );
  return (
    <li className={`${ROW} border-line bg-surface`}>
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex justify-between gap-3 text-sm">
          <span className="truncate">{file.name}</span>
          <span className="shrink-0 text-ink-soft tabular-nums">
            {sentBytes >= file.size
              ? 'Checking'
              : `${formatFileSize(sentBytes)} of ${formatFileSize(file.size)}`}
          </span>
        </p>
        <div
          role="progressbar"
          aria-label={`Sending ${file.name}`}
          aria-valuemin={0}
          aria-valuemax={file.size}
          aria-valuenow={Math.min(sentBytes, file.size)}
          className="mt-1 h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full bg-accent transition-[width]"
            style={{ width: `${Math.min(1, sentBytes / Math.max(1, file.size)) * 100}%` }}
          />
        </div>
      </div>
      <Button icon={X} aria-label={`Cancel ${file.name}`} onClick={onCancel}>
        Cancel
      </Button>
    </li>
  );
}

/** A stored file. */
export interface StoredFile {
  id: string;
  title: string;
  size: number;
}

/** A stored file with its actions. */
export function StoredFileRow<F extends StoredFile>(props: {
  file: F;
  onOpen?: ((file: F) => Promise<unknown>) | undefined;
  onRemove?: ((file: F) => Promise<unknown>) | undefined;
}) {
  const { file, onOpen, onRemove } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const runAction = async (action: (file: F) => Promise<unknown>, otherwise: string): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await action(file);
    } catch (problem) {
      setError(problem instanceof AppError ? problem.message : otherwise);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={`${ROW} border-line bg-surface`}>
      <FileText aria-hidden size={18} className="shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1 basis-40">
        {onOpen ? (
          <button
            type="button"
            disabled={busy}
            onClick={() => void runAction(onOpen, MESSAGES.resourceNotAccessible)}
            className="min-h-control text-left text-accent-ink underline wrap-anywhere"
          >
            {file.title}
          </button>
        ) : (
          <span className="wrap-anywhere">{file.title}</span>
        )}
        <span className="ml-2 whitespace-nowrap text-ink-soft text-sm">{formatFileSize(file.size)}</span>
      </span>
      {onRemove && (
        <IconButton
          icon={Trash2}
          label={`Remove ${file.title}`}
          disabled={busy}
          onClick={() => void runAction(onRemove, MESSAGES.fileNotRemoved)}
        />
      )}
      {error && (
        <p role="alert" data-tone="danger" className="basis-full text-sm text-tone-ink">
          {error}
        </p>
      )}
    </li>
  );
}
