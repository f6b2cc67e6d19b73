import dayjs from 'dayjs';
import { ChartColumn, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  AGES,
  type AgeingReport,
  type RevenueReport,
  type RevenueRow,
  type TurnaroundReport,
} from '#db/billing/reports/reports.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

interface ReportPartProps<Report> {
  label: string;
  /** Filter fields of the report. */
  filters: ReactNode;
  /** Path of the export; null while there is nothing to export. */
  file: ((format: 'csv' | 'xlsx') => string) | null;
  query: { data: Report | undefined; error: unknown; isPlaceholderData: boolean; refetch(): unknown };
  /** True when the days are invalid, so that nothing is queried. */
  problem?: string | null;
  isEmpty(report: Report): boolean;
  /** Suggestion for an empty report. */
  empty: string;
  children(report: Report): ReactNode;
}

function ReportContent<Report>({ label, query, problem, isEmpty, empty, children }: ReportPartProps<Report>) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (problem) return <Notice tone="warning" title={problem} />;
  if (error)
    return (
      <Notice
        tone="danger"
        title={errorText(error)}
        action={
          <Button icon={RotateCw} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  if (data === undefined) return <Skeleton lines={8} label={`Loading ${label.toLowerCase()}`} />;
  if (isEmpty(data))
    return (
      <EmptyState icon={ChartColumn} title="Nothing in this report">
        {empty}
      </EmptyState>
    );
  return (
    <div
      aria-busy={isPlaceholderData}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 2xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      {children(data)}
    </div>
  );
}

/** One report: its filters, its export, and the chart beside its table. */
export function ReportPart<Report>(props: ReportPartProps<Report>) {
  const { filters, file } = props;
  const { take } = useTakeFile();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        {filters}
        {file && (
          <div className="ml-auto">
            <ActionsMenu
              label="Export"
              actions={[
                { label: 'Spreadsheet (XLSX)', onSelect: () => take(file('xlsx')) },
                { label: 'Text (CSV)', onSelect: () => take(file('csv')) },
              ]}
            />
          </div>
        )}
      </div>
      <ReportContent {...props} />
    </div>
  );
}

/** Format a month `YYYY-MM` for users. */
export const monthText = (month: string): string => dayjs(`${month}-01`).format('MMM YYYY');

/** Format a count with its noun. */
const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Format days with one decimal. */
export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Label of a revenue row. */
export const revenueLabel = ({ groupBy }: RevenueReport, { label }: RevenueRow): string =>
  groupBy === 'month' ? monthText(label) : label;

/** Report whether the period has no data. */
export const isNoRevenue = ({ rows }: RevenueReport): boolean =>
  rows.every((row) => row.invoiceCount === 0 && !row.received && !row.refunded && !row.writtenOff);

/** Describe the revenue chart as text. */
export function revenueText(report: RevenueReport): string {
  const { rows, total } = report;
  const net = formatMoney(total.received + total.refunded);
  const sums = `${formatMoney(total.invoiced)} invoiced with ${countText(total.invoiceCount, 'invoice')}; ${net} received, net of refunds.`;
  const [first] = rows;
  if (!first || total.invoiced === 0) return sums;
  const topRow = rows.reduce((best, next) => (next.invoiced > best.invoiced ? next : best), first);
  return `${sums} Most invoiced: ${revenueLabel(report, topRow)} with ${formatMoney(topRow.invoiced)}.`;
}

/** Describe the ageing chart as text. */
export function ageingText({ rows, total }: AgeingReport): string {
  const overdue = total.total - total.notDue;
  const ages = AGES.filter(({ key }) => total[key] > 0).map(
    ({ key, label }) => `${label.toLowerCase()} ${formatMoney(total[key])}`,
  );
  return `${formatMoney(total.total)} is owed by ${countText(rows.length, 'organization')}, ${formatMoney(overdue)} of it overdue: ${ages.join(', ')}.`;
}

/** Describe the turnaround chart as text. */
export function turnaroundText({ all, months }: TurnaroundReport): string {
  if (!all) return 'No specimen was completed in this period.';
  const sums = `${countText(all.count, 'specimen')} completed: median ${daysText(all.median)} from receipt, 90th percentile ${daysText(all.p90)}.`;
  const [first] = months;
  if (!first || months.length === 1) return sums;
  const slowest = months.reduce((worst, next) => (next.median > worst.median ? next : worst), first);
  return `${sums} Slowest month: ${monthText(slowest.month)} with a median of ${daysText(slowest.median)}.`;
}
