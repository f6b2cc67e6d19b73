import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatusDisplay, Tone as StatusTone } from '#db/values/tone.ts';
import { classNames } from './class-names.ts';
import { TONE_ICONS, type Tone } from './tone.ts';

/** A short label or count. */
export function Badge({
  tone = 'neutral',
  strong = false,
  children,
}: {
  tone?: Tone;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      data-tone={tone}
      className={classNames(
        'inline-flex min-w-5 items-center justify-center rounded-full px-1.5 font-semibold text-xs tabular-nums leading-5',
        strong ? 'bg-tone text-tone-on' : 'bg-tone-soft text-tone-ink',
      )}
    >
      {children}
    </span>
  );
}

/** A status by color, icon and word; the icon is the tone's own by default. */
export function ToneBadge({
  tone,
  label,
  icon,
}: {
  tone: Tone;
  label: string;
  icon?: LucideIcon | undefined;
}) {
  const Icon = icon ?? TONE_ICONS[tone];
  return (
    <span
      data-tone={tone}
      className="inline-flex max-w-full items-center gap-1 rounded-md border border-tone-line bg-tone-soft py-px pr-2 pl-1.5 font-medium text-sm text-tone-ink"
    >
      <Icon aria-hidden size={14} strokeWidth={2.4} className="shrink-0" />
      <span className="min-w-0 break-words">{label}</span>
    </span>
  );
}

/** The look of a status's tone in the status tables. */
export const TONE_OF_STATUS: Record<StatusTone, Tone> = {
  neutral: 'neutral',
  quiet: 'neutral',
  moving: 'info',
  active: 'progress',
  good: 'success',
  warning: 'warning',
  bad: 'danger',
};

/** A badge of a status from its table: `<LookBadge look={SPECIMEN_STATUS[specimen.status]} />`. */
export const StatusBadge = ({ display }: { display: StatusDisplay }) => (
  <ToneBadge tone={TONE_OF_STATUS[display.tone]} label={display.label} />
);
