import { readOfCode, readOfStatus } from '#db/values/tube-read.ts';
import { isCodeLike, isPositionLike } from './rack-layout.ts';
import type { CellLine } from './rack-lines.ts';

/** Where a list has what; positions are one column or two. */
export interface Columns {
  position: number | null;
  row: number | null;
  column: number | null;
  code: number;
  rack: number | null;
  status: number | null;
}

interface ColumnContent {
  at: number;
  texts: string[];
  isConstant: boolean;
}

const shareOf = ({ texts }: ColumnContent, test: (cell: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(test).length / texts.length;

const contentOf = (lines: readonly CellLine[], at: number): ColumnContent => {
  const texts = lines.flatMap(({ cells }) => (cells[at] ? [cells[at]] : []));
  return { at, texts, isConstant: texts.length > 1 && new Set(texts).size === 1 };
};

const isCode = (cell: string): boolean => isCodeLike(cell) && readOfCode(cell) === null;
const isStatusOnly = (content: ColumnContent): boolean =>
  content.texts.length > 0 && content.texts.every((cell) => readOfStatus(cell) !== null);

const TWO_POSITIONS = 'Two columns hold positions. Add a header line that names them.';
const TWO_CODES = 'Two columns hold codes. Add a header line that names them.';

function placeOf(
  contents: readonly ColumnContent[],
): Pick<Columns, 'position' | 'row' | 'column'> & { problem: string | null } {
  const positions = contents.filter((one) => shareOf(one, isPositionLike) >= 0.5);
  const [first, second] = [...positions].sort(
    (a, b) => shareOf(b, isPositionLike) - shareOf(a, isPositionLike),
  );
  if (first) {
    const isSame = second === undefined || second.texts.join() === first.texts.join();
    return { position: first.at, row: null, column: null, problem: isSame ? null : TWO_POSITIONS };
  }
  const row = contents.findIndex(
    (one, at) =>
      shareOf(one, (cell) => /^[A-Z]$/i.test(cell)) >= 0.5 &&
      shareOf(contents[at + 1] ?? one, (cell) => /^\d{1,2}$/.test(cell)) >= 0.5,
  );
  return row === -1
    ? { position: null, row: null, column: null, problem: null }
    : { position: null, row, column: row + 1, problem: null };
}

/**
 * Tell the columns of a list without a header by their content: one holds positions, one the codes, which differ; a
 * column with one code only is the rack. Null when no column holds positions or codes.
 */
export function guessColumns(
  lines: readonly CellLine[],
): { columns: Columns; problem: string | null } | null {
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  const everyColumn = Array.from({ length: width }, (_, at) => contentOf(lines, at));
  const place = placeOf(everyColumn);
  if (place.position === null && place.row === null) return null;
  // Titles and footers would count in a column of their own: only lines with a position tell what a column holds.
  const table = lines.filter(({ cells }) =>
    place.position === null
      ? /^[A-Z]$/i.test(cells[place.row ?? 0] ?? '')
      : isPositionLike(cells[place.position] ?? ''),
  );
  const rest = Array.from({ length: width }, (_, at) => contentOf(table, at)).filter(
    ({ at }) => ![place.position, place.row, place.column].includes(at),
  );
  const codes = rest.filter((one) => shareOf(one, isCodeLike) >= 0.5 && shareOf(one, isCode) > 0);
  const differing = codes.filter((one) => !one.isConstant);
  const [code = codes[0] ?? rest.find((one) => shareOf(one, isCodeLike) >= 0.5) ?? rest[0]] = differing;
  if (!code) return null;
  // Readers that name the rack in each line write it first.
  const isRackFirst = differing.length === 2 && place.position === 1 && code.at === 0;
  const codeColumn = isRackFirst ? (differing[1] ?? code) : code;
  const otherCodes = codes.filter((one) => one !== codeColumn);
  const racks = isRackFirst ? [code] : otherCodes.filter((one) => one.isConstant);
  const status = rest.find((one) => one !== codeColumn && isStatusOnly(one));
  const isAmbiguous = differing.length > 1 && !isRackFirst;
  return {
    columns: {
      position: place.position,
      row: place.row,
      column: place.column,
      code: codeColumn.at,
      rack: racks.length === 1 ? (racks[0]?.at ?? null) : null,
      status: status?.at ?? null,
    },
    problem: place.problem ?? (isAmbiguous ? TWO_CODES : null),
  };
}
