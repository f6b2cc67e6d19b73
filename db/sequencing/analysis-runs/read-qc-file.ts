import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { AnalysisMetrics, FurtherMetrics } from './change-analysis-run.ts';

/** The figures of a file of a quality tool: those with limits, and the others by name. */
export interface QcFigures {
  tool: 'MultiQC' | 'NanoStat' | 'pycoQC';
  metrics: AnalysisMetrics;
  furtherMetrics: Record<string, string>;
}

type Figures = Record<string, number>;

const unreadable = (advice: string): AppError => new AppError('UNKNOWN_FILE', advice);
const KNOWN_FILES =
  'Choose multiqc_data.json of MultiQC, the JSON of pycoQC, or the text of NanoStat, or enter the figures.';

// The names of a figure in the general statistics of MultiQC: samtools, mosdepth, Qualimap, NanoStat and pycoQC.
const MULTIQC_NAMES: Readonly<Record<string, readonly string[]>> = {
  meanCoverage: ['mean_coverage'],
  medianCoverage: ['median_coverage'],
  percentAligned: ['reads_mapped_percent', 'mapped_passed_pct', 'percentage_aligned'],
  errorRate: ['error_rate'],
};

const NANOSTAT_NAMES: Readonly<Record<string, readonly string[]>> = {
  reads: ['number_of_reads'],
  bases: ['total_bases', 'number_of_bases'],
  n50: ['read_length_n50', 'n50'],
  meanReadLength: ['mean_read_length'],
  meanQscore: ['mean_read_quality', 'mean_qual'],
  percentIdentity: ['average_percent_identity', 'average_identity'],
};

const Basecall = z.object({ reads_number: z.number(), bases_number: z.number(), N50: z.number() });
const Alignment = z.object({ mean_coverage: z.number().optional(), reads_number: z.number() });
const ReadSet = z.object({ basecall: Basecall, alignment: Alignment.optional() });
const PycoQc = z.object({
  pycoqc: z.object({ version: z.string() }),
  'All Reads': ReadSet,
  'Pass Reads': ReadSet.optional(),
});

const SampleFigures = z.record(z.string(), z.record(z.string(), z.unknown()));
const MultiQc = z.object({
  report_general_stats_data: z.union([z.array(SampleFigures), z.record(z.string(), SampleFigures)]),
});

/** Pick the known figures by the names that a tool gives them. */
const pickFigures = (
  values: ReadonlyMap<string, number>,
  names: Readonly<Record<string, readonly string[]>>,
): Figures =>
  Object.fromEntries(
    Object.entries(names).flatMap(([figure, aliases]) => {
      const value = aliases.map((alias) => values.get(alias)).find((one) => one !== undefined);
      return value === undefined ? [] : [[figure, value]];
    }),
  );

/** Read the passed reads of pycoQC. */
function readPycoQc(content: z.infer<typeof PycoQc>): Figures {
  const { basecall, alignment } = content['Pass Reads'] ?? content['All Reads'];
  const { reads_number: reads, bases_number: bases, N50: n50 } = basecall;
  if (!alignment) return { reads, bases, n50 };
  const { mean_coverage: meanCoverage, reads_number: aligned } = alignment;
  const percentAligned = reads > 0 ? (aligned / reads) * 100 : 0;
  return { reads, bases, n50, percentAligned, ...(meanCoverage === undefined ? {} : { meanCoverage }) };
}

/** Read the figures of one sample of MultiQC: the only one, or that with the barcode in its name. */
function readMultiQc({ report_general_stats_data: data }: z.infer<typeof MultiQc>, barcode: string): Figures {
  const sections = Object.values(data);
  const names = [...new Set(sections.flatMap((section) => Object.keys(section)))];
  const ofSample = names.length === 1 ? names : names.filter((name) => name.includes(barcode));
  if (ofSample.length === 0)
    throw unreadable(
      `MultiQC has ${names.length} samples, and none is named ${barcode}. Choose the report of this sample.`,
    );
  const values = new Map<string, number>();
  // MultiQC puts the name of the tool before some keys.
  for (const section of sections)
    for (const name of ofSample)
      for (const [key, value] of Object.entries(section[name] ?? {}))
        if (typeof value === 'number') values.set(key.replace(/^.*-/, '').toLowerCase(), value);
  return pickFigures(values, MULTIQC_NAMES);
}

/** Read the text of NanoStat: `Name: value` or name, tab, value. */
function readNanoStat(text: string): Figures {
  const values = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', number = ''] =
      /^([A-Za-z][\w ]*?)\s*[:\t]\s*(-?[\d,]+(?:\.\d+)?)\s*$/.exec(line) ?? [];
    if (name !== '') values.set(name.toLowerCase().replaceAll(' ', '_'), Number(number.replaceAll(',', '')));
  }
  const fraction = values.get('fraction_of_bases_aligned') ?? values.get('fraction_bases_aligned');
  const figures = pickFigures(values, NANOSTAT_NAMES);
  // A share of bases is not the share of reads that the limits mean.
  return fraction === undefined ? figures : { ...figures, percentBasesAligned: fraction * 100 };
}

function toQcFigures(tool: QcFigures['tool'], figures: Figures): QcFigures {
  const { meanCoverage, percentAligned, ...further } = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, String(Number(value.toFixed(4)))]),
  );
  const limited = { meanCoverage: meanCoverage ?? null, percentAligned: percentAligned ?? null };
  const metrics = AnalysisMetrics.safeParse(limited);
  const furtherMetrics = FurtherMetrics.safeParse(further);
  if (Object.keys(figures).length === 0 || !metrics.success || !furtherMetrics.success)
    throw unreadable(`This file of ${tool} has no figures of an analysis. Enter them.`);
  return { tool, metrics: metrics.data, furtherMetrics: furtherMetrics.data };
}

const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(`The JSON of this file is cut off or damaged. ${KNOWN_FILES}`);
  }
}

/**
 * Find the figures of an analysis in a file of MultiQC, pycoQC or NanoStat, by their meaning; throws with what to do
 * for any other file. In a report of several samples the name of the sample must contain its barcode.
 */
export function readQcFile(name: string, text: string, barcode: string): QcFigures {
  if (/\.ya?ml$/i.test(name))
    throw unreadable(`YAML is not read. In MultiQC set data_format to json. ${KNOWN_FILES}`);
  if (!isJson(text)) {
    const figures = readNanoStat(text);
    if (figures['reads'] === undefined) throw unreadable(`This file is not known. ${KNOWN_FILES}`);
    return toQcFigures('NanoStat', figures);
  }
  const content = parseJson(text);
  const pycoQc = PycoQc.safeParse(content);
  if (pycoQc.success) return toQcFigures('pycoQC', readPycoQc(pycoQc.data));
  const multiQc = MultiQc.safeParse(content);
  if (multiQc.success) return toQcFigures('MultiQC', readMultiQc(multiQc.data, barcode));
  throw unreadable(`This JSON is not known. ${KNOWN_FILES}`);
}
