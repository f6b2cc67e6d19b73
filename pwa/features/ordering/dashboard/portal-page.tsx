import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Access, CallDefinition } from '#db/api/call-definition.ts';
import type { OrdersOfWeek } from '#db/ordering/orders/orders-summary.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

/** A call that reads all of a dashboard. */
type PortalCall<Data> = CallDefinition<Access, undefined, undefined, undefined, z.ZodType<Data>>;

interface PortalPageProps<Data> {
  call: PortalCall<Data>;
  name: string;
  children(data: Data): ReactNode;
}

/** A dashboard filled by one server query, with its loading and error states. */
export function PortalPage<Data>({ call, name, children }: PortalPageProps<Data>) {
  const { data, error, refetch } = useCall(call, {});
  return (
    <Page title={`Hello, ${name}`}>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton lines={8} label="Loading your dashboard" />
      )}
    </Page>
  );
}

/** Link from a few rows to their full list; nothing where this user has no such list. */
export const AllLink = ({ link, children }: { link: AppLink | null; children: string }) =>
  link && (
    <Link {...link} className="inline-flex min-h-11 items-center text-accent-ink underline">
      {children}
    </Link>
  );

export interface LinkRow {
  key: string;
  link: AppLink;
  title: string;
  /** True when the title is text instead of a number. */
  isTextTitle?: boolean;
  note: ReactNode;
  badge?: ReactNode;
}

/** Rows that link to their records, with a message when there are none. */
export function LinkRows({ rows, none }: { rows: readonly LinkRow[]; none: string }) {
  if (rows.length === 0) return <p className="text-ink-soft">{none}</p>;
  return (
    <ul className="-my-2 divide-y divide-line">
      {rows.map((row) => (
        <li key={row.key}>
          <Link
            {...row.link}
            className="group flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-1.5"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium text-accent-ink underline-offset-2 group-hover:underline">
              <span className={row.isTextTitle ? undefined : 'code'}>{row.title}</span>
              {row.badge}
            </span>
            <span className="min-w-0 text-ink-soft text-sm tabular-nums">{row.note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

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
