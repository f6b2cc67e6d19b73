import { boxPosition, type GridSize } from '#db/values/box-position.ts';
import type { Point } from '#pwa/scanning/camera/read-symbols.ts';

/** A square lattice over a picture: the position of its first cell and one step along each axis. */
export interface Lattice {
  origin: Point;
  across: Point;
  down: Point;
}

export interface Cell {
  row: number;
  column: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const nearestVectors = (points: readonly Point[]): Point[] =>
  points.flatMap((from) => {
    let best: Point | null = null;
    for (const to of points) {
      if (to === from) continue;
      const step = { x: to.x - from.x, y: to.y - from.y };
      if (!best || Math.hypot(step.x, step.y) < Math.hypot(best.x, best.y)) best = step;
    }
    return best ? [best] : [];
  });

/** Return the tilt of a vector against the nearest axis, between -45° and 45°. */
const tilt = ({ x, y }: Point): number => {
  const angle = Math.atan2(y, x);
  return angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);
};

const solve = (cells: readonly Cell[], values: readonly number[]): [number, number, number] => {
  // This is a least-squares fit of value = o + a·column + b·row through the normal equations, around the
  // means.
  const n = cells.length;
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / n;
  const columns = cells.map((cell) => cell.column);
  const rows = cells.map((cell) => cell.row);
  const [c, r, v] = [mean(columns), mean(rows), mean(values)];
  const dot = (a: readonly number[], am: number, b: readonly number[], bm: number) =>
    a.reduce((sum, value, index) => sum + (value - am) * ((b[index] ?? bm) - bm), 0);
  const [cc, rr, cr] = [dot(columns, c, columns, c), dot(rows, r, rows, r), dot(columns, c, rows, r)];
  const [cv, rv] = [dot(columns, c, values, v), dot(rows, r, values, v)];
  const determinant = cc * rr - cr * cr || 1;
  const a = (cv * rr - rv * cr) / determinant;
  const b = (rv * cc - cv * cr) / determinant;
  return [v - a * c - b * r, a, b];
};

/** Return the lattice coordinates of a point, in steps that need not be whole. */
function latticePlace(lattice: Lattice, point: Point): Cell {
  const { across, down, origin } = lattice;
  const determinant = across.x * down.y - across.y * down.x;
  const [x, y] = [point.x - origin.x, point.y - origin.y];
  return {
    column: (x * down.y - y * down.x) / determinant,
    row: (across.x * y - across.y * x) / determinant,
  };
}

/** Return the center of a cell in the picture. */
export const cellCenter = ({ origin, across, down }: Lattice, { row, column }: Cell): Point => ({
  x: origin.x + across.x * column + down.x * row,
  y: origin.y + across.y * column + down.y * row,
});

const snapped = (lattice: Lattice, point: Point): { cell: Cell; off: number } => {
  const place = latticePlace(lattice, point);
  const cell = { row: Math.round(place.row), column: Math.round(place.column) };
  return { cell, off: Math.max(Math.abs(place.row - cell.row), Math.abs(place.column - cell.column)) };
};

/** The maximum distance of a symbol from a crossing, in steps. */
const TOLERANCE = 0.3;

/** Return the cell that contains a point, or null when the point is between cells. */
export function cellAt(lattice: Lattice, point: Point): Cell | null {
  const { cell, off } = snapped(lattice, point);
  return off <= TOLERANCE ? cell : null;
}

const refine = (lattice: Lattice, points: readonly Point[]): Lattice => {
  const snappedPoints = points
    .map((point) => ({ point, ...snapped(lattice, point) }))
    .filter(({ off }) => off <= TOLERANCE);
  const cells = snappedPoints.map(({ cell }) => cell);
  const x = solve(
    cells,
    snappedPoints.map(({ point }) => point.x),
  );
  const y = solve(
    cells,
    snappedPoints.map(({ point }) => point.y),
  );
  return { origin: { x: x[0], y: y[0] }, across: { x: x[1], y: y[1] }, down: { x: x[2], y: y[2] } };
};

/** Fit a square lattice to the centers of the symbols; null when there are too few or they form none. */
export function fitLattice(points: readonly Point[]): Lattice | null {
  if (points.length < 6) return null;
  const steps = nearestVectors(points);
  const pitch = median(steps.map(({ x, y }) => Math.hypot(x, y)));
  const angle = median(steps.map(tilt));
  const across = { x: Math.cos(angle) * pitch, y: Math.sin(angle) * pitch };
  const down = { x: -across.y, y: across.x };
  const center = { x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) };
  const origin = [...points].sort(
    (a, b) => Math.hypot(a.x - center.x, a.y - center.y) - Math.hypot(b.x - center.x, b.y - center.y),
  )[0];
  if (!origin || pitch === 0) return null;
  let lattice: Lattice = { origin, across, down };
  for (let round = 0; round < 4; round += 1) lattice = refine(lattice, points);
  const members = points.filter((point) => cellAt(lattice, point) !== null).length;
  return members >= points.length * 0.7 ? lattice : null;
}

/**
 * How the picture was taken: a flatbed scanner sees the bottoms of the tubes, so it shows the rack mirrored.
 */
export interface RackOrientation {
  mirrored: boolean;
  /** The clockwise rotation in degrees that brings A1 to the top left. */
  rotation: 0 | 90 | 180 | 270;
}

export const FLATBED: RackOrientation = { mirrored: true, rotation: 0 };

const turned = ({ row, column }: Cell, rows: number): Cell => ({ row: column, column: rows - 1 - row });

/**
 * Return the rack position that a cell of the picture shows, or null when the picture cannot be turned into
 * that grid.
 */
export function positionInRack(
  cell: Cell,
  imageSize: GridSize,
  rack: GridSize,
  orientation: RackOrientation,
): string | null {
  let place: Cell = orientation.mirrored
    ? { row: cell.row, column: imageSize.columns - 1 - cell.column }
    : cell;
  let size = imageSize;
  for (let quarter = 0; quarter < orientation.rotation / 90; quarter += 1) {
    place = turned(place, size.rows);
    size = { rows: size.columns, columns: size.rows };
  }
  return size.rows === rack.rows && size.columns === rack.columns ? boxPosition(place) : null;
}
