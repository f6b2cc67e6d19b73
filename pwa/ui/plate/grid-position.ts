/** A rectangle of named positions: 8 × 12 for a plate, 9 × 9 for a usual box. */
export interface GridShape {
  rows: number;
  columns: number;
}

/** Return the letter of a row; after Z comes AA. */
export function rowLetter(row: number): string {
  const tail = String.fromCharCode(65 + (row % 26));
  return row < 26 ? tail : rowLetter(Math.floor(row / 26) - 1) + tail;
}

/** Return the name of a position, counted from zero: row 0, column 0 is A1. */
export function positionName(row: number, column: number): string {
  return `${rowLetter(row)}${column + 1}`;
}

/** List all positions in column-major order: A1, B1, … H1, A2, … */
export function positionsOf({ rows, columns }: GridShape): string[] {
  return Array.from({ length: rows * columns }, (_, at) => positionName(at % rows, Math.floor(at / rows)));
}

/**
 * Return the position to which a key moves the focus, in column-major order: after the end of a column comes
 * the next column.
 */
export function moveByKey(index: number, key: string, { rows, columns }: GridShape): number | null {
  const last = rows * columns - 1;
  const column = Math.floor(index / rows);
  const moves: Record<string, number> = {
    ArrowDown: Math.min(last, index + 1),
    ArrowUp: Math.max(0, index - 1),
    ArrowRight: column < columns - 1 ? index + rows : index,
    ArrowLeft: column > 0 ? index - rows : index,
    Home: column * rows,
    End: column * rows + rows - 1,
    PageUp: 0,
    PageDown: last,
  };
  return moves[key] ?? null;
}

/** List all positions of the rectangle between two positions. */
export function rectangle(from: number, to: number, { rows }: GridShape): number[] {
  const between = (a: number, b: number): number[] =>
    Array.from({ length: Math.abs(a - b) + 1 }, (_, at) => Math.min(a, b) + at);
  const columns = between(Math.floor(from / rows), Math.floor(to / rows));
  return columns.flatMap((column) => between(from % rows, to % rows).map((row) => column * rows + row));
}
