import { readTurnaround } from '#db/api/billing/billing-reports.ts';
import { reportPeriodProblem, type TurnaroundReport } from '#db/billing/reports/reports.ts';
import { callUrl } from '#pwa/api/call.ts';
import { useCall } from '#pwa/api/use-call.ts';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { daysText, monthText, ReportPart, turnaroundText } from './report-part.tsx';
import { type Period, PeriodFilter } from './report-period.tsx';

interface Row {
  id: string;
  service: string;
  month: string | null;
  count: number;
  median: number;
  p90: number;
}

/** Each service in total, then its months. */
const rowsOf = ({ services, monthsOfServices }: TurnaroundReport): readonly Row[] =>
  services.flatMap(({ service, ...totals }) => [
    { ...totals, id: service.id, service: service.name, month: null },
    ...monthsOfServices
      .filter((row) => row.service.id === service.id)
      .map((row) => ({ ...row, id: `${service.id} ${row.month}`, service: service.name })),
  ]);

const chartOf = ({ months }: TurnaroundReport): ChartData => ({
  form: 'lines',
  series: [
    { key: 'median', label: 'Median', color: 'accent' },
    { key: 'p90', label: '90th percentile', color: 'tone' },
  ],
  places: months.map(({ month, median, p90 }) => ({ label: monthText(month), median, p90 })),
  format: daysText,
  formatShort: (days) => `${days} d`,
});

const days = (id: 'median' | 'p90', header: string): Column<Row> => ({
  id,
  header,
  cell: (row) => <span className="tabular-nums">{daysText(row[id])}</span>,
  sortBy: (row) => row[id],
  align: 'right',
});

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'service',
    header: 'Service',
    cell: ({ service }) => service,
    sortBy: ({ service }) => service,
    wide: true,
  },
  {
    id: 'month',
    header: 'Month',
    cell: ({ month }) => (month === null ? <strong>All months</strong> : monthText(month)),
    sortBy: ({ month }) => month ?? '',
  },
  {
    id: 'count',
    header: 'Specimens',
    cell: ({ count }) => count,
    sortBy: ({ count }) => count,
    align: 'right',
  },
  days('median', 'Median'),
  days('p90', '90th percentile'),
];

interface TurnaroundPartProps {
  period: Period;
  onPeriod(period: Period): void;
  today: string;
}

/** Time of specimens from receipt to completion, by service and month. */
export function TurnaroundPart({ period, onPeriod, today }: TurnaroundPartProps) {
  const problem = reportPeriodProblem(period);
  const query = useCall(
    readTurnaround,
    { query: period },
    { keepsPrevious: true, enabled: problem === null },
  );
  return (
    <ReportPart
      label="Turnaround"
      filters={<PeriodFilter period={period} onChange={onPeriod} today={today} />}
      file={problem ? null : (format) => callUrl(readTurnaround, { query: { ...period, format } })}
      query={query}
      problem={problem}
      isEmpty={({ all }) => all === null}
      empty="No specimen was completed on these days. Choose other ones."
    >
      {(report) => (
        <>
          <ChartFigure data={chartOf(report)} text={turnaroundText(report)} />
          <DataList
            label="Turnaround by service"
            rows={rowsOf(report)}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            rowLabel={({ service, month }) =>
              `${service}, ${month === null ? 'all months' : monthText(month)}`
            }
          />
        </>
      )}
    </ReportPart>
  );
}
