import Papa from 'papaparse';
import { AppError } from '#db/errors/app-error.ts';
import { findHeader, type SheetRow } from '#db/ordering/manifest/find-header.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Enough for 960 rows below titles, with blank lines between. */
const MAX_LINES = 20_000;
const PREVIEW = 45;

const parse = (text: string, delimiter: string, preview: number) =>
  Papa.parse<string[]>(text, { delimiter, preview, skipEmptyLines: false });

const numbered = (data: readonly string[][], skipped: number): SheetRow[] =>
  data.flatMap((cells, index): SheetRow[] =>
    cells.every((cell) => cell === '') ? [] : [{ row: index + 1 + skipped, cells }],
  );

/** Detect the separator: the one that gives a header the most columns. */
function delimiterOf(text: string): string {
  const ranked = DELIMITERS.map((delimiter) => {
    const rows = numbered(parse(text, delimiter, PREVIEW).data, 0);
    const wide = Math.max(0, ...rows.map(({ cells }) => cells.length));
    return { delimiter, known: findHeader(rows)?.places.size ?? 0, wide };
  });
  ranked.sort((a, b) => b.known - a.known || b.wide - a.wide);
  return ranked[0]?.delimiter ?? ',';
}

/**
 * Read text separated by comma, semicolon, tab or bar, with the row numbers that a spreadsheet would show.
 */
export function readText(text: string): { delimiter: string; rows: SheetRow[] } {
  // Excel's line that names the separator; Excel shows the following line as the first.
  const separatorLine = /^sep=([,;\t|])\r?\n/i.exec(text);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  const delimiter = separatorLine?.[1] ?? delimiterOf(body);
  const { data, errors } = parse(body, delimiter, MAX_LINES + 1);
  if (data.length > MAX_LINES)
    throw new AppError(
      'VALIDATION',
      `The file has more than ${MAX_LINES} lines; a manifest has 960 rows at most.`,
    );
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote)
    throw new AppError(
      'VALIDATION',
      `Row ${(quote.row ?? 0) + 1}: a quotation mark is not closed. Write it twice inside a cell, or take it away.`,
    );
  return { delimiter, rows: numbered(data, 0) };
}
