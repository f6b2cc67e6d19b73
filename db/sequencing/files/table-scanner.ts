import { type RunFileKind, runFileError } from './run-file.ts';

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Longest line that is read; a longer one means that the file is no table. */
const MAX_LINE_BYTES = 1_048_576;

/** Where the chosen cells of the current row are: the byte offsets of column `i` of the choice. */
export interface RowCells {
  bytes: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** The number of the line, counted from 1. */
  line: number;
}

const FIRST_BUFFER_BYTES = 131_072;

/** What a reader does with a table: it chooses columns by their names and gets every row. */
export interface TableReader {
  kind: RunFileKind;
  /** Return the column of each chosen cell, -1 for a column that the file does not have. */
  chooseColumns(header: readonly string[]): readonly number[];
  readRow(cells: RowCells): void;
}

const decoder = new TextDecoder();

/** Decode the text of a chosen cell; empty when the file has no such column. */
export const cellText = ({ bytes, starts, ends }: RowCells, cell: number): string =>
  decoder.decode(bytes.subarray(starts[cell], ends[cell]));

/** How a table is scanned. */
export interface ScanOptions {
  /** Look at four bytes at once, the default; false looks at each one, to find faults and to measure. */
  scansQuads?: boolean;
}

/**
 * Scans a tab-separated file of any size, chunk by chunk and in constant memory: it finds the cells of the
 * chosen columns in the bytes, without making a text of each line.
 */
export class TableScanner {
  private readonly reader: TableReader;
  /** The bytes of the first incomplete row, and then those of the current part. */
  private bytes = new Uint8Array(FIRST_BUFFER_BYTES);
  private quads = new Int32Array(this.bytes.buffer);
  private length = 0;
  private line = 0;
  private columnCount = 0;
  /** The chosen cell of each column, -1 for columns that nobody reads. */
  private cellOfColumn = new Int32Array(0);
  private cells: RowCells = {
    bytes: this.bytes,
    starts: new Int32Array(0),
    ends: new Int32Array(0),
    line: 0,
  };

  private readonly scansQuads: boolean;

  constructor(reader: TableReader, { scansQuads = true }: ScanOptions = {}) {
    this.reader = reader;
    this.scansQuads = scansQuads;
  }

  /**
   * Scan the next part of the file.
   *
   * @throws AppError VALIDATION with the number of the line that is not a row of the table.
   */
  push(chunk: Uint8Array): void {
    this.append(chunk);
    let from = 0;
    if (this.columnCount === 0) {
      const end = endOfLine(this.bytes.subarray(0, this.length));
      if (end < 0) {
        this.keepRest(0);
        return;
      }
      this.readHeader(this.bytes.subarray(0, end));
      from = end + 1;
    }
    this.keepRest(this.scanRows(from));
  }

  /** End the file; a last line without a line end means that the file is cut off. */
  end(): void {
    if (this.length > 0)
      throw runFileError(this.reader.kind, `it is cut off in line ${this.line + 1}. Copy the file again.`);
    if (this.columnCount === 0) throw runFileError(this.reader.kind, 'it is empty.');
  }

  private readHeader(header: Uint8Array): void {
    const names = decoder
      .decode(header)
      .replace(/^\uFEFF/, '')
      .split('\t');
    const columns = names.map((name) => name.trim());
    const columnOfCell = this.reader.chooseColumns(columns);
    this.line = 1;
    this.columnCount = columns.length;
    this.cellOfColumn = new Int32Array(columns.length).fill(-1);
    for (const [cell, column] of columnOfCell.entries()) if (column >= 0) this.cellOfColumn[column] = cell;
    const size = columnOfCell.length;
    this.cells = { bytes: this.bytes, starts: new Int32Array(size), ends: new Int32Array(size), line: 1 };
  }

  private append(chunk: Uint8Array): void {
    const total = this.length + chunk.length;
    if (total > this.bytes.length) {
      const larger = new Uint8Array(Math.ceil(total / 65_536) * 65_536);
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
      this.quads = new Int32Array(larger.buffer);
      this.cells.bytes = larger;
    }
    this.bytes.set(chunk, this.length);
    this.length = total;
  }

  /** Scan the complete rows and return where the first incomplete one begins. */
  private scanRows(from: number): number {
    const { bytes, quads, length, cellOfColumn, scansQuads } = this;
    const { starts, ends } = this.cells;
    let rowStart = from;
    let cellStart = from;
    let column = 0;
    let at = from;
    while (at < length) {
      // Four bytes at once: a cell ends only in a quad with a byte of 13 or less.
      if (scansQuads && (at & 3) === 0) while (at + 4 <= length && !hasLowByte(quads[at >> 2] ?? 0)) at += 4;
      if (at >= length) break;
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue;
      const end = at - 1;
      const cell = cellOfColumn[column] ?? -1;
      if (cell >= 0) {
        starts[cell] = cellStart;
        ends[cell] = end;
      }
      cellStart = at;
      column += 1;
      if (byte === TAB) continue;
      if (end > rowStart) this.endRow(column);
      rowStart = at;
      column = 0;
    }
    return rowStart;
  }

  private endRow(column: number): void {
    this.line += 1;
    if (column !== this.columnCount)
      throw runFileError(
        this.reader.kind,
        `line ${this.line} has ${column} columns and the header has ${this.columnCount}.`,
      );
    this.cells.line = this.line;
    this.reader.readRow(this.cells);
  }

  private keepRest(from: number): void {
    if (this.length - from > MAX_LINE_BYTES)
      throw runFileError(this.reader.kind, `line ${this.line + 1} is too long for a table.`);
    this.bytes.copyWithin(0, from, this.length);
    this.length -= from;
  }
}

/** Check whether one of the four bytes of an integer is 13 or less. */
const hasLowByte = (quad: number): boolean => ((quad - 0x0e0e0e0e) & ~quad & 0x80808080) !== 0;

function endOfLine(bytes: Uint8Array): number {
  const at = bytes.indexOf(LINE_FEED);
  const before = bytes.indexOf(CARRIAGE_RETURN);
  return before >= 0 && (at < 0 || before < at) ? before : at;
}

/** Parse a cell as a number; an empty cell and `nan` are 0, any other text is NaN. */
export function cellNumber(cells: RowCells, cell: number): number {
  const { bytes, starts, ends } = cells;
  const end = ends[cell] ?? 0;
  let at = starts[cell] ?? 0;
  const isNegative = bytes[at] === 45;
  if (isNegative) at += 1;
  let value = 0;
  let scale = 0;
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 48 && byte <= 57) {
      value = value * 10 + (byte - 48);
      scale *= 10;
    } else if (byte === 46 && scale === 0) scale = 1;
    else return unusualNumber(cellText(cells, cell));
  }
  const size = scale > 1 ? value / scale : value;
  return isNegative ? -size : size;
}

function unusualNumber(text: string): number {
  const number = text.trim().toLowerCase();
  if (number === '' || number === 'nan') return 0;
  return /^[-+]?\d+(\.\d*)?e[-+]?\d+$/.test(number) ? Number(number) : Number.NaN;
}
