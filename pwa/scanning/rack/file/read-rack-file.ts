import { AppError } from '#db/errors/app-error.ts';
import type { GridSize } from '#db/values/box-position.ts';
import { decodeText, hasControlCharacters, type TextEncoding } from '#db/values/decode-text.ts';
import { judgeRackFile, type RackProblem, type RackVerdict } from '#db/values/rack-file.ts';
import { describeDialect } from './describe-dialect.ts';
import {
  fileProblem,
  isCodeLike,
  isPositionLike,
  type LayoutLine,
  type LayoutSource,
  type RackLayout,
} from './rack-layout.ts';
import { type CellLine, delimitersIn, MAX_LINES, splitLines } from './rack-lines.ts';
import { readGrid } from './read-grid.ts';
import { readBareList, readHeadedList } from './read-list.ts';

/** The content of a rack file, and how its reader wrote it. */
export interface RackReading extends RackVerdict {
  /** What was recognized, for people; null when nothing was. */
  dialect: string | null;
}

interface Candidate {
  layout: RackLayout;
  source: LayoutSource;
}

const RACK_OF_96: GridSize = { rows: 8, columns: 12 };

/** Count the positions that a layout gives with a code or with what readers write instead. */
const scoreOf = ({ layout: { lines } }: Candidate): number =>
  lines.filter(
    ({ position, barcode, status }) => isPositionLike(position) && (isCodeLike(barcode) || status !== ''),
  ).length;

function candidatesOf(lines: readonly CellLine[], size: GridSize, source: LayoutSource): Candidate[] {
  const layouts = [readHeadedList(lines), readGrid(lines, size), readBareList(lines)];
  // A header explains its columns: without it they are not guessed.
  const headed = layouts[0];
  const usable = headed ? [headed] : layouts;
  return usable.flatMap((layout) => (layout ? [{ layout, source }] : []));
}

/** Choose the layout with the most positions; of equal ones the first. One that names its problem is better than none. */
function chooseBest(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = [...candidates].sort(
    (a, b) => scoreOf(b) - scoreOf(a) || b.layout.problems.length - a.layout.problems.length,
  );
  return best;
}

/** Find codes that lost leading zeros in a spreadsheet: numbers that are shorter than other codes. */
function lostZeros(lines: readonly LayoutLine[]): RackProblem[] {
  const digits = lines.flatMap(({ barcode }) => (/^\d+$/.test(barcode) ? [barcode.length] : []));
  const longest = Math.max(0, ...digits);
  return lines.flatMap(({ line, barcode, isNumber }) =>
    isNumber && barcode.length < longest
      ? [fileProblem(line, `Code ${barcode} may have lost zeros. Format the codes as text.`)]
      : [],
  );
}

const NOTHING_FOUND =
  'No positions like A1 with codes were found. Choose the list or grid that the reader exports.';

function judgeLayout(candidate: Candidate | undefined, size: GridSize, isBlank: boolean): RackReading {
  const layout = candidate?.layout;
  if (!candidate || !layout || (layout.lines.length === 0 && layout.problems.length === 0))
    return isBlank
      ? { ...judgeRackFile([], size), dialect: null }
      : { rackBarcode: null, rows: [], errors: [fileProblem(0, NOTHING_FOUND)], warnings: [], dialect: null };
  const dialect = describeDialect(layout, candidate.source);
  if (layout.lines.length === 0)
    return { rackBarcode: null, rows: [], errors: [...layout.problems], warnings: [], dialect };
  const verdict = judgeRackFile(layout.lines, size);
  const errors = [...layout.problems, ...lostZeros(layout.lines), ...verdict.errors];
  return { ...verdict, errors: errors.sort((a, b) => a.line - b.line), dialect };
}

/** Read the text of a rack file: list or grid, with any separator, with or without header and metadata. */
export function readRackText(
  text: string,
  size: GridSize = RACK_OF_96,
  encoding: TextEncoding = 'utf-8',
): RackReading {
  const content = text.replace(/^\uFEFF/, '');
  const candidates = delimitersIn(content).flatMap((delimiter) =>
    candidatesOf(splitLines(content, delimiter), size, { delimiter, encoding }),
  );
  return judgeLayout(chooseBest(candidates), size, content.trim() === '');
}

async function readWorkbookOfRack(bytes: Uint8Array, size: GridSize): Promise<RackReading> {
  // Most racks come as text: only a workbook loads what reads workbooks.
  const { readWorkbook } = await import('./read-workbook.ts');
  const sheets = await readWorkbook(bytes);
  const best = sheets.flatMap(({ name, lines }) => {
    const candidate = chooseBest(candidatesOf(lines, size, { sheet: name }));
    return candidate ? [candidate] : [];
  });
  const withPositions = best.filter((candidate) => scoreOf(candidate) > 0);
  const reading = judgeLayout(chooseBest(best), size, sheets.length === 0);
  if (withPositions.length < 2) return reading;
  const names = withPositions.map(({ source }) => `"${source.sheet}"`).join(' and ');
  const problem = fileProblem(0, `Sheets ${names} hold positions. Keep one of them.`);
  return { ...reading, errors: [problem], rows: [], warnings: [] };
}

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);
const refuse = (text: string): AppError => new AppError('VALIDATION', text);

/** Read the file of a rack reader by its content, whatever its name. Throws with a text that says what to do. */
export async function readRackFile(bytes: Uint8Array, size: GridSize = RACK_OF_96): Promise<RackReading> {
  if (startsWith(bytes, 0x50, 0x4b)) return readWorkbookOfRack(bytes, size);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw refuse('This is an old or protected workbook (.xls). Save it as .xlsx and choose that.');
  const { text, encoding } = decodeText(bytes);
  if (hasControlCharacters(text))
    throw refuse('This is no rack file. Choose a .csv, .txt or .xlsx of the reader, or a picture.');
  if (text.split('\n', MAX_LINES + 1).length > MAX_LINES)
    throw refuse(`The file has more than ${MAX_LINES} lines. Choose the file of one rack.`);
  return readRackText(text, size, encoding);
}
