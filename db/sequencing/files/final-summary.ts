import { numberedLines, runFileError } from './run-file.ts';

/** The final summary that MinKNOW writes when all files of a run are written; empty values are null. */
export interface FinalSummary {
  /** `protocol_run_id`, the identity of a run. */
  runId: string | null;
  acquisitionId: string | null;
  instrument: string | null;
  position: string | null;
  flowCellId: string | null;
  sampleId: string | null;
  experimentId: string | null;
  protocol: ProtocolParts;
  startedAt: string | null;
  stoppedAt: string | null;
  processedAt: string | null;
  isBasecalled: boolean | null;
  /** Files in the output folder by kind: `fastq`, `bam`, `pod5`, `fast5`. */
  fileCounts: Readonly<Record<string, number>>;
}

/** The parts of a protocol's name: `sequencing/script:FLO-PRO002:SQK-LSK109:400`. */
export interface ProtocolParts {
  script: string | null;
  flowCellProductCode: string | null;
  kit: string | null;
}

/** Split the name of a protocol; each part is recognized by its prefix, not by its place. */
export function splitProtocol(name: string | null): ProtocolParts {
  const parts = name?.split(':') ?? [];
  return {
    script: parts[0] || null,
    flowCellProductCode: parts.find((part) => part.startsWith('FLO-')) ?? null,
    kit: parts.find((part, at) => at > 0 && /^(?:SQK|VSK|EXP|OND)-/.test(part)) ?? null,
  };
}

const REQUIRED = ['flow_cell_id', 'protocol_run_id', 'acquisition_run_id', 'started', 'acquisition_stopped'];

/** Return an instant as UTC, or null for a text that is none. */
export function toInstant(text: string | null | undefined): string | null {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const milliseconds = Date.parse(text.replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}

/**
 * Read a final summary: `key=value` lines; comments are skipped, and the last of repeated keys counts.
 *
 * @throws AppError VALIDATION when a line is no pair, or when keys are missing because the file is cut off.
 */
export function parseFinalSummary(text: string): FinalSummary {
  const values = new Map<string, string>();
  for (const { line, text: content } of numberedLines(text)) {
    if (content.trim() === '' || content.startsWith('#')) continue;
    const at = content.indexOf('=');
    if (at < 1) throw runFileError('final-summary', `line ${line} is not "key=value". Is the file complete?`);
    values.set(content.slice(0, at).trim(), content.slice(at + 1).trim());
  }
  const missing = [...REQUIRED.filter((key) => !values.has(key)), ...missingFallbacks(values)];
  if (missing.length > 0)
    throw runFileError('final-summary', `${missing.join(', ')} is missing. Is the file complete?`);
  const value = (key: string): string | null => values.get(key) || null;
  return {
    runId: value('protocol_run_id'),
    acquisitionId: value('acquisition_run_id'),
    instrument: value('instrument'),
    position: value('position'),
    flowCellId: value('flow_cell_id'),
    sampleId: value('sample_id'),
    experimentId: value('protocol_group_id'),
    protocol: splitProtocol(value('protocol')),
    startedAt: toInstant(value('started')),
    stoppedAt: toInstant(value('acquisition_stopped')),
    processedAt: toInstant(value('processing_stopped')),
    isBasecalled: value('basecalling_enabled') === null ? null : value('basecalling_enabled') === '1',
    fileCounts: countFiles(values),
  };
}

const FINAL_DESTINATION = /^(\w+)_files_in_final_dest$/;

// The counts are written in pairs and at the end: a count without its pair means that the file is cut off.
const missingFallbacks = (values: ReadonlyMap<string, string>): string[] => {
  const kinds = [...values.keys()].flatMap((key) => FINAL_DESTINATION.exec(key)?.[1] ?? []);
  if (kinds.length === 0) return ['fastq_files_in_final_dest'];
  return kinds.map((kind) => `${kind}_files_in_fallback`).filter((key) => !values.get(key));
};

function countFiles(values: ReadonlyMap<string, string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [key, text] of values) {
    const kind = FINAL_DESTINATION.exec(key)?.[1];
    if (kind === undefined) continue;
    if (!/^\d{1,9}$/.test(text)) throw runFileError('final-summary', `${key} is not a number.`);
    counts[kind] = Number(text);
  }
  return counts;
}
