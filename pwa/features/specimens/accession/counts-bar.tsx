import type { Tone } from '#pwa/ui/tone.ts';
import type { SessionCounts } from './session-counts.ts';

interface Figure {
  label: string;
  value: number;
  tone: Tone;
}

const figuresOf = (counts: SessionCounts): readonly Figure[] => [
  { label: 'Expected', value: counts.expected, tone: 'neutral' },
  { label: 'Received', value: counts.received, tone: 'success' },
  { label: 'Missing', value: counts.missing, tone: counts.missing > 0 ? 'warning' : 'neutral' },
  { label: 'Unexpected', value: counts.unexpected, tone: counts.unexpected > 0 ? 'hold' : 'neutral' },
  { label: 'Problems', value: counts.problems, tone: counts.problems > 0 ? 'danger' : 'neutral' },
];

/** Counts of expected, received, missing, unexpected and problem tubes; always visible during receiving. */
export function CountsBar({ counts }: { counts: SessionCounts }) {
  return (
    <dl
      aria-label="Counts of this session"
      data-pinned=""
      className="max-md:-mx-3 sticky top-14 z-10 grid grid-cols-[repeat(5,auto)] overflow-hidden border-line border-y bg-surface shadow-raised md:grid-cols-5 md:rounded-lg md:border"
    >
      {figuresOf(counts).map(({ label, value, tone }) => (
        <div
          key={label}
          data-tone={tone}
          data-count={label.toLowerCase()}
          className="flex flex-col items-center border-line px-1 py-1.5 not-last:border-r"
        >
          <dt className="order-2 text-xs text-ink-soft md:text-sm">{label}</dt>
          <dd
            className={`font-bold text-xl tabular-nums md:text-2xl ${tone === 'neutral' ? '' : 'text-tone-ink'}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
