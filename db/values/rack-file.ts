import { barcodeOf, isBarcode } from './barcode-value.ts';
import { boxPositionProblem, type GridSize, spellPosition } from './box-position.ts';

/** One unparsed line of a rack reader's file, with its line number. */
export interface RackFileLine {
  line: number;
  position: string;
  barcode: string;
  rackBarcode: string | null;
}

type RackRead = 'OK' | 'NO_READ' | 'EMPTY';

/** The reader's result at one position. */
export interface RackRow {
  position: string;
  barcode: string | null;
  read: RackRead;
}

/** A problem of one line, with row and position. */
interface RackProblem {
  line: number;
  position: string;
  message: string;
}

/** The result of checking a rack file: with any error, no line of it may be used. */
export interface RackVerdict {
  rackBarcode: string | null;
  rows: RackRow[];
  errors: RackProblem[];
  warnings: RackProblem[];
}

// Readers write these as one word or two, with a hyphen or an underscore.
const NO_READ = new Set(['NOREAD', 'NOSCAN', 'NOCODE', 'ERROR', '?']);
const EMPTY = new Set(['NOTUBE', 'EMPTY', 'NONE']);

const readOf = (code: string): RackRead => {
  const normalizedCode = code.replaceAll(/[ _-]/g, '');
  return NO_READ.has(normalizedCode) ? 'NO_READ' : EMPTY.has(normalizedCode) ? 'EMPTY' : 'OK';
};

interface JudgedLine extends RackFileLine {
  code: string;
  read: RackRead;
}

const repeated = (
  lines: readonly JudgedLine[],
  keyOf: (line: JudgedLine) => string,
): Map<JudgedLine, JudgedLine> => {
  const first = new Map<string, JudgedLine>();
  const repeats = new Map<JudgedLine, JudgedLine>();
  for (const line of lines) {
    const earlier = first.get(keyOf(line));
    if (earlier) repeats.set(line, earlier);
    else first.set(keyOf(line), line);
  }
  return repeats;
};

const problem = (line: JudgedLine, message: string): RackProblem => ({
  line: line.line,
  position: line.position,
  message: `Row ${line.line}, position ${line.position || '(blank)'}: ${message}`,
});

const lineErrors = (line: JudgedLine, size: GridSize): RackProblem[] => {
  const errors: RackProblem[] = [];
  const place = line.position === '' ? 'The position is missing.' : boxPositionProblem(line.position, size);
  if (place) errors.push(problem(line, place));
  if (line.code === '') errors.push(problem(line, 'The barcode is missing.'));
  else if (line.read === 'OK' && !isBarcode(line.code))
    errors.push(problem(line, `"${line.code}" is not a barcode.`));
  return errors;
};

const rackErrors = (lines: readonly JudgedLine[]): RackProblem[] => {
  const first = lines.find((line) => line.rackBarcode);
  return lines
    .filter((line) => line.rackBarcode && first?.rackBarcode && line.rackBarcode !== first.rackBarcode)
    .map((line) => problem(line, `The file names two racks: ${first?.rackBarcode} and ${line.rackBarcode}.`));
};

const byLine = (a: RackProblem, b: RackProblem): number => a.line - b.line;

/**
 * Check a rack file: all duplicate, invalid or missing values are reported at once; unread positions are
 * warnings.
 */
export function judgeRackFile(
  lines: readonly RackFileLine[],
  size: GridSize = { rows: 8, columns: 12 },
): RackVerdict {
  const judgedLines: JudgedLine[] = lines.map((line) => {
    const code = barcodeOf(line.barcode);
    const rackBarcode = line.rackBarcode === null ? null : barcodeOf(line.rackBarcode);
    return {
      ...line,
      position: spellPosition(line.position),
      rackBarcode,
      code,
      read: readOf(code),
    };
  });
  const errors = judgedLines.flatMap((line) => lineErrors(line, size)).concat(rackErrors(judgedLines));
  const linesWithPosition = judgedLines.filter((line) => line.position !== '');
  for (const [line, earlier] of repeated(linesWithPosition, (each) => each.position))
    errors.push(problem(line, `The position was already given in row ${earlier.line}.`));
  const tubes = judgedLines.filter((line) => line.read === 'OK' && line.code !== '');
  for (const [line, earlier] of repeated(tubes, (each) => each.code))
    errors.push(problem(line, `Tube ${line.code} is already at ${earlier.position} in row ${earlier.line}.`));
  if (judgedLines.length === 0)
    errors.push({
      line: 0,
      position: '',
      message: 'The file names no position.',
    });
  const unread = judgedLines.filter((line) => line.read === 'NO_READ');
  return {
    rackBarcode: judgedLines.find((line) => line.rackBarcode)?.rackBarcode ?? null,
    rows: judgedLines.map(({ position, code, read }) => ({
      position,
      barcode: read === 'OK' ? code : null,
      read,
    })),
    errors: errors.sort(byLine),
    warnings: unread.map((line) =>
      problem(line, 'The tube could not be read. Scan it by hand or leave it as it was.'),
    ),
  };
}
