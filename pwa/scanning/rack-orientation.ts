import { boxPosition, type GridSize } from '#db/values/box-position.ts';
import type { Cell } from './rack-lattice.ts';

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
