import { mergeStatistics, ReadStatistics } from './read-statistics.ts';
import type { YieldPoint } from './run-figures.ts';
import { runFileError } from './run-file.ts';
import {
  cellNumber,
  cellText,
  type RowCells,
  type ScanOptions,
  type TableReader,
  TableScanner,
} from './table-scanner.ts';

/** The reads of one alias and barcode. */
export interface SummaryGroup {
  /** The alias of the sample sheet; null without one. */
  alias: string | null;
  /** `barcode07`, `unclassified`, or null in a run without barcodes. */
  barcode: string | null;
  statistics: ReadStatistics;
}

/** What a sequencing summary says about its run or runs. */
export interface SequencingSummary {
  /** The values of `run_id`: acquisition ids of 40 hex digits or, in newer files, ids of runs. */
  runIds: string[];
  total: ReadStatistics;
  groups: SummaryGroup[];
  yieldCurve: YieldPoint[];
  /**
   * How reads were judged: by the file, or by the mean quality of 7 that MinKNOW used when files had no such
   * column (before 2018).
   */
  filter: 'file' | 'qscore';
}

const COLUMNS = {
  runId: ['run_id'],
  passes: ['passes_filtering'],
  length: ['sequence_length_template'],
  qscore: ['mean_qscore_template'],
  start: ['start_time'],
  alias: ['alias'],
  barcode: ['barcode_arrangement', 'barcode'],
} as const;
const CELLS = ['runId', 'passes', 'length', 'qscore', 'start', 'alias', 'barcode'] as const;
const [RUN_ID, PASSES, LENGTH, QSCORE, START, ALIAS, BARCODE] = [0, 1, 2, 3, 4, 5, 6] as const;

const DEFAULT_MIN_QSCORE = 7;
const MAX_GROUPS = 1000;
const MAX_RUN_IDS = 100;
const POINT_SECONDS = 600;
// Half a year; a start after it is not a time of a run.
const MAX_POINTS = 26_000;
const UNNAMED = new Set(['', 'na', 'none', 'unclassified']);

/**
 * Reads `sequencing_summary*.txt` of every version since 2017, by the names of its columns, in constant memory.
 * Give it the parts of the file with `push` and ask for the figures with `end`.
 */
export class SequencingSummaryReader implements TableReader {
  readonly kind = 'sequencing-summary';
  private readonly scanner: TableScanner;
  private readonly groups = new Map<number, StoredGroup[]>();
  private groupCount = 0;
  private readonly runIds = new Set<string>();
  private lastRunId: Uint8Array = new Uint8Array(0);
  private readonly basesOfPoint: { pass: number; fail: number }[] = [];
  private has = { passes: false, start: false, runId: false };

  constructor(options: ScanOptions = {}) {
    this.scanner = new TableScanner(this, options);
  }

  /** Read the next part of the file. */
  push(chunk: Uint8Array): void {
    this.scanner.push(chunk);
  }

  /** End the file and return its figures. */
  end(): SequencingSummary {
    this.scanner.end();
    const groups = [...this.groups.values()].flatMap((group) => group.map(({ group }) => group));
    return {
      runIds: [...this.runIds],
      total: mergeStatistics(groups.map(({ statistics }) => statistics)),
      groups,
      yieldCurve: this.yieldCurve(),
      filter: this.has.passes ? 'file' : 'qscore',
    };
  }

  chooseColumns(header: readonly string[]): readonly number[] {
    const columns = CELLS.map((cell) => {
      const names: readonly string[] = COLUMNS[cell];
      return header.findIndex((name) => names.includes(name));
    });
    for (const cell of [LENGTH, QSCORE])
      if (columns[cell] === -1) throw runFileError(this.kind, `it has no column ${COLUMNS[CELLS[cell]][0]}.`);
    this.has = {
      passes: columns[PASSES] !== -1,
      start: columns[START] !== -1,
      runId: columns[RUN_ID] !== -1,
    };
    return columns;
  }

  readRow(cells: RowCells): void {
    const length = this.numberIn(cells, LENGTH);
    const qscore = this.numberIn(cells, QSCORE);
    const isPassed = this.has.passes ? this.passes(cells) : qscore >= DEFAULT_MIN_QSCORE;
    this.groupOf(cells).statistics.add(isPassed, length, qscore);
    if (this.has.runId) this.noteRunId(cells);
    if (this.has.start) this.addToCurve(this.numberIn(cells, START), isPassed, length);
  }

  private numberIn(cells: RowCells, cell: 2 | 3 | 4): number {
    const value = cellNumber(cells, cell);
    if (Number.isNaN(value) || (cell === LENGTH && (value < 0 || !Number.isInteger(value))))
      throw runFileError(
        this.kind,
        `line ${cells.line}: ${COLUMNS[CELLS[cell]][0]} is "${cellText(cells, cell).slice(0, 40)}", not a number.`,
      );
    return value;
  }

  /** `TRUE`, `True`, `true` and `1` in the versions of the software. */
  private passes({ bytes, starts, ends, line }: RowCells): boolean {
    const first = bytes[starts[PASSES] ?? 0] ?? 0;
    const isEmpty = starts[PASSES] === ends[PASSES];
    if (!isEmpty && (first === 84 || first === 116 || first === 49)) return true;
    if (!isEmpty && (first === 70 || first === 102 || first === 48)) return false;
    throw runFileError(this.kind, `line ${line}: passes_filtering is neither TRUE nor FALSE.`);
  }

  private groupOf(cells: RowCells): SummaryGroup {
    const { bytes, starts, ends } = cells;
    const key = hashBytes(
      bytes,
      starts[BARCODE] ?? 0,
      ends[BARCODE] ?? 0,
      hashBytes(bytes, starts[ALIAS] ?? 0, ends[ALIAS] ?? 0, 7),
    );
    const known = this.groups
      .get(key)
      ?.find((one) => equalCell(cells, ALIAS, one.alias) && equalCell(cells, BARCODE, one.barcode));
    if (known) return known.group;
    this.groupCount += 1;
    if (this.groupCount > MAX_GROUPS)
      throw runFileError(this.kind, `it has more than ${MAX_GROUPS} aliases and barcodes.`);
    const [alias, barcode] = [cellText(cells, ALIAS), cellText(cells, BARCODE)];
    const group: SummaryGroup = {
      alias: UNNAMED.has(alias.toLowerCase()) ? null : alias,
      barcode: barcode === '' ? null : barcode,
      statistics: new ReadStatistics(),
    };
    const added = { alias: bytesOfCell(cells, ALIAS), barcode: bytesOfCell(cells, BARCODE), group };
    this.groups.set(key, [...(this.groups.get(key) ?? []), added]);
    return group;
  }

  private noteRunId(cells: RowCells): void {
    if (equalCell(cells, RUN_ID, this.lastRunId)) return;
    this.lastRunId = bytesOfCell(cells, RUN_ID);
    if (this.runIds.size < MAX_RUN_IDS) this.runIds.add(cellText(cells, RUN_ID));
  }

  private addToCurve(seconds: number, isPassed: boolean, length: number): void {
    const point = Math.floor(seconds / POINT_SECONDS);
    if (point < 0 || point >= MAX_POINTS) return;
    for (let at = this.basesOfPoint.length; at <= point; at += 1)
      this.basesOfPoint.push({ pass: 0, fail: 0 });
    const bases = this.basesOfPoint[point];
    if (!bases) return;
    if (isPassed) bases.pass += length;
    else bases.fail += length;
  }

  private yieldCurve(): YieldPoint[] {
    let [basesPass, basesFail] = [0, 0];
    return this.basesOfPoint.map(({ pass, fail }, at) => {
      basesPass += pass;
      basesFail += fail;
      return { seconds: (at + 1) * POINT_SECONDS, basesPass, basesFail, estimatedBases: 0 };
    });
  }
}

interface StoredGroup {
  alias: Uint8Array;
  barcode: Uint8Array;
  group: SummaryGroup;
}

const bytesOfCell = ({ bytes, starts, ends }: RowCells, cell: number): Uint8Array =>
  bytes.slice(starts[cell], ends[cell]);

function equalCell({ bytes, starts, ends }: RowCells, cell: number, expected: Uint8Array): boolean {
  const start = starts[cell] ?? 0;
  const { length } = expected;
  if ((ends[cell] ?? 0) - start !== length) return false;
  for (let at = 0; at < length; at += 1) if (bytes[start + at] !== expected[at]) return false;
  return true;
}

function hashBytes(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  return hash;
}
