import { barcodeOf, isBarcode } from '#db/values/barcode-value.ts';
import { spellPosition } from '#db/values/box-position.ts';
import { readOfCode } from '#db/values/tube-read.ts';
import { type ColumnRole, readHeading } from './heading.ts';
import { type Columns, guessColumns } from './list-columns.ts';
import {
  fileProblem,
  isMetadata,
  isPositionLike,
  type LayoutLine,
  type RackLayout,
  withRack,
} from './rack-layout.ts';
import type { CellLine } from './rack-lines.ts';

/** The header stands within the first lines: above it are only titles and metadata. */
const HEADER_LINES = 30;

const cellOf = ({ cells }: CellLine, at: number | null): string => (at === null ? '' : (cells[at] ?? ''));

/** Join row and column of a position; a row that is a number counts from A. */
function joinPosition(row: string, column: string): string {
  const isLetter = (text: string): boolean => /^[A-Z]$/i.test(text);
  if (row === '' && column === '') return '';
  if (isLetter(column) && !isLetter(row)) return joinPosition(column, row);
  const number = /^0*([1-9]|1\d|2[0-6])$/.exec(row)?.[1];
  const rowLetter = number === undefined ? row : String.fromCharCode(64 + Number(number));
  return spellPosition(`${rowLetter}${column}`);
}

function linesOf(body: readonly CellLine[], columns: Columns): LayoutLine[] {
  return body.map((line) => ({
    line: line.line,
    position:
      columns.position === null
        ? joinPosition(cellOf(line, columns.row), cellOf(line, columns.column))
        : cellOf(line, columns.position),
    barcode: cellOf(line, columns.code),
    rackBarcode: cellOf(line, columns.rack) || null,
    status: cellOf(line, columns.status),
    isNumber: line.numbers?.has(columns.code) ?? false,
  }));
}

type Heading = { at: number; role: ColumnRole; weight: number };

const headingsOf = ({ cells }: CellLine): Heading[] =>
  cells.flatMap((cell, at) => {
    const heading = readHeading(cell);
    return heading ? [{ at, ...heading }] : [];
  });

function findHeader(lines: readonly CellLine[]): number {
  return lines.slice(0, HEADER_LINES).findIndex((line) => {
    if (line.cells.some((cell) => isPositionLike(cell) || isCodeWithDigit(cell))) return false;
    const roles = new Set(headingsOf(line).map((one) => one.role));
    const hasPosition = roles.has('position') || (roles.has('row') && roles.has('column'));
    return hasPosition && (roles.has('code') || roles.has('rack'));
  });
}

const isCodeWithDigit = (cell: string): boolean =>
  readHeading(cell) === null && /\d{3}/.test(cell) && isBarcode(barcodeOf(cell));

/** Choose the column of a role: the heaviest heading, unless others of its weight have different cells. */
function chooseColumn(
  header: CellLine,
  body: readonly CellLine[],
  role: ColumnRole,
): { at: number | null; problem: string | null } {
  const all = headingsOf(header).filter((one) => one.role === role);
  const useful =
    role === 'position' ? all.filter(({ at }) => body.some((line) => isPositionLike(cellOf(line, at)))) : all;
  const candidates = useful.length > 0 ? useful : all;
  const weight = Math.max(0, ...candidates.map((one) => one.weight));
  const [first, ...rest] = candidates.filter((one) => one.weight === weight);
  if (!first) return { at: null, problem: null };
  const other = rest.find(({ at }) => body.some((line) => cellOf(line, at) !== cellOf(line, first.at)));
  const nameAt = (at: number): string => cellOf(header, at);
  return {
    at: first.at,
    problem: other
      ? `Columns "${nameAt(first.at)}" and "${nameAt(other.at)}" may both be the ${role}. Remove one.`
      : null,
  };
}

/** Cut lines after the table that say something about the scan. */
function withoutFooter(body: readonly CellLine[], columns: Columns): CellLine[] {
  let end = body.length;
  const isFooter = (line: CellLine | undefined): boolean =>
    line !== undefined && cellOf(line, columns.code) === '' && isMetadata(line) && !hasPlace(line, columns);
  const isNamed = (line: CellLine | undefined): boolean =>
    line !== undefined && isMetadata(line) && /[:=]/.test(line.cells[0] ?? '');
  while (end > 0 && (isFooter(body[end - 1]) || isNamed(body[end - 1]))) end -= 1;
  return body.slice(0, end);
}

const hasPlace = (line: CellLine, { row, column }: Columns): boolean =>
  row !== null && /^[A-Z\d]{1,2}$/i.test(cellOf(line, row)) && cellOf(line, column) !== '';

const NUMBERED = 'Positions are numbers, which can count along rows or columns. Export them as A1, A2 …';

function readBody(
  lines: readonly CellLine[],
  body: readonly CellLine[],
  columns: Columns,
  header: CellLine | null,
  problems: RackLayout['problems'],
): RackLayout {
  const table = withoutFooter(body, columns);
  const outside = lines.filter((one) => one !== header && !table.includes(one));
  const layoutLines = linesOf(table, columns);
  const numbered = layoutLines.filter(({ position }) => /^\d+$/.test(position)).length;
  const all = [...problems];
  if (layoutLines.length > 0 && numbered * 2 > layoutLines.length)
    all.push(fileProblem(layoutLines[0]?.line ?? 0, NUMBERED));
  const width = header?.cells.findLastIndex((cell) => cell !== '') ?? -1;
  if (header)
    for (const { line, cells } of table)
      if (cells.slice(width + 1).some((cell) => cell !== ''))
        all.push(fileProblem(line, 'The row has more cells than the header.'));
  const layout: RackLayout = {
    kind: 'list',
    headerLine: header?.line ?? null,
    lines: all.length > 0 ? [] : layoutLines,
    problems: all,
  };
  return withRack(layout, outside);
}

/** Read a list with a header in one of its first lines; null when no line is a header. */
export function readHeadedList(lines: readonly CellLine[]): RackLayout | null {
  const at = findHeader(lines);
  const header = lines[at];
  if (!header) return null;
  const body = lines.slice(at + 1).filter(({ cells }) => cells.join('\t') !== header.cells.join('\t'));
  const choice = (role: ColumnRole) => chooseColumn(header, body, role);
  const [position, row, column, code, rack, status] = (
    ['position', 'row', 'column', 'code', 'rack', 'status'] as const
  ).map(choice);
  const byRow = row?.at !== null && column?.at !== null;
  // A position that is a number counts in an unknown direction; row and column say the same without doubt.
  const isUseful = body.some((line) => isPositionLike(cellOf(line, position?.at ?? null)));
  const usesPosition = position?.at !== null && (isUseful || !byRow);
  const codeAt = code?.at ?? rack?.at;
  if (codeAt === undefined || codeAt === null) return null;
  const choices = [usesPosition ? position : row, usesPosition ? null : column, code, rack, status];
  const problems = choices.flatMap((one) => (one?.problem ? [fileProblem(header.line, one.problem)] : []));
  const columns: Columns = {
    position: usesPosition ? (position?.at ?? null) : null,
    row: usesPosition ? null : (row?.at ?? null),
    column: usesPosition ? null : (column?.at ?? null),
    code: codeAt,
    rack: codeAt === rack?.at ? null : (rack?.at ?? null),
    status: status?.at ?? null,
  };
  return readBody(lines, body, columns, header, problems);
}

/** Read a list without a header: its columns are told by their content; null when none has positions. */
export function readBareList(lines: readonly CellLine[]): RackLayout | null {
  const guess = guessColumns(lines);
  if (!guess) return null;
  const { columns, problem } = guess;
  const first = lines.findIndex((line) =>
    columns.position === null ? hasPlace(line, columns) : isPositionLike(cellOf(line, columns.position)),
  );
  // A line above the table with a code in the code's column is a tube whose position cannot be read.
  const isTube = (line: CellLine): boolean => {
    const code = cellOf(line, columns.code);
    return (
      !isMetadataOfScan(line) && code !== '' && (readOfCode(code) !== null || isBarcode(barcodeOf(code)))
    );
  };
  const body = lines.filter((line, at) => at >= first || isTube(line));
  return readBody(lines, body, columns, null, problem === null ? [] : [fileProblem(0, problem)]);
}

const isMetadataOfScan = (line: CellLine): boolean =>
  isMetadata(line) && line.cells.some((cell) => cell !== '' && readHeading(cell) !== null);
