import { numberedLines, runFileError } from './run-file.ts';

/** A problem of a sample sheet: where it is, and what is wrong in the words of MinKNOW. */
export interface SheetProblem {
  /** The line counted from 1; null for the sheet as a whole. */
  line: number | null;
  column: string | null;
  message: string;
}

/** One row of a sample sheet: its cells by column. */
interface SheetRow {
  line: number;
  cells: ReadonlyMap<string, string>;
}

/** A sample sheet as it was read, with everything that MinKNOW would refuse. */
export interface SampleSheet {
  columns: string[];
  rows: SheetRow[];
  /** The sheet was written by MinKNOW into a run folder, where both position columns are right. */
  isOutput: boolean;
  problems: SheetProblem[];
}

/** The types of samples that MinKNOW knows. */
const SAMPLE_TYPES = ['test_sample', 'positive_control', 'negative_control', 'no_template_control'] as const;
export type SampleType = (typeof SAMPLE_TYPES)[number];

const DUAL_BARCODES = ['internal_barcode', 'external_barcode'];
const BARCODE_NAMES: Readonly<Record<string, { pattern: RegExp; example: string }>> = {
  barcode: { pattern: /^barcode\d{2,3}$/, example: 'barcode01' },
  internal_barcode: { pattern: /^internal\d{2,3}$/, example: 'internal01' },
  external_barcode: { pattern: /^external\d{2,3}$/, example: 'external01' },
};

/**
 * Read a sample sheet and list what MinKNOW refuses about it (minknow_api `load_sample_sheet`); a sheet from a run
 * folder is read the same way. Only a file that is no sheet at all throws.
 */
export function parseSampleSheet(text: string): SampleSheet {
  const [header, ...lines] = numberedLines(text);
  const columns = header?.text.split(',').map((name) => name.trim()) ?? [];
  const rows: SheetRow[] = [];
  for (const { line, text: content } of lines) {
    if (content.trim() === '') continue;
    const cells = content.split(',').map((cell) => cell.trim());
    if (cells.length !== columns.length)
      throw runFileError(
        'sample-sheet',
        `line ${line} has ${cells.length} columns and the header has ${columns.length}. Is the file complete?`,
      );
    rows.push({ line, cells: new Map(columns.map((name, at) => [name, cells[at] ?? ''])) });
  }
  const isOutput = columns.includes('protocol_run_id');
  const problems = [...columnProblems(columns, isOutput), ...rowProblems(columns, rows)];
  return { columns, rows, isOutput, problems };
}

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

function columnProblems(columns: readonly string[], isOutput: boolean): SheetProblem[] {
  const has = (name: string): boolean => columns.includes(name);
  const messages: string[] = [];
  if (columns.length === 0 || columns.every((name) => name === ''))
    messages.push('No columns in sample sheet');
  else {
    const repeated = [...new Set(columns.filter((name, at) => columns.indexOf(name) !== at))];
    if (repeated.length > 0) messages.push(`Duplicate columns in sample sheet: ${quoted(repeated)}`);
    else messages.push(...meaningProblems(has, isOutput));
  }
  return messages.map((message) => ({ line: null, column: null, message }));
}

function meaningProblems(has: (name: string) => boolean, isOutput: boolean): string[] {
  const messages: string[] = [];
  if (has('flow_cell_id') === has('position_id') && !(isOutput && has('flow_cell_id')))
    messages.push(
      "Invalid position information in sample sheet. Must have exactly one of 'flow_cell_id' and 'position_id'",
    );
  const dual = DUAL_BARCODES.filter(has);
  const isBarcoded = has('barcode') || dual.length > 0;
  if (has('barcode') && dual.length > 0)
    messages.push(`Conflicting barcode column names: ${quoted(['barcode', ...dual])}`);
  else if (dual.length === 1)
    messages.push(`Missing barcoding column names: ${quoted(DUAL_BARCODES.filter((name) => !has(name)))}`);
  if (isBarcoded && !has('alias')) messages.push("Missing 'alias' column");
  if (!isBarcoded)
    for (const name of ['alias', 'type'])
      if (has(name))
        messages.push(`'${name}' column supplied, but no other barcode information in sample sheet`);
  if (!isBarcoded && !has('sample_id') && !has('experiment_id'))
    messages.push(
      "Sample sheet contains no user info. Should contain 'sample_id', 'experiment_id' or some barcode information",
    );
  return messages;
}

function rowProblems(columns: readonly string[], rows: readonly SheetRow[]): SheetProblem[] {
  const problems: SheetProblem[] = [];
  const barcodeColumns = Object.keys(BARCODE_NAMES).filter((name) => columns.includes(name));
  const seenBarcodes = new Set<string>();
  const seenAliases = new Set<string>();
  const sampleIds = new Map<string, string>();
  const experimentId = rows[0]?.cells.get('experiment_id');
  for (const { line, cells } of rows) {
    const add = (column: string, text: string): void => {
      problems.push({ line, column, message: `Line ${line}: ${text}` });
    };
    const position = cells.get('flow_cell_id') || cells.get('position_id') || '';
    const type = cells.get('type');
    if (type && !isSampleType(type)) add('type', `Invalid sample type: '${type}'`);
    if (cells.get('experiment_id') !== experimentId)
      add('experiment_id', "Mismatch in 'experiment_id' value");
    const sampleId = cells.get('sample_id');
    if (sampleId !== undefined && (sampleIds.get(position) ?? sampleId) !== sampleId)
      add('sample_id', "Mismatch in 'sample_id' value");
    else if (sampleId !== undefined) sampleIds.set(position, sampleId);
    for (const column of barcodeColumns) {
      const { pattern, example } = BARCODE_NAMES[column] ?? {};
      const name = cells.get(column) ?? '';
      if (pattern && !pattern.test(name))
        add(column, `Bad '${column}' name '${name}'; expected a name like '${example}'`);
    }
    const barcode = barcodeColumns.map((column) => cells.get(column)).join('/');
    if (barcodeColumns.length > 0 && seenBarcodes.has(`${position} ${barcode}`))
      add(barcodeColumns[0] ?? 'barcode', `Duplicate barcode: '${barcode}'`);
    seenBarcodes.add(`${position} ${barcode}`);
    const alias = cells.get('alias');
    if (alias !== undefined && seenAliases.has(`${position} ${alias}`))
      add('alias', `Duplicate alias: '${alias}'`);
    seenAliases.add(`${position} ${alias}`);
  }
  return problems;
}

/** Check whether a text is a type of samples that MinKNOW knows. */
export const isSampleType = (text: string): text is SampleType => SAMPLE_TYPES.some((type) => type === text);
