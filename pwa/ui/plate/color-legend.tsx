import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { COLOR_BY_OPTIONS } from './color-by.ts';
import type { PictureColoring } from './use-picture-colors.ts';

interface ColorLegendProps {
  coloring: PictureColoring;
  /** The shape of the positions. */
  shape: 'well' | 'slot';
}

/** Chooses what the colors of a picture mean; a press on an entry dims all others. */
export function ColorLegend({ coloring, shape }: ColorLegendProps) {
  const { colorBy, setColorBy, groups, visibleGroups, toggle } = coloring;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span aria-hidden className="text-ink-soft text-sm">
          Color by
        </span>
        <Segmented label="Color by" options={COLOR_BY_OPTIONS} value={colorBy} onChange={setColorBy} />
      </div>
      <ul aria-label="Legend" className="flex flex-wrap gap-1">
        {groups.map(({ id, label, symbol, tone, level, count }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={visibleGroups.has(id)}
              onClick={() => toggle(id)}
              className="inline-flex min-h-control items-center gap-2 rounded-md border border-transparent px-2 text-sm hover:bg-hover aria-pressed:border-line-strong aria-pressed:bg-sunken"
            >
              <span
                aria-hidden
                className={`${shape} size-6 font-bold text-xs`}
                data-filled="true"
                data-tone={tone}
                data-level={level}
                data-dimmed={visibleGroups.size > 0 && !visibleGroups.has(id) ? 'true' : undefined}
              >
                {symbol}
              </span>
              {label}
              <span className="text-ink-soft tabular-nums">{count}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
