import { type GridSize, spellPosition } from '#db/values/box-position.ts';
import { fileProblem, isCodeLike, type LayoutLine, type RackLayout, withRack } from './rack-layout.ts';
import type { CellLine } from './rack-lines.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letterAt = (index: number): string => LETTERS[index] ?? '?';
type Axis = 'letters' | 'numbers';
const isLabel = (cell: string | undefined, axis: Axis, index: number): boolean =>
  axis === 'letters' ? cell?.toUpperCase() === letterAt(index) : Number(cell || 'x') === index + 1;

/** Numbers 1, 2, 3 … or letters A, B, C … above the columns of a grid. */
interface GridHeader {
  at: number;
  axis: Axis;
  count: number;
}

function findHeader(lines: readonly CellLine[]): GridHeader | null {
  for (const [at, { cells }] of lines.slice(0, 30).entries()) {
    // The corner above the row labels is blank or has a title, and is cut off between blanks.
    for (const labels of [cells.slice(1), cells]) {
      let end = labels.length;
      while (end > 0 && labels[end - 1] === '') end -= 1;
      const texts = labels.slice(0, end);
      for (const axis of ['numbers', 'letters'] as const)
        if (texts.length > 1 && texts.every((cell, index) => isLabel(cell, axis, index)))
          return { at, axis, count: texts.length };
    }
  }
  return null;
}

/** List the lines from a place on that are labeled A, B, C … or 1, 2, 3 … in their first cell. */
function labeledRows(lines: readonly CellLine[], from: number, axis: Axis): CellLine[] {
  const rows: CellLine[] = [];
  while (isLabel(lines[from + rows.length]?.cells[0], axis, rows.length)) {
    const row = lines[from + rows.length];
    if (row) rows.push(row);
  }
  return rows;
}

interface Grid {
  at: number;
  rows: readonly CellLine[];
  columns: number;
  /** Cells before the first column. */
  skip: number;
  rowAxis: Axis;
  headerLine: number | null;
}

const codesOf = ({ cells }: CellLine, skip: number): readonly string[] => cells.slice(skip);
const areCodes = (rows: readonly CellLine[], skip: number): boolean => {
  const texts = rows.flatMap((row) => codesOf(row, skip)).filter((cell) => cell !== '');
  return texts.length > 0 && texts.every(isCodeLike);
};
const widthOf = (rows: readonly CellLine[], skip: number): number =>
  Math.max(0, ...rows.map((row) => codesOf(row, skip).findLastIndex((cell) => cell !== '') + 1));

function findLabeledGrid(lines: readonly CellLine[]): Grid | null {
  const header = findHeader(lines);
  const from = header ? header.at + 1 : lines.findIndex(({ cells }) => cells[0]?.toUpperCase() === 'A');
  if (from === -1) return null;
  const rowAxis: Axis = header?.axis === 'letters' ? 'numbers' : 'letters';
  const rows = labeledRows(lines, from, rowAxis);
  const headerLine = header ? (lines[header.at]?.line ?? null) : null;
  const at = header?.at ?? from;
  if (rows.length > 1 && areCodes(rows, 1))
    return { at, rows, columns: header?.count ?? widthOf(rows, 1), skip: 1, rowAxis, headerLine };
  // Numbers above the columns, and rows without letters.
  const rest = lines.slice(from);
  if (header?.axis === 'numbers' && rest.length > 1 && areCodes(rest, 0))
    return { at, rows: rest, columns: header.count, skip: 0, rowAxis, headerLine };
  return null;
}

/** Find the longest run of equally wide lines of nothing but codes. */
function findBareGrid(lines: readonly CellLine[]): Grid | null {
  const start = lines.findIndex((line) => line.cells.length > 3 && areCodes([line], 0));
  const first = lines[start];
  if (!first) return null;
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => line.cells.length !== first.cells.length || !areCodes([line], 0));
  const rows = end === -1 ? rest : rest.slice(0, end);
  return rows.length < 2
    ? null
    : { at: start, rows, columns: first.cells.length, skip: 0, rowAxis: 'letters', headerLine: null };
}

const positionAt = (grid: Grid, row: number, column: number): string =>
  grid.rowAxis === 'letters' ? `${letterAt(row)}${column + 1}` : `${letterAt(column)}${row + 1}`;

function linesOf(grid: Grid): LayoutLine[] {
  return grid.rows.flatMap(({ line, cells, numbers }, row) =>
    Array.from({ length: grid.columns }, (_, column): LayoutLine => {
      const barcode = cells[grid.skip + column] ?? '';
      return {
        line,
        position: spellPosition(positionAt(grid, row, column)),
        barcode,
        // A blank cell of a grid is a position without a tube.
        status: barcode === '' ? 'EMPTY' : '',
        rackBarcode: null,
        isNumber: numbers?.has(grid.skip + column) ?? false,
      };
    }),
  );
}

const tooWide = (grid: Grid): CellLine[] =>
  grid.rows.filter(({ cells }) => cells.slice(grid.skip + grid.columns).some((cell) => cell !== ''));

/** Read a grid of codes as the rack looks from above, with or without its letters and numbers; null when it is none. */
export function readGrid(lines: readonly CellLine[], size: GridSize): RackLayout | null {
  const labeled = findLabeledGrid(lines);
  const grid = labeled ?? findBareGrid(lines);
  if (!grid) return null;
  const outside = [...lines.slice(0, grid.at), ...lines.filter((one) => one.line > lastLine(grid))];
  const layout = (problems: RackLayout['problems']): RackLayout => ({
    kind: 'grid',
    headerLine: grid.headerLine,
    lines: problems.length > 0 ? [] : linesOf(grid),
    problems,
  });
  const { rows, columns } = { rows: grid.rows.length, columns: grid.columns };
  if (!labeled && (rows !== size.rows || columns !== size.columns))
    return layout([
      fileProblem(
        grid.rows[0]?.line ?? 0,
        `The file has ${rows} rows of ${columns} codes, the box ${size.rows} rows of ${size.columns}.`,
      ),
    ]);
  const wide = tooWide(grid).map(({ line }) => fileProblem(line, 'The row has more codes than columns.'));
  return withRack(layout(wide), outside);
}

const lastLine = ({ rows }: Grid): number => rows.at(-1)?.line ?? 0;
