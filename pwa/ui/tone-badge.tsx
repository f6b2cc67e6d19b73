import type { LucideIcon } from 'lucide-react';
import { TONE_ICONS, type Tone } from './tone.ts';

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
