import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { TONE_ICONS, type Tone } from '#pwa/ui/tone.ts';

export interface TimelineEntry {
  id: string;
  title: string;
  /** The user who did it. */
  person?: string | null;
  /** ISO time. */
  at: string;
  tone?: Tone;
  icon?: LucideIcon;
  detail?: ReactNode;
  /** True until the server has the entry, which then shows that. */
  waiting?: boolean;
  /** The title of the file that the event added: a list that shows the file leaves the event out. */
  file?: string;
}

/** One event of a list. */
export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const tone = entry.tone ?? 'neutral';
  const Icon = entry.icon ?? TONE_ICONS[tone];
  return (
    <li data-tone={tone} className="relative flex gap-3 pb-4 last:pb-0 [&:not(:last-child)>i]:block">
      <i aria-hidden className="absolute top-8 bottom-0 left-[15px] hidden w-0.5 bg-line" />
      <span className="grid size-8 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink">
        <Icon aria-hidden size={16} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{entry.title}</span>
          {entry.waiting && <ToneBadge tone="warning" label="Not yet synced" />}
        </div>
        <p className="text-ink-soft text-sm tabular-nums">
          {entry.person && `${entry.person} · `}
          <Time value={entry.at} />
        </p>
        {entry.detail && <div className="mt-1">{entry.detail}</div>}
      </div>
    </li>
  );
}

/** A list of events in the given order: the custody chain of a tube, the history of a batch. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {entries.map((entry) => (
        <TimelineItem key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}
