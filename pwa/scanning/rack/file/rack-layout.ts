import { barcodeOf, isBarcode } from '#db/values/barcode-value.ts';
import { spellPosition } from '#db/values/box-position.ts';
import type { TextEncoding } from '#db/values/decode-text.ts';
import type { RackFileLine, RackProblem } from '#db/values/rack-file.ts';
import { readOfCode } from '#db/values/tube-read.ts';
import { readHeading } from './heading.ts';
import type { CellLine, Delimiter } from './rack-lines.ts';

/** One position of a rack file, before it is checked. */
export interface LayoutLine extends RackFileLine {
  /** A spreadsheet stores the code as a number, which has no leading zeros. */
  isNumber: boolean;
}

/** One way to read the lines of a file. */
export interface RackLayout {
  kind: 'list' | 'grid';
  /** The line of the header; null without one. */
  headerLine: number | null;
  lines: LayoutLine[];
  /** Why the file cannot be read without guessing; without lines, nothing of it could be read. */
  problems: RackProblem[];
}

/** How the cells of a layout were separated. */
export interface LayoutSource {
  delimiter?: Delimiter;
  encoding?: TextEncoding;
  sheet?: string;
}

export const fileProblem = (line: number, message: string): RackProblem => ({
  line,
  position: '',
  message: line === 0 ? message : `Row ${line}: ${message}`,
});

const POSITION = /^[A-Z][1-9]\d?$/;
/** Check whether a cell is a position like `A1` or `h 012`. */
export const isPositionLike = (cell: string): boolean => POSITION.test(spellPosition(cell));

const DATE_OR_TIME =
  /^(?:(?:19|20)\d{2}[-./]?\d{1,2}[-./]?\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{1,2}:\d{2}.*)$/;
const DECIMAL = /^-?\d{1,4}[.,]\d{1,4}$/;

/** Check whether a cell can only be a tube's code or what readers write instead. */
export const isCodeLike = (cell: string): boolean =>
  readOfCode(cell) !== null ||
  (isBarcode(barcodeOf(cell)) && !isPositionLike(cell) && !DATE_OR_TIME.test(cell) && !DECIMAL.test(cell));

const NAMED_VALUE = /^\W*([^:=,;|\t]{2,40}?)\s*[:=,;|\t]+\s*([^\s,;|\t][^,;|\t]*?)[\s,;|\t]*$/;

/** Return the rack's barcode of lines outside the table, as `Rack ID: RK01` or `plate_label:,RK01`. */
function rackOfMetadata(lines: readonly CellLine[]): { barcode: string; line: number } | null {
  for (const { line, cells } of lines) {
    const match = NAMED_VALUE.exec(cells.filter((cell) => cell !== '').join('\t'));
    if (readHeading(match?.[1] ?? '')?.role !== 'rack') continue;
    const barcode = barcodeOf(match?.[2] ?? '');
    if (isBarcode(barcode) && readOfCode(barcode) === null) return { barcode, line };
  }
  return null;
}

/** Check whether a line outside the table says something about the scan, as `Operator: Ann` or `96 tubes`. */
export function isMetadata({ cells }: CellLine): boolean {
  const texts = cells.filter((cell) => cell !== '');
  if (texts.some(isPositionLike)) return false;
  if (readHeading(texts[0] ?? '') !== null || /^.{2,60}?\s*[:=]/.test(texts[0] ?? '')) return true;
  return texts.length === 1;
}

/** Add the rack of the lines outside the table to the positions that name none. */
export function withRack(layout: RackLayout, outside: readonly CellLine[]): RackLayout {
  const rack = rackOfMetadata(outside);
  if (rack === null) return layout;
  const other = layout.lines.find(
    ({ rackBarcode }) => rackBarcode !== null && barcodeOf(rackBarcode) !== rack.barcode,
  );
  const problems = other
    ? [fileProblem(rack.line, `The file names two racks: ${rack.barcode} and ${other.rackBarcode}.`)]
    : [];
  return {
    ...layout,
    problems: [...layout.problems, ...problems],
    lines: layout.lines.map((one) => ({ ...one, rackBarcode: one.rackBarcode ?? rack.barcode })),
  };
}
