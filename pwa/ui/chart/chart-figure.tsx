import { lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import type { ChartData } from './chart-data.ts';

const Coming = () => (
  <SlowLoadFallback>
    <div className="h-64 animate-pulse rounded-md bg-sunken" />
  </SlowLoadFallback>
);
const DrawnChart = lazyComponent<{ data: ChartData }>(
  () => import('./drawn-chart.tsx').then((module) => module.DrawnChart),
  Coming,
);

const SWATCH = { accent: 'bg-accent', tone: 'bg-tone' } as const;

/** A chart with a legend and a text summary; it draws its own panel unless it is inside one. */
export function ChartFigure({ data, text }: { data: ChartData; text: string }) {
  return (
    <figure
      data-tone="hold"
      className="panel flex min-w-0 flex-col gap-2 p-3 md:p-4 [.panel_&]:rounded-none [.panel_&]:border-0 [.panel_&]:p-0"
    >
      {data.series.length > 1 && (
        <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {data.series.map(({ key, label, color }) => (
            <li key={key} className="flex items-center gap-2">
              <span className={`size-3 rounded-sm ${SWATCH[color]}`} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <div aria-hidden className="min-w-0">
        <DrawnChart data={data} />
      </div>
      <figcaption className="text-ink-soft tabular-nums">{text}</figcaption>
    </figure>
  );
}
