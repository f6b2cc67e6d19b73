import { readAgeing } from '#db/api/billing/billing-reports.ts';
import { AGES, type AgeingReport, ReportDay, RevenueGroup } from '#db/billing/reports/reports.ts';
import { callUrl } from '#pwa/api/call.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { useLabToday } from '#pwa/replica/hooks/use-lab-today.ts';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { ageingText, ReportPart } from './report-part.tsx';
import { lastTwelveMonths, type Period } from './report-period.tsx';
import { RevenuePart, shortMoney } from './revenue-part.tsx';
import { TurnaroundPart } from './turnaround-part.tsx';

type Row = AgeingReport['rows'][number];

const chartOf = ({ total }: AgeingReport): ChartData => ({
  form: 'lying',
  series: [{ key: 'owed', label: 'Owed', color: 'accent' }],
  places: AGES.map(({ key, label }) => ({ label, owed: total[key] })),
  format: formatMoney,
  formatShort: shortMoney,
});

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'companyName',
    header: 'Organization',
    cell: ({ companyName }) => companyName,
    sortBy: ({ companyName }) => companyName,
    wide: true,
  },
  ...[...AGES, { key: 'total' as const, label: 'Total' }].map(
    ({ key, label }): Column<Row> => ({
      id: key,
      header: label,
      cell: (row) => <span className="tabular-nums">{formatMoney(row[key])}</span>,
      sortBy: (row) => row[key],
      align: 'right',
    }),
  ),
];

/** Amounts due per organization at the end of a day, by days overdue. */
export function AgeingPart({ at, onAt }: { at: string; onAt(at: string): void }) {
  const problem = ReportDay.safeParse(at).success ? null : 'Choose a day.';
  const query = useCall(readAgeing, { query: { at } }, { keepsPrevious: true, enabled: problem === null });
  return (
    <ReportPart
      label="Aging"
      filters={
        <Field label="At the end of" filter>
          {(control) => <TextInput {...control} type="date" value={at} onChange={onAt} />}
        </Field>
      }
      file={problem ? null : (format) => callUrl(readAgeing, { query: { at, format } })}
      query={query}
      problem={problem}
      isEmpty={({ rows }) => rows.length === 0}
      empty="Nobody owed anything on this day. Choose another one."
    >
      {(report) => (
        <>
          <ChartFigure data={chartOf(report)} text={ageingText(report)} />
          <DataList
            label="Owed by organization"
            rows={report.rows}
            columns={COLUMNS}
            rowKey={({ companyId }) => companyId}
            rowLabel={({ companyName }) => companyName}
          />
        </>
      )}
    </ReportPart>
  );
}

/** Revenue, ageing and turnaround; the filters are in the address. */
export function ReportsPage() {
  const { parameters, update } = useQueryParameters();
  const today = useLabToday();
  const usual = lastTwelveMonths(today);
  const period: Period = {
    from: parameters.get('from') ?? usual.from,
    to: parameters.get('to') ?? usual.to,
  };
  const onPeriod = ({ from, to }: Period) => update({ from, to });
  const group = RevenueGroup.safeParse(parameters.get('by'));
  const shared = { period, onPeriod, today };
  return (
    <Page title="Reports" breadcrumbs={[{ label: 'Billing', to: '/billing' }]}>
      <p className="text-ink-soft">Lab time. Excludes void and canceled invoices.</p>
      <Tabs
        value={parameters.get('report') ?? 'revenue'}
        onChange={(report) => update({ report })}
        tabs={[
          {
            id: 'revenue',
            label: 'Revenue',
            content: (
              <RevenuePart
                {...shared}
                groupBy={group.success ? group.data : 'month'}
                onGroupBy={(by) => update({ by })}
              />
            ),
          },
          {
            id: 'ageing',
            label: 'Aging',
            content: <AgeingPart at={parameters.get('at') ?? usual.to} onAt={(at) => update({ at })} />,
          },
          { id: 'turnaround', label: 'Turnaround', content: <TurnaroundPart {...shared} /> },
        ]}
      />
    </Page>
  );
}
