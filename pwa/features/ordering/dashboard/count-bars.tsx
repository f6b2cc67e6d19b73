import type { StatusDisplay } from '#db/values/tone.ts';
import { TONE_OF_STATUS } from '#pwa/ui/status-badge.tsx';

export interface StatusCount {
  key: string;
  display: StatusDisplay;
  count: number;
  /** Path of the matching list. */
  href?: string;
}

function Bar({ row, maxCount }: { row: StatusCount; maxCount: number }) {
  return (
    <span className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
      <span className="min-w-0">{row.display.label}</span>
      <span className="font-semibold tabular-nums">{row.count}</span>
      <span aria-hidden className="col-span-2 h-2 overflow-hidden rounded-full bg-sunken">
        <span
          data-tone={TONE_OF_STATUS[row.display.tone]}
          className="block h-full min-w-1 rounded-full bg-tone"
          style={{ width: `${(row.count / maxCount) * 100}%` }}
        />
      </span>
    </span>
  );
}

/** Counts per status as text, figures and bars in the status color. */
export function CountBars({ label, rows }: { label: string; rows: readonly StatusCount[] }) {
  const maxCount = Math.max(1, ...rows.map(({ count }) => count));
  const sorted = [...rows].sort((one, other) => one.display.rank - other.display.rank);
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {sorted.map((row) => (
        <li key={row.key}>
          {row.href ? (
            <a href={row.href} className="flex min-h-11 items-center hover:text-accent-ink">
              <Bar row={row} maxCount={maxCount} />
            </a>
          ) : (
            <span className="flex min-h-11 items-center">
              <Bar row={row} maxCount={maxCount} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
