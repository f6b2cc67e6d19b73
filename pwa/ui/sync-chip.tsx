import {
  CircleAlert,
  Cloud,
  CloudCheck,
  CloudOff,
  CloudUpload,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { Tone } from './tone.ts';

export interface SyncChipProps {
  /** `connecting`: whether the server can be reached is not known yet. */
  state: 'synced' | 'waiting' | 'conflicts' | 'connecting' | 'offline' | 'error';
  /** Operations without an answer of the server. */
  waiting: number;
  /** Photos that the server does not have. */
  photos?: number;
  conflicts: number;
  /** Operations that the server refused and nobody has acknowledged; they are not conflicts. */
  refusedCount?: number;
  /** Data that this device needs is still loading or, without a network, is incomplete. */
  loading?: boolean;
  /** Opens the page with the work of this device; the chip is plain text without it. */
  onOpen?: (() => void) | undefined;
}

const STATE_DISPLAY: Record<SyncChipProps['state'], { tone: Tone; icon: LucideIcon }> = {
  synced: { tone: 'success', icon: CloudCheck },
  waiting: { tone: 'info', icon: CloudUpload },
  conflicts: { tone: 'warning', icon: TriangleAlert },
  connecting: { tone: 'neutral', icon: Cloud },
  offline: { tone: 'neutral', icon: CloudOff },
  error: { tone: 'danger', icon: CircleAlert },
};

/** Return the text of the chip; unsynced work is always counted and never called synced. */
export function syncChipText(props: SyncChipProps): string {
  const { state, waiting, photos = 0, conflicts, refusedCount = 0, loading = false } = props;
  const operationsText = waiting > 0 ? `${waiting} waiting` : '';
  const pictures = photos > 0 ? `${photos} ${photos === 1 ? 'photo' : 'photos'} waiting` : '';
  const clashes = conflicts > 0 ? `${conflicts} ${conflicts === 1 ? 'conflict' : 'conflicts'}` : '';
  const no = refusedCount > 0 ? `${refusedCount} refused` : '';
  const offline = loading ? 'Offline · not ready' : 'Offline';
  const leads = {
    synced: '',
    waiting: '',
    conflicts: '',
    connecting: 'Connecting…',
    offline,
    error: 'Sync error',
  }[state];
  const parts = [leads, clashes, no, operationsText, pictures].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(' · ');
  return loading ? 'Fetching' : 'Synced';
}

const CHIP =
  'inline-flex min-h-control min-w-0 items-center gap-1.5 rounded-full border border-tone-line bg-tone-soft px-2.5 font-semibold text-sm text-tone-ink tabular-nums md:px-3';

/** The header chip that shows whether this device's work has reached the server. */
export function SyncChip(props: SyncChipProps) {
  const text = syncChipText(props);
  const { tone, icon: Icon } =
    props.state === 'synced' && text !== 'Synced' ? STATE_DISPLAY.waiting : STATE_DISPLAY[props.state];
  const content = (
    <>
      <Icon aria-hidden size={17} className="shrink-0" />
      <span className="line-clamp-2 text-left leading-tight" aria-live="polite">
        {text}
      </span>
    </>
  );
  if (!props.onOpen)
    return (
      <span data-tone={tone} className={CHIP}>
        {content}
      </span>
    );
  return (
    <button type="button" data-tone={tone} onClick={props.onOpen} className={`${CHIP} hover:border-tone`}>
      {content}
    </button>
  );
}
