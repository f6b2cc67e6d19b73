import { Pause, Play, X } from 'lucide-react';
import { formatFileSize } from '#pwa/format/sizes.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { PartUpload } from './use-part-uploads.ts';

const STATE_TEXT = {
  sending: null,
  paused: 'Paused',
  offline: 'No network. It goes on when the network is back.',
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
