import dayjs from 'dayjs';
import { Download, History, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LogCalls } from '#db/api/records/events.ts';
import type { Activity } from '#db/records/events/shown-log.ts';
import { callUrl } from '#pwa/api/call.ts';
import type { QueryValues } from '#pwa/api/client.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { PeriodFilter } from './log-filters.tsx';
import type { ShownLog } from './log-table.tsx';

const FORMAT = {
  hour: 'MMM D, HH:mm',
  day: 'MMM D, YYYY',
  week: '[week of] MMM D, YYYY',
  month: 'MMM YYYY',
} as const;
const HEIGHT = 40;
const GAP = 0.2;
/** A bar is at most one of this many parts wide. */
const FEWEST = 24;

const labelOf = ({ unit }: Activity, at: string): string => dayjs(at.replace(' ', 'T')).format(FORMAT[unit]);
const entries = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;

/** Describe the chart as text: how much, over what time, and its peak. */
export function activityText(activity: Activity): string {
  const { unit, buckets } = activity;
  const first = buckets[0];
  const last = buckets.at(-1);
  const peak = buckets.reduce((best, next) => (next.count > best.count ? next : best), { at: '', count: 0 });
  if (!first || !last || peak.count === 0) return 'Nothing in this period.';
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  if (first === last) return `${entries(total)}, ${labelOf(activity, first.at)}.`;
  const each = `${labelOf(activity, first.at)} to ${labelOf(activity, last.at)}, by ${unit}`;
  return `${entries(total)}, ${each}. Most: ${labelOf(activity, peak.at)} with ${peak.count.toLocaleString('en-US')}.`;
}

function Bars({ activity }: { activity: Activity }) {
  const { buckets } = activity;
  const peak = Math.max(1, ...buckets.map(({ count }) => count));
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(buckets.length, FEWEST)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-14 w-full border-line-strong border-b text-accent"
    >
      {buckets.map(({ at, count }, index) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / peak) * HEIGHT);
        return (
          <rect
            key={at}
            x={index + GAP / 2}
            y={HEIGHT - height}
            width={1 - GAP}
            height={height}
            fill="currentColor"
          >
            <title>{`${labelOf(activity, at)}: ${count}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

/** Labels of the first and last day; with few bars the text below is enough. */
function Ends({ activity }: { activity: Activity }) {
  const { buckets } = activity;
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last || buckets.length < FEWEST) return null;
  return (
    <div aria-hidden className="flex justify-between gap-4 text-ink-soft text-xs tabular-nums">
      <span>{labelOf(activity, first.at)}</span>
      <span>{labelOf(activity, last.at)}</span>
    </div>
  );
}

interface LogReadProps {
  calls: LogCalls;
  /** The query of the list; its sorting does not matter here. */
  listQuery: QueryValues;
}

/** Activity over time as a small chart and as text. */
function ActivityChart({ calls, listQuery }: LogReadProps) {
  const query = { ...listQuery, sort: undefined };
  const { data } = useCall(calls.activity, { query }, { keepsPrevious: true });
  return (
    <figure className="panel flex min-h-28 flex-col justify-end gap-1 p-3">
      {data && data.buckets.length > 0 && (
        <>
          <Bars activity={data} />
          <Ends activity={data} />
        </>
      )}
      <figcaption className="text-ink-soft text-sm tabular-nums">
        {data ? activityText(data) : 'Counting…'}
      </figcaption>
    </figure>
  );
}

/** Exports all pages of the filtered rows as a CSV file. */
function ExportButton({ calls, listQuery }: LogReadProps) {
  const { taking, take } = useTakeFile();
  return (
    <Button
      icon={Download}
      busy={taking}
      onClick={() => take(callUrl(calls.export, { query: { ...listQuery, sort: undefined } }))}
    >
      Export CSV
    </Button>
  );
}

/** A filter set from a row: its label, and how to remove it. */
interface TouchedFilter {
  name: string;
  label: string;
}

interface LogFrameProps<Row extends { id: string }> {
  label: string;
  logView: ShownLog<Row>;
  columns: readonly Column<Row>[];
  rowLabel(row: Row): string;
  filters: ReactNode;
  touched: readonly TouchedFilter[];
}

/** Period, chart, filters, rows and export of one log. */
export function LogFrame<Row extends { id: string }>(props: LogFrameProps<Row>) {
  const { label, logView, columns, rowLabel, filters, touched } = props;
  const { log } = logView;
  const active = touched.filter(({ name }) => log.filter(name).length > 0);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PeriodFilter from={logView.from} to={logView.to} onChange={logView.setPeriod} />
        <ExportButton calls={logView.calls} listQuery={log.listQuery} />
      </div>
      <ActivityChart calls={logView.calls} listQuery={log.listQuery} />
      {active.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {active.map((one) => (
            <Button key={one.name} icon={X} onClick={() => log.setFilter(one.name, '')}>
              {`Only ${one.label} · remove`}
            </Button>
          ))}
        </div>
      )}
      <DataList
        label={label}
        {...log.list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={rowLabel}
        filters={filters}
        server={{ ...log.list.server, ...(logView.narrowed ? { onClear: logView.clear } : {}) }}
        noMatchHint="Choose a longer period, or change the search and the filters. Records are found by their code, people by their name."
        empty={<EmptyState icon={History} title="Nothing has happened yet" />}
      />
    </div>
  );
}
