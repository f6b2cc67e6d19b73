import type { OrdersOfWeek } from '#db/ordering/orders-by-week.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';

const count = (value: number): string => `${value} ${value === 1 ? 'order' : 'orders'}`;
/** Format a day for the axis of a chart: `Nov 9`. */
export const shortDay = (day: string): string => formatDate(day).replace(/, \d{4}$/, '');

const chartOf = (weeks: readonly OrdersOfWeek[]): ChartData => ({
  form: 'bars',
  series: [
    { key: 'submitted', label: 'Submitted', color: 'accent' },
    { key: 'completed', label: 'Completed', color: 'tone' },
  ],
  places: weeks.map(({ week, submitted, completed }) => ({ label: shortDay(week), submitted, completed })),
  format: count,
  formatShort: String,
});

/** The chart as text. */
export function weeksText(weeks: readonly OrdersOfWeek[]): string {
  const sum = (of: 'submitted' | 'completed') => weeks.reduce((all, week) => all + week[of], 0);
  const last = weeks.at(-1);
  const all = `${count(sum('submitted'))} submitted and ${sum('completed')} completed in ${weeks.length} weeks`;
  return last ? `${all}; ${last.submitted} submitted and ${last.completed} completed this week.` : `${all}.`;
}

/** Chart of orders submitted and completed per week, with a message when there were none. */
export function WeeksChart({ weeks }: { weeks: readonly OrdersOfWeek[] }) {
  if (weeks.every(({ submitted, completed }) => submitted + completed === 0))
    return <p className="text-ink-soft">{`No order was submitted or completed in ${weeks.length} weeks.`}</p>;
  return <ChartFigure data={chartOf(weeks)} text={weeksText(weeks)} />;
}
