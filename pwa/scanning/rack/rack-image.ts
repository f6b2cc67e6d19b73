import { barcodeOf } from '#db/values/barcode-value.ts';
import { boxPlace, type GridSize } from '#db/values/box-position.ts';
import type { RackRow } from '#db/values/rack-file.ts';
import {
  type Box,
  contrastOf,
  cropStretched,
  type Pixels,
  readSymbols,
  type SeenSymbol,
} from '#pwa/scanning/camera/read-symbols.ts';
import {
  type Cell,
  cellAt,
  cellCenter,
  fitLattice,
  type Lattice,
  positionInRack,
  type RackOrientation,
} from './rack-lattice.ts';

/** The content of a picture of a whole rack. */
export interface RackPicture {
  rows: RackRow[];
  /** Codes outside the rack's lattice: usually the rack's own. */
  outsideCodes: string[];
  /** Why the picture cannot be used and what to do. */
  problem: string | null;
}

export interface RackPictureOptions {
  rack?: GridSize;
  orientation: RackOrientation;
}

type ReadCells = Map<string, { cell: Cell; text: string | null }>;

const BINARIZERS = ['LocalAverage', 'GlobalHistogram', 'FixedThreshold'] as const;
const keyOf = ({ row, column }: Cell): string => `${row}:${column}`;
const pitchOf = ({ across }: Lattice): number => Math.hypot(across.x, across.y);

const boxAround = (lattice: Lattice, cell: Cell, factor: number): Box => {
  const center = cellCenter(lattice, cell);
  const side = pitchOf(lattice) * factor;
  return { left: center.x - side / 2, top: center.y - side / 2, width: side, height: side };
};

const readPage = async (picture: Pixels): Promise<SeenSymbol[]> => {
  const options = { formats: ['DataMatrix'] as const, maxSymbols: 255 };
  const first = await readSymbols(picture, { ...options, binarizer: 'LocalAverage' });
  const second = await readSymbols(picture, { ...options, binarizer: 'GlobalHistogram' });
  const known = new Set(first.map(({ text }) => text));
  return [...first, ...second.filter(({ text }) => !known.has(text))];
};

const readCell = async (picture: Pixels, lattice: Lattice, cell: Cell): Promise<string | null> => {
  for (const factor of [0.9, 0.7, 1.05])
    for (const step of [1, 2, 3]) {
      const crop = cropStretched(picture, boxAround(lattice, cell, factor), step);
      for (const binarizer of BINARIZERS) {
        const [symbol] = await readSymbols(crop, { formats: ['DataMatrix'], binarizer, denoise: true });
        if (symbol) return symbol.text;
      }
    }
  return null;
};

interface Extent extends GridSize {
  first: Cell;
}

const extentOf = (cells: readonly Cell[]): Extent => {
  const rows = cells.map(({ row }) => row);
  const columns = cells.map(({ column }) => column);
  const first = { row: Math.min(...rows), column: Math.min(...columns) };
  return { first, rows: Math.max(...rows) - first.row + 1, columns: Math.max(...columns) - first.column + 1 };
};

const fits = (readCells: GridSize, rack: GridSize): boolean =>
  (readCells.rows === rack.rows && readCells.columns === rack.columns) ||
  (readCells.rows === rack.columns && readCells.columns === rack.rows);

/** Read the cells that the page pass missed; an unreadable tube is reported as unreadable, never guessed. */
const readMissing = async (
  picture: Pixels,
  lattice: Lattice,
  extent: Extent,
  readCells: ReadCells,
): Promise<ReadCells> => {
  const contrasts = [...readCells.values()].map(({ cell }) =>
    contrastOf(picture, boxAround(lattice, cell, 0.5)),
  );
  const typical = [...contrasts].sort((a, b) => a - b)[contrasts.length >> 1] ?? 0;
  const texts = new Set([...readCells.values()].map(({ text }) => text));
  const allCells: ReadCells = new Map(readCells);
  for (let row = 0; row < extent.rows; row += 1)
    for (let column = 0; column < extent.columns; column += 1) {
      const cell = { row: row + extent.first.row, column: column + extent.first.column };
      if (allCells.has(keyOf(cell))) continue;
      const text = await readCell(picture, lattice, cell);
      if (text !== null && !texts.has(text)) allCells.set(keyOf(cell), { cell, text });
      else if (contrastOf(picture, boxAround(lattice, cell, 0.5)) > typical * 0.5)
        allCells.set(keyOf(cell), { cell, text: null });
    }
  return allCells;
};

const toRows = (
  readCells: ReadCells,
  extent: Extent,
  rack: GridSize,
  orientation: RackOrientation,
): RackRow[] | null => {
  const rows: RackRow[] = [];
  for (let row = 0; row < extent.rows; row += 1)
    for (let column = 0; column < extent.columns; column += 1) {
      const position = positionInRack({ row, column }, extent, rack, orientation);
      if (position === null) return null;
      const cell = readCells.get(
        keyOf({ row: row + extent.first.row, column: column + extent.first.column }),
      );
      const barcode = cell?.text ? barcodeOf(cell.text) : null;
      rows.push({ position, barcode, read: barcode ? 'OK' : cell ? 'NO_READ' : 'EMPTY' });
    }
  const order = ({ position }: RackRow): number => {
    const place = boxPlace(position, rack);
    return place ? place.column * rack.rows + place.row : -1;
  };
  return rows.sort((a, b) => order(a) - order(b));
};

const toProblem = (problem: string): RackPicture => ({ rows: [], outsideCodes: [], problem });

/** Read every tube of a rack from one picture of it. */
export async function readRackImage(picture: Pixels, options: RackPictureOptions): Promise<RackPicture> {
  const rack = options.rack ?? { rows: 8, columns: 12 };
  const symbols = await readPage(picture);
  const lattice = fitLattice(symbols.map(({ centre: center }) => center));
  if (!lattice)
    return toProblem('No rack was found in the picture. Scan it again at 600 dpi, straight and in focus.');
  const readCells: ReadCells = new Map();
  const outsideCodes: string[] = [];
  for (const { text, centre: center } of symbols) {
    const cell = cellAt(lattice, center);
    if (cell && !readCells.has(keyOf(cell))) readCells.set(keyOf(cell), { cell, text });
    else outsideCodes.push(barcodeOf(text));
  }
  const extent = extentOf([...readCells.values()].map(({ cell }) => cell));
  if (!fits(extent, rack))
    return toProblem(
      `The tubes span ${extent.rows} × ${extent.columns} places, not ${rack.rows} × ${rack.columns}. Fill the outer rows or use a rack file.`,
    );
  const complete = await readMissing(picture, lattice, extent, readCells);
  const rows = toRows(complete, extent, rack, options.orientation);
  if (!rows) return toProblem('The picture is rotated. Choose another rotation.');
  return { rows, outsideCodes, problem: null };
}
