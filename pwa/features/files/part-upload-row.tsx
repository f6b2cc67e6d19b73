import { Pause, Play, X } from 'lucide-react';
import { formatFileSize } from '#pwa/format/sizes.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { PartUpload } from './use-part-uploads.ts';

const WORDS = {
  sending: null,
  paused: 'Paused',
  offline: 'No network. It goes on when the network is back.',
  failed: null,
  refused: null,
} as const;

function Bar({ name, sent, size }: { name: string; sent: number; size: number }) {
  return (
    <div
      role="progressbar"
      aria-label={`Sending ${name}`}
      aria-valuemin={0}
      aria-valuemax={size}
      aria-valuenow={Math.min(sent, size)}
      className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full bg-accent"
        style={{ width: `${Math.min(1, sent / Math.max(1, size)) * 100}%` }}
      />
    </div>
  );
}

/** A file on its way, with how far it is and what can be done with it. */
export function PartUploadRow(props: {
  upload: PartUpload;
  onPause(): void;
  onResume(): void;
  onCancel(): void;
}) {
  const { about, sent, state, error } = props.upload;
  const { name, size } = about.file;
  const refused = state === 'refused';
  const done = state === 'sending' && sent >= size;
  const progress = refused
    ? 'Refused'
    : done
      ? 'Checking'
      : `${formatFileSize(sent)} of ${formatFileSize(size)}`;
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <span className="shrink-0 text-ink-soft tabular-nums">{progress}</span>
      </p>
      {!refused && <Bar name={name} sent={sent} size={size} />}
      <p aria-live="polite" className="text-ink-soft text-sm">
        {WORDS[state]}
      </p>
      {(refused || state === 'failed') && (
        <p role="alert" data-tone="danger" className="mt-1 text-sm text-tone-ink wrap-anywhere">
          {error}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {refused ? null : state === 'sending' ? (
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
          aria-label={`${refused ? 'Dismiss' : 'Cancel'} ${name}`}
          disabled={done}
          onClick={props.onCancel}
        >
          {refused ? 'Dismiss' : 'Cancel'}
        </Button>
      </div>
    </li>
  );
}
