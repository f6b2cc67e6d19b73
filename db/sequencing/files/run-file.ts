import { AppError } from '#db/errors/app-error.ts';
import { decodeText } from '#db/values/decode-text.ts';

/** The kinds of files of a run folder that are read. */
export type RunFileKind =
  | 'final-summary'
  | 'report'
  | 'markdown-report'
  | 'sequencing-summary'
  | 'barcode-summary'
  | 'throughput'
  | 'pore-activity'
  | 'sample-sheet'
  | 'output-hash';

/** The name of each kind as people know it. */
const RUN_FILE_NAMES: Record<RunFileKind, string> = {
  'final-summary': 'final summary',
  report: 'report',
  'markdown-report': 'report',
  'sequencing-summary': 'sequencing summary',
  'barcode-summary': 'barcode summary',
  throughput: 'throughput table',
  'pore-activity': 'pore activity table',
  'sample-sheet': 'sample sheet',
  'output-hash': 'list of output hashes',
};

/** Return the error about a file that cannot be read as its kind: what is wrong, and where. */
export const runFileError = (kind: RunFileKind, problem: string): AppError =>
  new AppError('VALIDATION', `The ${RUN_FILE_NAMES[kind]} cannot be read: ${problem}`);

const BY_NAME: readonly [RegExp, RunFileKind][] = [
  [/^final_summary/, 'final-summary'],
  [/^sequencing_summary/, 'sequencing-summary'],
  [/^barcod(?:e|ing)_(?!alignment)/, 'barcode-summary'],
  [/^throughput/, 'throughput'],
  [/^(?:pore_activity|duty_time)/, 'pore-activity'],
  [/^sample_sheet/, 'sample-sheet'],
  [/^output_hash/, 'output-hash'],
];

const SHEET_NAMES = new Set(['sample_id', 'experiment_id', 'barcode', 'alias', 'type', 'kit']);

const CONTENT_BYTES = 65_536;

/** The first line of a text, without a byte order mark. */
const firstLine = (text: string): string => /^\uFEFF?[^\r\n]*/.exec(text)?.[0].replace(/^\uFEFF/, '') ?? '';

function kindOfTable(header: string): RunFileKind | null {
  const columns = new Set(header.split(/[\t,]/).map((one) => one.trim().toLowerCase()));
  if (columns.has('sequence_length_template') || columns.has('sequence_length_2d'))
    return 'sequencing-summary';
  if (columns.has('read_id') && (columns.has('barcode_arrangement') || columns.has('barcode_call')))
    return 'barcode-summary';
  if (columns.has('channel state')) return 'pore-activity';
  if (columns.has('experiment time (minutes)')) return 'throughput';
  if (columns.has('file_hash')) return 'output-hash';
  const isSheet = columns.has('flow_cell_id') || columns.has('position_id');
  return isSheet || [...columns].every((name) => SHEET_NAMES.has(name)) ? 'sample-sheet' : null;
}

/**
 * Recognize a file of a run folder: by its content, so that a renamed file is read, and by its name where the
 * content does not decide. Null means that the file is not one that is read here.
 *
 * @param name the name without its folder; endings `.gz` are ignored.
 * @param start the first bytes of the content, 64 KiB at most, not compressed.
 */
export function recognizeRunFile(name: string, start: Uint8Array): RunFileKind | null {
  const { text } = decodeText(start.subarray(0, CONTENT_BYTES));
  const lead = text.replace(/^\uFEFF/, '').trimStart();
  if (lead.startsWith('{') && /"(?:protocol_run_info|acquisitions)"\s*:/.test(text)) return 'report';
  if (/^Tracking ID\s/.test(lead)) return 'markdown-report';
  const table = kindOfTable(firstLine(text));
  if (table) return table;
  if (/^(?:instrument|protocol|flow_cell_id|protocol_run_id)=/m.test(lead)) return 'final-summary';
  const baseName = name.toLowerCase().replace(/\.gz$/, '');
  if (/^report.*\.json$/.test(baseName)) return 'report';
  return BY_NAME.find(([pattern]) => pattern.test(baseName))?.[1] ?? null;
}

/** A line of a text file with its number, counted from 1. */
export interface NumberedLine {
  line: number;
  text: string;
}

/** Split a text into lines with every kind of line end, without empty lines at the end. */
export function numberedLines(text: string): NumberedLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines.map((one, index) => ({ line: index + 1, text: one }));
}
