import type { FinalSummary } from '../files/final-summary.ts';
import type { MarkdownReport } from '../files/markdown-report.ts';
import type { RunFile } from '../files/read-run-file.ts';
import type { RunReport } from '../files/run-report.ts';
import type { PoreActivity } from '../files/run-tables.ts';
import type { SequencingSummary } from '../files/sequencing-summary.ts';
import type { HashCheck } from './hash-check.ts';
import type { ImportedBarcode, ImportedFile, ImportedRun, RunPlots } from './imported-run.ts';

/** A file that was read, with its path in the run folder and its hash. */
export interface NamedRunFile {
  path: string;
  sha256: string;
  file: RunFile;
  /** The comparison of the files that a list of output hashes names. */
  hashCheck?: HashCheck;
}

/** A run as its files describe it, and what a person should know about them. */
interface RunProposal {
  run: ImportedRun;
  notes: string[];
}

/** What is left of an import: runs that can be imported, and files that belong to none. */
export interface RunProposals {
  runs: RunProposal[];
  leftOver: { path: string; reason: string }[];
}

/** The files of one run by kind; of two files of a kind the later path counts. */
interface RunParts {
  ids: Set<string>;
  folder: string;
  files: NamedRunFile[];
  report?: RunReport;
  final?: FinalSummary;
  markdown?: MarkdownReport;
  summary?: SequencingSummary;
  poreActivity?: PoreActivity[];
  hashCheck?: HashCheck;
}

const SHORT_IDS = /_([0-9a-f]{8})(?=[_.]|$)/g;

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** List the ids by which a file names its run: whole ids in its content, short ones in its name. */
function idsOf({ path, file }: NamedRunFile): string[] {
  const short = [...path.slice(folderOf(path).length).matchAll(SHORT_IDS)].flatMap(([, id]) => id ?? []);
  return [...contentIds(file).map((id) => id.slice(0, 8)), ...short];
}

function contentIds(file: RunFile): string[] {
  switch (file.kind) {
    case 'report':
    case 'final-summary':
    case 'markdown-report':
      return [file.content.runId, file.content.acquisitionId].flatMap((id) => id ?? []);
    case 'sequencing-summary':
      return file.content.runIds;
    case 'sample-sheet':
      return file.content.rows.flatMap(({ cells }) => cells.get('protocol_run_id') || []);
    default:
      return [];
  }
}

/**
 * Put the files of one or more run folders together to runs: by the ids in their content, the short ids in their
 * names, and at last by their folder.
 */
export function mergeRunFiles(files: readonly NamedRunFile[]): RunProposals {
  const all: RunParts[] = [];
  const unnamed: NamedRunFile[] = [];
  for (const one of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const ids = idsOf(one);
    if (ids.length === 0) unnamed.push(one);
    else addPart(joinParts(all, ids, folderOf(one.path)), one);
  }
  const leftOver: RunProposals['leftOver'] = [];
  for (const one of unnamed) {
    const inFolder = all.filter(({ folder }) => folder === folderOf(one.path));
    const [only, another] = inFolder.length > 0 ? inFolder : all;
    if (only && !another) addPart(only, one);
    else
      leftOver.push({
        path: one.path,
        reason: 'It does not name its run. Import it with the report of its run.',
      });
  }
  const runs: RunProposal[] = [];
  for (const parts of all) {
    const runId = parts.report?.runId ?? parts.final?.runId ?? parts.markdown?.runId ?? null;
    if (runId !== null) runs.push(proposalOf(parts, runId));
    else
      for (const { path } of parts.files)
        leftOver.push({
          path,
          reason: 'The id of its run is missing. Import it with the report or the final summary.',
        });
  }
  return { runs, leftOver };
}

/** Find the run with one of the ids, or begin it; two runs that a file connects become one. */
function joinParts(all: RunParts[], ids: readonly string[], folder: string): RunParts {
  const [first = { ids: new Set<string>(), folder, files: [] }, ...relatedRuns] = all.filter((one) =>
    ids.some((id) => one.ids.has(id)),
  );
  if (!all.includes(first)) all.push(first);
  for (const other of relatedRuns) {
    all.splice(all.indexOf(other), 1);
    for (const id of other.ids) first.ids.add(id);
    for (const file of other.files) addPart(first, file);
  }
  for (const id of ids) first.ids.add(id);
  return first;
}

function addPart(parts: RunParts, one: NamedRunFile): void {
  parts.files.push(one);
  const { file } = one;
  if (file.kind === 'report') parts.report = file.content;
  if (file.kind === 'final-summary') parts.final = file.content;
  if (file.kind === 'markdown-report') parts.markdown = file.content;
  if (file.kind === 'sequencing-summary') parts.summary = file.content;
  if (file.kind === 'pore-activity') parts.poreActivity = file.content;
  if (one.hashCheck) parts.hashCheck = one.hashCheck;
}

const NO_YIELD = { readsPass: 0, readsFail: 0, basesPass: 0, basesFail: 0, estimatedBases: 0 };

function proposalOf(parts: RunParts, minknowRunId: string): RunProposal {
  const { report, final, markdown, summary } = parts;
  const reported = report?.yield ?? NO_YIELD;
  const run: ImportedRun = {
    minknowRunId,
    acquisitionId: report?.acquisitionId ?? final?.acquisitionId ?? markdown?.acquisitionId ?? null,
    rawState: report?.rawState ?? null,
    stopOrigin: report?.stopOrigin ?? null,
    instrumentSerial: report?.instrument.serial ?? final?.instrument ?? markdown?.instrument ?? null,
    instrumentProduct: report?.instrument.product ?? null,
    positionName: report?.instrument.position ?? final?.position ?? markdown?.position ?? null,
    flowCellId: report?.flowCellId ?? final?.flowCellId ?? markdown?.flowCellId ?? null,
    flowCellProductCode:
      report?.flowCellProductCode ??
      final?.protocol.flowCellProductCode ??
      markdown?.flowCellProductCode ??
      null,
    kit: report?.kit ?? final?.protocol.kit ?? null,
    experimentId: report?.experimentId ?? final?.experimentId ?? markdown?.experimentId ?? null,
    softwareVersion: report?.softwareVersion ?? markdown?.softwareVersion ?? null,
    startedAt: report?.startedAt ?? final?.startedAt ?? markdown?.startedAt ?? null,
    endedAt: report?.endedAt ?? final?.processedAt ?? final?.stoppedAt ?? null,
    outputPath: report?.outputPath ?? null,
    basecalled: summary !== undefined || (report?.isBasecalled ?? final?.isBasecalled ?? false),
    poresAtStart: report?.poresAtStart ?? null,
    yield: summary ? { ...summary.total.yield, estimatedBases: reported.estimatedBases } : reported,
    n50: summary?.total.n50 ?? report?.n50 ?? null,
    meanQscore: summary?.total.meanQscore ?? report?.qscore ?? null,
    barcodes: barcodesOf(parts),
    plots: plotsOf(parts),
    isFinal: final !== undefined,
    files: parts.files.map(fileOf),
    hashCheck: parts.hashCheck ?? null,
  };
  return { run, notes: notesOf(parts) };
}

const fileOf = ({ path, sha256, file }: NamedRunFile): ImportedFile => ({
  name: path.slice(folderOf(path).length).replace(/^\//, ''),
  kind: file.kind,
  sha256,
});

function barcodesOf({ summary, report }: RunParts): ImportedBarcode[] {
  if (summary)
    return summary.groups.map(({ alias, barcode, statistics }) => ({
      ...statistics.yield,
      barcode,
      alias,
      n50: statistics.n50,
      meanReadLength: statistics.meanLength,
      meanQscore: statistics.meanQscore?.value ?? null,
    }));
  const unmeasured = { n50: null, meanReadLength: null, meanQscore: null };
  if (report && report.barcodes.length > 0) return report.barcodes.map((one) => ({ ...one, ...unmeasured }));
  if (!report) return [];
  const meanQscore = report.qscore?.source === 'mean' ? report.qscore.value : null;
  return [{ ...report.yield, barcode: null, alias: null, n50: report.n50, meanReadLength: null, meanQscore }];
}

function plotsOf({ summary, report, poreActivity, markdown }: RunParts): RunPlots {
  const activity = poreActivity ?? markdown?.poreActivity ?? [];
  return {
    yieldCurve: thin(summary?.yieldCurve ?? report?.yieldCurve ?? []),
    poreScans: report?.poreScans.slice(0, MAX_POINTS) ?? [],
    occupancy: thin(
      activity.flatMap(({ seconds, occupancy }) =>
        occupancy === null ? [] : [{ seconds, share: occupancy }],
      ),
    ),
    readLengths: fitting(summary?.total.lengths ?? report?.readLengths ?? null),
    qscores: fitting(summary?.total.qscores ?? report?.qscores ?? null),
    phases: report?.phases.slice(0, MAX_POINTS) ?? [],
    warnings: report?.warnings ?? [],
  };
}

const MAX_POINTS = 2000;

// A curve of a week has more points than a screen; every n-th of them and the last draw the same line.
function thin<Point>(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / (MAX_POINTS / 2));
  return points.filter((_, at) => at % step === 0 || at === points.length - 1);
}

const fitting = (one: RunPlots['readLengths']): RunPlots['readLengths'] =>
  one && one.starts.length <= 200 ? one : null;

/** What a person should know before the import: what is missing and what does not agree. */
function notesOf({ report, final, summary, files, hashCheck }: RunParts): string[] {
  const notes: string[] = [];
  if (!report) notes.push('The files do not say how the run ended. Add report_*.json.');
  if (!final) notes.push('The final summary is missing: the figures may still grow.');
  if (!summary) notes.push('Without the sequencing summary there are no N50 and no quality for each sample.');
  if (summary?.filter === 'qscore')
    notes.push('The summary does not mark failed reads; reads of quality 7 and more count as passed.');
  const [summaryBases, reportBases] = [summary?.total.yield.basesPass ?? 0, report?.yield.basesPass ?? 0];
  if (summary && reportBases > 0 && Math.abs(summaryBases / reportBases - 1) > 0.05)
    notes.push('The sequencing summary and the report give different yields. The summary counts.');
  if (files.some(({ file }) => file.kind === 'sample-sheet' && file.content.problems.length > 0))
    notes.push('The sample sheet in the folder has problems.');
  if (hashCheck && hashCheck.different > 0)
    notes.push(`Files that differ from their hashes: ${hashCheck.different}. Copy the folder again.`);
  return notes;
}
