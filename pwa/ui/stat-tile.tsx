import { ChevronRight, type LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';
import { TONE_ICONS, type Tone } from './tone.ts';

interface StatTileProps {
  label: string;
  value: number | string;
  tone?: Tone;
  icon?: LucideIcon;
  /** One line below the figure. */
  note?: string;
  /** The figure is loading: a block in its place, so that nothing moves when it is there. */
  loading?: boolean;
  onOpen?: () => void;
}

/** Amounts are long: they are smaller than counts, and all have the same size. */
const sizeOf = (value: number | string): string =>
  typeof value === 'number' ? 'text-3xl' : 'text-lg @min-[13rem]:text-xl';

const LOADING = 'animate-pulse rounded-sm bg-sunken text-transparent';

/**
 * A current figure; pressing it opens the counted records. Two fit side by side on a phone, without icons.
 */
export function StatTile(props: StatTileProps) {
  const { label, value, tone = 'neutral', icon, note, loading = false, onOpen } = props;
  const Icon = icon ?? TONE_ICONS[tone];
  const Box = onOpen ? 'button' : 'div';
  const block = loading && LOADING;
  return (
    <Box
      {...(onOpen ? { type: 'button' as const, onClick: onOpen, disabled: loading } : {})}
      aria-busy={loading || undefined}
      data-tone={tone}
      className={`panel @container flex min-h-20 w-full items-center gap-3 border-l-4 border-l-tone p-3 text-left ${onOpen ? 'hover:bg-hover' : ''}`}
    >
      <span className="hidden size-10 shrink-0 place-items-center rounded-md bg-tone-soft text-tone-ink @min-[13rem]:grid">
        <Icon aria-hidden size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-ink-soft text-sm">{label}</span>
        <span
          aria-hidden={loading || undefined}
          className={classNames('block font-semibold tabular-nums leading-8', sizeOf(value), block)}
        >
          {value}
        </span>
        {note && (
          <span
            aria-hidden={loading || undefined}
            className={classNames('block text-sm', block || 'text-ink-soft')}
          >
            {note}
          </span>
        )}
      </span>
      {onOpen && (
        <ChevronRight aria-hidden size={20} className="hidden shrink-0 text-ink-soft @min-[13rem]:block" />
      )}
    </Box>
  );
}
