import { AGES, AgeingReport, ReportDay } from '#db/billing/reports.ts';
import { formatMoney } from '#pwa/format/money.ts';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ReportPart } from './report-part.tsx';
import { ageingText } from './report-texts.ts';
import { shortMoney } from './revenue-part.tsx';
import { reportFile, useReport } from './use-report.ts';

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
  const query = useReport('ageing', { at }, { answer: AgeingReport, enabled: problem === null });
  return (
    <ReportPart
      label="Aging"
      filters={
        <Field label="At the end of" filter>
          {(control) => <TextInput {...control} type="date" value={at} onChange={onAt} />}
        </Field>
      }
      file={problem ? null : reportFile('ageing', { at })}
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
