import type { ReactNode } from 'react';
import { TONE_ICONS, type Tone } from './tone.ts';

/** A persistent message on the page: the problem and what to do. */
export function Notice({
  tone,
  title,
  children,
  action,
}: {
  tone: Tone;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Icon = TONE_ICONS[tone];
  return (
    <div
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-tone-line bg-tone-soft p-3 text-tone-ink"
    >
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
      {action}
    </div>
  );
}
