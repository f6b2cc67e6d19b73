import { readRevenue } from '#db/api/billing/billing-reports.ts';
import {
  type RevenueGroup,
  type RevenueReport,
  type RevenueRow,
  reportPeriodProblem,
} from '#db/billing/reports/reports.ts';
import { callUrl } from '#pwa/api/call.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { formatCompact } from '#pwa/format/numbers.ts';
import { type ChartData, MOST_PLACES } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { isNoRevenue, ReportPart, revenueLabel, revenueText } from './report-part.tsx';
import { type Period, PeriodFilter } from './report-period.tsx';

const GROUPS: readonly { value: RevenueGroup; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'service', label: 'Service' },
  { value: 'company', label: 'Organization' },
];

/** Format cents for an axis. */
export const shortMoney = (cents: number): string =>
  `${cents < 0 ? '-' : ''}$${formatCompact(Math.abs(cents) / 100)}`;

function chartOf(report: RevenueReport): ChartData {
  const { rows, groupBy } = report;
  return {
    form: groupBy === 'month' ? 'bars' : 'lying',
    series: [
      { key: 'invoiced', label: 'Invoiced', color: 'accent' },
      { key: 'received', label: 'Received (net)', color: 'tone' },
    ],
    places: (groupBy === 'month' ? rows : rows.slice(0, MOST_PLACES)).map((row) => ({
      label: revenueLabel(report, row),
      invoiced: row.invoiced,
      received: row.received + row.refunded,
    })),
    format: formatMoney,
    formatShort: shortMoney,
  };
}

const money = (
  id: 'invoiced' | 'received' | 'refunded' | 'writtenOff',
  header: string,
): Column<RevenueRow> => ({
  id,
  header,
  cell: (row) => <span className={row[id] === 0 ? 'text-ink-soft' : ''}>{formatMoney(row[id])}</span>,
  sortBy: (row) => row[id],
  align: 'right',
});

const columnsOf = (report: RevenueReport): readonly Column<RevenueRow>[] => [
  {
    id: 'label',
    header: GROUPS.find(({ value }) => value === report.groupBy)?.label ?? '',
    cell: (row) => revenueLabel(report, row),
    sortBy: ({ label }) => label,
    wide: true,
  },
  {
    id: 'invoiceCount',
    header: 'Invoices',
    cell: ({ invoiceCount }) => invoiceCount,
    sortBy: ({ invoiceCount }) => invoiceCount,
    align: 'right',
  },
  money('invoiced', 'Invoiced'),
  money('received', 'Received'),
  money('refunded', 'Refunded'),
  money('writtenOff', 'Written off'),
];

interface RevenuePartProps {
  period: Period;
  onPeriod(period: Period): void;
  groupBy: RevenueGroup;
  onGroupBy(groupBy: RevenueGroup): void;
  today: string;
}

/** Amounts invoiced and paid in a period, by month, service or organization. */
export function RevenuePart({ period, onPeriod, groupBy, onGroupBy, today }: RevenuePartProps) {
  const problem = reportPeriodProblem(period);
  const parameters = { ...period, groupBy };
  const query = useCall(
    readRevenue,
    { query: parameters },
    { keepsPrevious: true, enabled: problem === null },
  );
  return (
    <ReportPart
      label="Revenue"
      filters={
        <>
          <PeriodFilter period={period} onChange={onPeriod} today={today} />
          <Segmented label="Group by" options={GROUPS} value={groupBy} onChange={onGroupBy} />
        </>
      }
      file={problem ? null : (format) => callUrl(readRevenue, { query: { ...parameters, format } })}
      query={query}
      problem={problem}
      isEmpty={isNoRevenue}
      empty="No invoice was issued and nothing was paid on these days. Choose other ones."
    >
      {(report) => (
        <>
          <ChartFigure data={chartOf(report)} text={revenueText(report)} />
          <DataList
            label="Revenue"
            rows={report.rows}
            columns={columnsOf(report)}
            rowKey={({ id }) => id}
            rowLabel={(row) => revenueLabel(report, row)}
          />
        </>
      )}
    </ReportPart>
  );
}
