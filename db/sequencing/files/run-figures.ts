import type { Acquisition } from './report-schema.ts';

/** The reads and bases of a run or of one barcode. */
export interface Yield {
  readsPass: number;
  readsFail: number;
  basesPass: number;
  basesFail: number;
  /** Bases that the instrument estimates from the signal; never added to basecalled bases. */
  estimatedBases: number;
}

/** The yield of one barcode. */
interface BarcodeYield extends Yield {
  /** `barcode07` or `unclassified`. */
  barcode: string;
  /** The name of the sample in the sample sheet; null without one. */
  alias: string | null;
}

/** A figure and how it was measured. */
export interface Measure {
  value: number;
  source: 'basecalled' | 'estimated' | 'modal' | 'mean';
}

/** A point of a curve over the time of a run. */
export interface YieldPoint {
  seconds: number;
  basesPass: number;
  basesFail: number;
  estimatedBases: number;
}

/** Pores that can sequence at one pore scan. */
interface PoreScan {
  seconds: number;
  available: number;
}

/** A histogram: the lower bounds of its bars and their values; the last bar ends at `end`. */
export interface Histogram {
  starts: number[];
  end: number;
  values: number[];
}

/** The figures of a run. */
export interface RunFigures {
  isBasecalled: boolean;
  yield: Yield;
  barcodes: BarcodeYield[];
  n50: Measure | null;
  qscore: Measure | null;
  poreScans: PoreScan[];
  yieldCurve: YieldPoint[];
  readLengths: Histogram | null;
  qscores: Histogram | null;
}

const toYield = (summary: Acquisition['acquisition_run_info']['yield_summary']): Yield => ({
  readsPass: summary.basecalled_pass_read_count,
  readsFail: summary.basecalled_fail_read_count,
  basesPass: summary.basecalled_pass_bases,
  basesFail: summary.basecalled_fail_bases,
  estimatedBases: summary.estimated_selected_bases,
});

const NO_YIELD: Yield = { readsPass: 0, readsFail: 0, basesPass: 0, basesFail: 0, estimatedBases: 0 };

/** Return the figures of the acquisition that sequenced; without one, nothing was sequenced. */
export function readFigures(acquisition: Acquisition | undefined): RunFigures {
  if (!acquisition)
    return {
      isBasecalled: false,
      yield: NO_YIELD,
      barcodes: [],
      n50: null,
      qscore: null,
      poreScans: [],
      yieldCurve: [],
      readLengths: null,
      qscores: null,
    };
  const info = acquisition.acquisition_run_info;
  const lengths = lengthsOf(acquisition);
  return {
    isBasecalled: info.config_summary.basecalling_enabled,
    yield: toYield(info.yield_summary),
    barcodes: barcodesOf(acquisition),
    n50: lengths?.n50 ?? null,
    qscore: modalQscore(acquisition),
    poreScans: poreScansOf(acquisition),
    yieldCurve: yieldCurveOf(acquisition),
    readLengths: lengths?.histogram ?? null,
    qscores: qscoresOf(acquisition),
  };
}

function lengthsOf({ read_length_histogram }: Acquisition): { n50: Measure; histogram: Histogram } | null {
  const byBases = read_length_histogram.filter((one) => one.bucket_value_type === 'ReadLengths');
  for (const [type, source] of [
    ['BasecalledBases', 'basecalled'],
    ['EstimatedBases', 'estimated'],
  ] as const) {
    const plot = byBases.find((one) => one.read_length_type === type)?.plot;
    const data = plot?.histogram_data[0];
    if (!plot || !data || data.n50 === 0) continue;
    return {
      n50: { value: data.n50, source },
      histogram: toHistogram(plot.bucket_ranges, data.bucket_values),
    };
  }
  return null;
}

const toHistogram = (
  ranges: readonly { start: number; end: number }[],
  values: readonly number[],
): Histogram => ({
  starts: ranges.map(({ start }) => start),
  end: ranges.at(-1)?.end ?? 0,
  values: ranges.map((_, at) => values[at] ?? 0),
});

// A read status that is left out means the reads that passed, or all reads of older files.
const isPassed = (filtering: readonly { call_status: string }[]): boolean =>
  filtering.every(({ call_status }) => call_status === '' || call_status === 'Passed');

function qscoreDataOf({ qscore_histograms }: Acquisition) {
  const plot =
    qscore_histograms.find((one) => one.bucket_value_type === 'QScore_BasecalledBases') ??
    qscore_histograms[0];
  const data = plot?.histogram_data.find(({ filtering }) => isPassed(filtering));
  return plot && data ? { plot, data } : null;
}

function modalQscore(acquisition: Acquisition): Measure | null {
  const value = qscoreDataOf(acquisition)?.data.modal_q_score;
  return value === null || value === undefined ? null : { value, source: 'modal' };
}

function qscoresOf(acquisition: Acquisition): Histogram | null {
  const histogram = qscoreDataOf(acquisition);
  return histogram && toHistogram(histogram.plot.bucket_ranges, histogram.data.bucket_values);
}

const poreScansOf = (acquisition: Acquisition | undefined): PoreScan[] =>
  (acquisition?.acquisition_run_info.bream_info.mux_scan_results ?? []).map((scan) => ({
    seconds: scan.mux_scan_timestamp,
    available: (scan.counts['single_pore'] ?? 0) + (scan.counts['reserved_pore'] ?? 0),
  }));

const plotsOf = ({ acquisition_output }: Acquisition, type: string) =>
  acquisition_output
    .filter((one) => one.type === type)
    .flatMap(({ plot }) => plot.flatMap((one) => one.snapshots));

function yieldCurveOf(acquisition: Acquisition): YieldPoint[] {
  const series = plotsOf(acquisition, 'AllData')[0]?.snapshots ?? [];
  return series.map(({ seconds, yield_summary }) => ({
    seconds,
    basesPass: yield_summary.basecalled_pass_bases,
    basesFail: yield_summary.basecalled_fail_bases,
    estimatedBases: yield_summary.estimated_selected_bases,
  }));
}

/**
 * The last point of each curve is the total of its barcode; curves without reads are left out. A run without
 * barcodes has one curve of unclassified reads, which says nothing.
 */
function barcodesOf(acquisition: Acquisition): BarcodeYield[] {
  const yields = plotsOf(acquisition, 'SplitByBarcode').flatMap(({ filtering, snapshots }) => {
    const [filter] = filtering;
    const last = snapshots.at(-1)?.yield_summary;
    if (!filter?.barcode_name || !last || last.read_count === 0) return [];
    const alias = filter.barcode_alias;
    const isNamed = alias !== '' && alias !== filter.barcode_name;
    return [{ barcode: filter.barcode_name, alias: isNamed ? alias : null, ...toYield(last) }];
  });
  return yields.some(({ barcode }) => barcode !== 'unclassified') ? yields : [];
}
