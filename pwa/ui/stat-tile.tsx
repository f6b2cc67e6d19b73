import { ChevronRight, type LucideIcon } from 'lucide-react';
import { TONE_ICONS, type Tone } from './tone.ts';

interface StatTileProps {
  label: string;
  value: number | string;
  tone?: Tone;
  icon?: LucideIcon;
  /** One line below the figure. */
  note?: string;
  onOpen?: () => void;
}

/** Amounts are long: they are smaller than counts, and all have the same size. */
const sizeOf = (value: number | string): string =>
  typeof value === 'number' ? 'text-3xl' : 'text-lg @min-[13rem]:text-xl';

/**
 * A current figure; pressing it opens the counted records. Two fit side by side on a phone, without icons.
 */
export function StatTile({ label, value, tone = 'neutral', icon, note, onOpen }: StatTileProps) {
  const Icon = icon ?? TONE_ICONS[tone];
  const Box = onOpen ? 'button' : 'div';
  return (
    <Box
      {...(onOpen ? { type: 'button' as const, onClick: onOpen } : {})}
      data-tone={tone}
      className={`panel @container flex min-h-20 w-full items-center gap-3 border-l-4 border-l-tone p-3 text-left ${onOpen ? 'hover:bg-hover' : ''}`}
    >
      <span className="hidden size-10 shrink-0 place-items-center rounded-md bg-tone-soft text-tone-ink @min-[13rem]:grid">
        <Icon aria-hidden size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-ink-soft text-sm">{label}</span>
        <span className={`block font-semibold tabular-nums leading-8 ${sizeOf(value)}`}>{value}</span>
        {note && <span className="block text-ink-soft text-sm">{note}</span>}
      </span>
      {onOpen && (
        <ChevronRight aria-hidden size={20} className="hidden shrink-0 text-ink-soft @min-[13rem]:block" />
      )}
    </Box>
  );
}
