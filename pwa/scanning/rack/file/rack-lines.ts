import Papa from 'papaparse';

/** A line of a rack file, split into cells. */
export interface CellLine {
  line: number;
  cells: readonly string[];
  /** Places of cells that a spreadsheet stores as numbers. */
  numbers?: ReadonlySet<number>;
}

/** What separates the cells of a text. */
export type Delimiter = ',' | ';' | '\t' | '|' | 'blanks' | 'blank';

/** The separators by preference where two of them give the same content. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|', 'blanks', 'blank'];

/** More lines than the largest rack with a header and a footer has. */
export const MAX_LINES = 5000;

const nonBlank = (lines: readonly CellLine[]): CellLine[] =>
  lines.filter(({ cells }) => cells.some((cell) => cell !== ''));

const STATUS_OF_TWO_WORDS =
  /\b(no|not|decode|read|scan|tube)[ \t](tube|vial|sample|read|scan|code|barcode|data|present|found|scanned|decoded|error|failed|failure|absent|missing)\b/gi;

const splitAtBlanks = (text: string, delimiter: 'blanks' | 'blank'): CellLine[] =>
  text.split(/\r\n|\r|\n/).map((line, index) => ({
    line: index + 1,
    cells: (delimiter === 'blank' ? line.replaceAll(STATUS_OF_TWO_WORDS, '$1-$2') : line)
      .trim()
      .split(delimiter === 'blank' ? /\s+/ : /\t|\s{2,}/),
  }));

const splitAtCharacter = (text: string, delimiter: string): CellLine[] =>
  Papa.parse<string[]>(text, { delimiter, skipEmptyLines: false, preview: MAX_LINES + 1 }).data.map(
    (cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }),
  );

/** Split a text into cells; line numbers count blank lines. */
export function splitLines(text: string, delimiter: Delimiter): CellLine[] {
  // Excel's line that names the separator is blanked, so that line numbers stay.
  const body = text.replace(/^sep=[^\r\n]{1,3}(?=[\r\n])/i, '');
  return nonBlank(
    delimiter === 'blanks' || delimiter === 'blank'
      ? splitAtBlanks(body, delimiter)
      : splitAtCharacter(body, delimiter),
  );
}

/** List the separators that a text has. */
export const delimitersIn = (text: string): Delimiter[] =>
  DELIMITERS.filter((delimiter) =>
    delimiter === 'blanks'
      ? /\S[^\S\r\n]{2,}\S/.test(text)
      : delimiter === 'blank'
        ? /\S[^\S\r\n]+\S/.test(text)
        : text.includes(delimiter),
  );
