import { useState } from 'react';
import { readRunTrends } from '#db/api/sequencing/runs.ts';
import type { RunTrend } from '#db/sequencing/runs/shown-run.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatBases, formatBasesShort } from '#pwa/format/bases.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { RunPlot } from '../runs/run-plot.tsx';

/** The runs of a month, over the chosen instruments and flow cells. */
export interface MonthOfRuns {
  month: string;
  runs: number;
  failedRuns: number;
  basesPerRun: number;
  poresAtStart: number | null;
}

/** Sum the trends by month; means are weighted by the number of runs. */
export function sumByMonth(rows: readonly RunTrend[]): MonthOfRuns[] {
  return [...new Set(rows.map(({ month }) => month))].sort().map((month) => {
    const ofMonth = rows.filter((row) => row.month === month);
    const sumOf = (value: (row: RunTrend) => number): number =>
      ofMonth.reduce((sum, row) => sum + value(row), 0);
    const withPores = ofMonth.filter(({ poresAtStart }) => poresAtStart !== null);
    const runsWithPores = withPores.reduce((sum, { runs }) => sum + runs, 0);
    const pores = withPores.reduce((sum, row) => sum + (row.poresAtStart ?? 0) * row.runs, 0);
    const runs = sumOf((row) => row.runs);
    return {
      month,
      runs,
      failedRuns: sumOf((row) => row.failedRuns),
      basesPerRun: Math.round(sumOf((row) => row.basesPass) / runs),
      poresAtStart: runsWithPores === 0 ? null : Math.round(pores / runsWithPores),
    };
  });
}

const ALL = 'all';
const formatCount = (value: number): string => Math.round(value).toLocaleString('en-US');
const optionsOf = (name: string, values: readonly string[]) => [
  { value: ALL, label: name },
  ...[...new Set(values)].sort().map((value) => ({ value, label: value })),
];

function Plots({ months }: { months: readonly MonthOfRuns[] }) {
  const last = months.at(-1);
  if (!last) return <p className="text-ink-soft">No run has ended with these yet.</p>;
  const runs = months.reduce((sum, one) => sum + one.runs, 0);
  const failedRuns = months.reduce((sum, one) => sum + one.failedRuns, 0);
  const withPores = months.flatMap(({ month, poresAtStart }) =>
    poresAtStart === null ? [] : [{ label: month, pores: poresAtStart }],
  );
  const pores = withPores.at(-1);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <RunPlot
        title="Yield of a run by month"
        fileName="yield-by-month"
        placeName="Month"
        data={{
          series: [{ key: 'bases', label: 'Mean yield of a run', color: 'accent' }],
          places: months.map(({ month, basesPerRun }) => ({ label: month, bases: basesPerRun })),
          form: 'bars',
          format: formatBases,
          formatShort: formatBasesShort,
        }}
        text={`${formatBases(last.basesPerRun)} per run in ${last.month}. ${failedRuns} of ${runs} runs did not end as planned.`}
      />
      {pores && (
        <RunPlot
          title="Pores at the start by month"
          fileName="pores-by-month"
          placeName="Month"
          data={{
            series: [{ key: 'pores', label: 'Mean pores at the start', color: 'accent' }],
            places: withPores,
            form: 'lines',
            format: formatCount,
            formatShort: formatCount,
          }}
          text={`${formatCount(pores.pores)} pores on a flow cell at the start, in the mean of ${pores.label}.`}
        />
      )}
    </div>
  );
}

/** Yields and pores of instruments and flow cells over the months. */
export function RunTrends() {
  const [sequencer, setSequencer] = useState(ALL);
  const [flowCell, setFlowCell] = useState(ALL);
  const { data, error } = useCall(readRunTrends, {});
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  if (!data) return <Skeleton lines={4} label="Loading the trends" />;
  if (data.rows.length === 0) return null;
  const chosenRows = data.rows.filter(
    (row) =>
      (sequencer === ALL || row.sequencerName === sequencer) &&
      (flowCell === ALL || row.flowCellProductCode === flowCell),
  );
  return (
    <Section title="Trends">
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <Field label="Sequencer">
          {(control) => (
            <Select
              {...control}
              value={sequencer}
              options={optionsOf(
                'All sequencers',
                data.rows.map((row) => row.sequencerName),
              )}
              onChange={(value) => setSequencer(value === '' ? ALL : value)}
            />
          )}
        </Field>
        <Field label="Flow cells">
          {(control) => (
            <Select
              {...control}
              value={flowCell}
              options={optionsOf(
                'All flow cells',
                data.rows.map((row) => row.flowCellProductCode),
              )}
              onChange={(value) => setFlowCell(value === '' ? ALL : value)}
            />
          )}
        </Field>
      </div>
      <Plots months={sumByMonth(chosenRows)} />
    </Section>
  );
}
