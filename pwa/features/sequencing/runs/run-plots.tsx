import type { RunPlots as Plots } from '#db/sequencing/runs/imported-run.ts';
import type { ShownRun } from '#db/sequencing/runs/shown-run.ts';
import { formatBases, formatBasesShort } from '#pwa/format/bases.ts';
import { formatPercent } from '#pwa/format/numbers.ts';
import { RunPlot } from './run-plot.tsx';

const MOST_POINTS = 60;

/** Take so many points of a curve that each can be seen; the last one is always among them. */
function pick<Point>(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / MOST_POINTS);
  return points.filter((_, at) => (points.length - 1 - at) % step === 0);
}

const hours = (seconds: number): string => `${Math.round(seconds / 360) / 10} h`;
const bases = { format: formatBases, formatShort: formatBasesShort };

function YieldPlot({ plots, targetBases, name }: { plots: Plots; targetBases: number | null; name: string }) {
  const last = plots.yieldCurve.at(-1);
  if (!last) return null;
  const isBasecalled = last.basesPass + last.basesFail > 0;
  const series = [
    { key: 'bases', label: isBasecalled ? 'Passed bases' : 'Estimated bases', color: 'accent' as const },
    ...(targetBases === null ? [] : [{ key: 'target', label: 'Target', color: 'tone' as const }]),
  ];
  const places = pick(plots.yieldCurve).map((point) => ({
    label: hours(point.seconds),
    bases: isBasecalled ? point.basesPass : point.estimatedBases,
    ...(targetBases === null ? {} : { target: targetBases }),
  }));
  const end = isBasecalled ? last.basesPass : last.estimatedBases;
  const share = targetBases
    ? `, ${formatPercent(end / targetBases, 0)} of the target of ${formatBases(targetBases)}`
    : '';
  return (
    <RunPlot
      title="Yield over time"
      fileName={`${name}-yield`}
      placeName="Time"
      data={{ series, places, form: 'lines', ...bases }}
      text={`${formatBases(end)} after ${hours(last.seconds)}${share}.`}
    />
  );
}

function HistogramPlot({
  title,
  fileName,
  histogram,
  unit,
  text,
}: {
  title: string;
  fileName: string;
  histogram: Plots['readLengths'];
  unit(start: number): string;
  text: string;
}) {
  if (!histogram || histogram.values.every((value) => value === 0)) return null;
  const bars = histogram.starts.map((start, at) => ({
    label: unit(start),
    bases: histogram.values[at] ?? 0,
  }));
  const group = Math.ceil(bars.length / MOST_POINTS);
  const places = bars
    .filter((_, at) => at % group === 0)
    .map(({ label }, at) => ({
      label,
      bases: bars.slice(at * group, (at + 1) * group).reduce((sum, bar) => sum + bar.bases, 0),
    }));
  return (
    <RunPlot
      title={title}
      fileName={fileName}
      placeName={title}
      data={{
        series: [{ key: 'bases', label: 'Passed bases', color: 'accent' }],
        places,
        form: 'bars',
        ...bases,
      }}
      text={text}
    />
  );
}

function PorePlot({ plots: { poreScans }, name }: { plots: Plots; name: string }) {
  const [first, last] = [poreScans[0], poreScans.at(-1)];
  if (!first || !last || poreScans.length < 2) return null;
  const places = pick(poreScans).map(({ seconds, available }) => ({
    label: hours(seconds),
    pores: available,
  }));
  const count = (value: number): string => value.toLocaleString('en-US');
  return (
    <RunPlot
      title="Pores"
      fileName={`${name}-pores`}
      placeName="Time"
      data={{
        series: [{ key: 'pores', label: 'Available pores', color: 'accent' }],
        places,
        form: 'lines',
        format: count,
        formatShort: count,
      }}
      text={`${count(first.available)} at the first scan, ${count(last.available)} at the last after ${hours(last.seconds)}.`}
    />
  );
}

/** The share of each sample in the yield; equal bars mean a balanced pool. */
function BalancePlot({ samples, name }: Pick<ShownRun, 'samples'> & { name: string }) {
  const yields = samples.map(({ result }) => result.basesPass);
  const total = yields.reduce((sum, one) => sum + one, 0);
  if (samples.length < 2 || total === 0) return null;
  const share = (value: number): string => formatPercent(value / total, 1);
  const [minimum, maximum] = [Math.min(...yields), Math.max(...yields)];
  return (
    <RunPlot
      title="Barcode balance"
      fileName={`${name}-balance`}
      placeName="Sample"
      data={{
        series: [{ key: 'bases', label: 'Passed bases', color: 'accent' }],
        places: samples.map(({ sampleBarcode, result }) => ({
          label: `${result.dnaBarcode ?? ''} ${sampleBarcode}`.trim(),
          bases: result.basesPass,
        })),
        form: 'lying',
        ...bases,
      }}
      text={`${share(minimum)} to ${share(maximum)} of the yield for each sample; ${share(total / samples.length)} would be even.`}
    />
  );
}

/** The curves and histograms of a run, each with its figures as text. */
export function RunPlots({ shown: { run, batch, samples, targetBases } }: { shown: ShownRun }) {
  const { plots, n50, n50Source, meanQscore, qscoreSource } = run;
  const name = `${batch.julianId}-${run.flowCellId ?? 'run'}-${run.attempt}`;
  const estimated = n50Source === 'estimated' ? ' (estimated)' : '';
  return (
    <>
      <YieldPlot plots={plots} targetBases={targetBases} name={name} />
      <HistogramPlot
        title="Read lengths"
        fileName={`${name}-lengths`}
        histogram={plots.readLengths}
        unit={formatBasesShort}
        text={
          n50 === null
            ? 'The N50 is not known.'
            : `N50 ${formatBases(n50)}${estimated}: half of the bases are in reads of this length and longer.`
        }
      />
      <HistogramPlot
        title="Qualities"
        fileName={`${name}-qualities`}
        histogram={plots.qscores}
        unit={(start) => `Q${start}`}
        text={
          meanQscore === null
            ? 'The quality is not known.'
            : `${qscoreSource === 'modal' ? 'Most frequent' : 'Mean'} quality of passed reads: Q${Number(meanQscore).toFixed(1)}.`
        }
      />
      <PorePlot plots={plots} name={name} />
      <BalancePlot samples={samples} name={name} />
    </>
  );
}
