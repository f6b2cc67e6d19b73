import { barcodeOf, isBarcode } from './barcode-value.ts';
import { boxPositionProblem, type GridSize, spellPosition } from './box-position.ts';
import { readOfCode, readOfStatus, type TubeRead } from './tube-read.ts';

/** One unparsed line of a rack reader's file, with its line number. */
export interface RackFileLine {
  line: number;
  position: string;
  barcode: string;
  rackBarcode: string | null;
  /** The text of the reader's status column; empty without one. */
  status: string;
}

/** The reader's result at one position. */
export interface RackRow {
  position: string;
  barcode: string | null;
  read: TubeRead;
}

/** A problem of one line, with row and position. */
export interface RackProblem {
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

/**
 * Return what a line reports. A code is a read tube, whatever word an unknown status uses; without a code the
 * status decides.
 */
const readOf = (code: string, status: string): TubeRead =>
  readOfCode(code) ?? (code === '' ? (readOfStatus(status) ?? 'OK') : 'OK');

interface JudgedLine extends RackFileLine {
  code: string;
  read: TubeRead;
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

/** Return why code and status of a line cannot be used, or null. */
function contentProblem({ code, read, status }: JudgedLine): string | null {
  const statusRead = readOfStatus(status);
  if (code === '' && read === 'OK')
    return status === '' || statusRead === 'OK'
      ? 'The barcode is missing.'
      : `"${status}" is no known status. Write No tube or No read.`;
  if (code === '') return null;
  if (read === 'OK' && !isBarcode(code)) return `"${code}" is not a barcode.`;
  const contradicts = statusRead !== null && statusRead !== 'OK' && statusRead !== read;
  return contradicts ? `The status is "${status}", the code is "${code}".` : null;
}

const lineErrors = (line: JudgedLine, size: GridSize): RackProblem[] => {
  const place = line.position === '' ? 'The position is missing.' : boxPositionProblem(line.position, size);
  const problems = [place, contentProblem(line)];
  return problems.flatMap((text) => (text === null ? [] : [problem(line, text)]));
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
    // A dash is a blank: beside a status, the status says why.
    const code = line.status !== '' && /^[-.]+$/.test(line.barcode) ? '' : barcodeOf(line.barcode);
    const rackBarcode = line.rackBarcode === null ? null : barcodeOf(line.rackBarcode);
    return {
      ...line,
      position: spellPosition(line.position),
      rackBarcode,
      code,
      read: readOf(code, line.status),
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
