import { MESSAGES } from '../errors/messages.ts';

/** Rows and columns of a box, rack or plate. */
export interface GridSize {
  rows: number;
  columns: number;
}

/** A place in a grid, counted from 0. */
export interface GridPlace {
  row: number;
  column: number;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const POSITION = /^([A-Z])([1-9]\d?)$/;

/** Format a place: row letter and column number, `A1` first. */
export const boxPosition = ({ row, column }: GridPlace): string => `${LETTERS[row] ?? '?'}${column + 1}`;

/** Parse a position within the grid; undefined when it is outside or no position. */
export function boxPlace(position: string, size: GridSize): GridPlace | undefined {
  const match = POSITION.exec(position);
  if (!match?.[1] || !match[2]) return undefined;
  const place = {
    row: LETTERS.indexOf(match[1]),
    column: Number(match[2]) - 1,
  };
  return place.row < size.rows && place.column < size.columns ? place : undefined;
}

/** Check whether the grid has that position. */
const isBoxPosition = (position: string, size: GridSize): boolean => boxPlace(position, size) !== undefined;

/** Return why a position cannot be used in the grid, or null when it can. */
export const boxPositionProblem = (position: string, size: GridSize): string | null =>
  isBoxPosition(position, size)
    ? null
    : size.rows === 8 && size.columns === 12
      ? MESSAGES.invalidPlateLocation
      : `Position ${position || '(blank)'} is not one of A1 to ${boxPosition({ row: size.rows - 1, column: size.columns - 1 })}.`;

/** List every position of a grid in column-major order, as plates are filled. */
export const positionsByColumn = ({ rows, columns }: GridSize): string[] =>
  Array.from({ length: rows * columns }, (_, n) =>
    boxPosition({ row: n % rows, column: Math.floor(n / rows) }),
  );

/** List every position of a grid in row-major order, as boxes are read. */
export const positionsByRow = ({ rows, columns }: GridSize): string[] =>
  Array.from({ length: rows * columns }, (_, n) =>
    boxPosition({ row: Math.floor(n / columns), column: n % columns }),
  );

/** Normalize a position from people and readers (`a01`, ` B 2 `) to the lab's spelling (`A1`, `B2`). */
export function spellPosition(input: string): string {
  const text = input.replace(/\s+/g, '').toUpperCase();
  const match = /^([A-Z])0*([1-9]\d?)$/.exec(text);
  return match ? `${match[1]}${match[2]}` : text;
}
