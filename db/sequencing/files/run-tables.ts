import type { YieldPoint } from './run-figures.ts';
import { type NumberedLine, numberedLines, type RunFileKind, runFileError } from './run-file.ts';

/** A small comma-separated table: the cells of each row by the name of their column. */
interface TableRow {
  line: number;
  cells: ReadonlyMap<string, string>;
}

/** Read a comma-separated table of an instrument; its cells hold no commas and no quotes. */
function readTable(kind: RunFileKind, text: string): { columns: string[]; rows: TableRow[] } {
  const [header, ...lines] = numberedLines(text);
  if (!header || header.text.trim() === '') throw runFileError(kind, 'it is empty.');
  const columns = header.text.split(',').map((name) => name.trim());
  return {
    columns,
    rows: lines.filter(({ text: line }) => line !== '').map((line) => toRow(kind, columns, line)),
  };
}

function toRow(kind: RunFileKind, columns: readonly string[], { line, text }: NumberedLine): TableRow {
  const cells = text.split(',').map((cell) => cell.trim());
  if (cells.length !== columns.length)
    throw runFileError(
      kind,
      `line ${line} has ${cells.length} columns and the header has ${columns.length}. Is the file complete?`,
    );
  return { line, cells: new Map(columns.map((name, at) => [name, cells[at] ?? ''])) };
}

function numberIn(kind: RunFileKind, { line, cells }: TableRow, column: string): number {
  const text = cells.get(column);
  if (text === undefined) throw runFileError(kind, `it has no column "${column}".`);
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0)
    throw runFileError(kind, `line ${line}: "${column}" is not a number.`);
  return value;
}

/**
 * Read `throughput_*.csv`: cumulative bases for each minute of a run. The table does not split bases into passed
 * and failed; basecalled bases stand in `basesPass`.
 */
export function parseThroughput(text: string): YieldPoint[] {
  const { rows } = readTable('throughput', completeText('throughput', text));
  return rows.map((row) => ({
    seconds: numberIn('throughput', row, 'Experiment Time (minutes)') * 60,
    basesPass: numberIn('throughput', row, 'Basecalled Bases'),
    basesFail: 0,
    estimatedBases: numberIn('throughput', row, 'Estimated Bases'),
  }));
}

// A number that is cut off is still a number: only the line end says that the last row is whole.
function completeText(kind: RunFileKind, text: string): string {
  if (!/[\r\n]$/.test(text)) throw runFileError(kind, 'its last line is cut off. Copy the file again.');
  return text;
}

/** The channels' time in each state of one minute, in samples of the signal. */
export interface PoreActivity {
  seconds: number;
  /** Time by state: `strand`, `adapter`, `pore`, `saturated` and others. */
  states: Readonly<Record<string, number>>;
  /** The share of healthy time (strand, adapter, pore) that sequenced (strand, adapter); null without any. */
  occupancy: number | null;
}

/** Read `pore_activity_*.csv` or the older `duty_time*.csv`. */
export function parsePoreActivity(text: string): PoreActivity[] {
  const kind = 'pore-activity';
  const { rows } = readTable(kind, withoutTrailingCommas(completeText(kind, text)));
  const minutes = new Map<number, Record<string, number>>();
  for (const row of rows) {
    const minute = numberIn(kind, row, 'Experiment Time (minutes)');
    const state = row.cells.get('Channel State') ?? '';
    const states = minutes.get(minute) ?? {};
    states[state] = (states[state] ?? 0) + numberIn(kind, row, 'State Time (samples)');
    minutes.set(minute, states);
  }
  return [...minutes]
    .sort(([a], [b]) => a - b)
    .map(([minute, states]) => ({ seconds: minute * 60, states, occupancy: occupancyOf(states) }));
}

// Some versions end the header with a comma and the rows without one.
const withoutTrailingCommas = (text: string): string => text.replace(/,+(?=\r?$)/gm, '');

function occupancyOf(states: Readonly<Record<string, number>>): number | null {
  const productive = (states['strand'] ?? 0) + (states['adapter'] ?? 0);
  const healthy = productive + (states['pore'] ?? 0);
  return healthy === 0 ? null : productive / healthy;
}

/** One file that a run wrote, with the hash that proves that a copy is whole. */
export interface OutputFile {
  path: string;
  sha256: string;
  barcode: string | null;
  alias: string | null;
}

/** Read `output_hash_*.csv`. */
export function parseOutputHashes(text: string): OutputFile[] {
  const kind = 'output-hash';
  const { columns, rows } = readTable(kind, completeText(kind, text));
  for (const column of ['file_hash', 'file_path'])
    if (!columns.includes(column)) throw runFileError(kind, `it has no column ${column}.`);
  return rows.map(({ line, cells }) => {
    const sha256 = cells.get('file_hash')?.toLowerCase() ?? '';
    const path = cells.get('file_path') ?? '';
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw runFileError(kind, `line ${line}: file_hash is not a SHA-256.`);
    if (path === '' || path.startsWith('/') || path.split(/[\\/]/).includes('..'))
      throw runFileError(kind, `line ${line}: file_path is not a path below the run folder.`);
    return { path, sha256, barcode: cells.get('barcode') || null, alias: cells.get('barcode_alias') || null };
  });
}
