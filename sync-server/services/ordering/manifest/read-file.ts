import Papa from 'papaparse';
import { AppError } from '#db/errors/app-error.ts';
import { findHeader, type SheetRow } from '#db/ordering/manifest/find-header.ts';
import { decodeText, hasControlCharacters } from '#db/values/decode-text.ts';
import { officeProblem } from '#sync-server/services/records/files/active-content.ts';
import { readWorkbook } from './read-workbook.ts';
import { namesInZip } from './zip-parts.ts';

/** Decode a text file, and refuse what is no text. */
function decodeTable(bytes: Buffer): { text: string; encoding: string } {
  const decoded = decodeText(bytes);
  if (hasControlCharacters(decoded.text))
    throw new AppError(
      'VALIDATION',
      'This file is neither a workbook (.xlsx) nor text (.csv, .tsv). Save your list as one of them and upload that.',
    );
  return decoded;
}

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
function readText(text: string): { delimiter: string; rows: SheetRow[] } {
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

/** An uploaded manifest as rows of cells, and its source. */
export interface ReadFile {
  kind: 'xlsx' | 'text';
  /** The sheet that was read, or the encoding of a text. */
  from: string;
  rows: SheetRow[];
}

const SAVE_AS =
  'In your spreadsheet program choose "Save as" and Excel workbook (.xlsx) or CSV UTF-8, and upload that.';
const wrongKind = (kind: string): AppError => new AppError('VALIDATION', `${kind} ${SAVE_AS}`);

const hasUtf16 = (bytes: Buffer, marker: string): boolean => bytes.includes(Buffer.from(marker, 'utf16le'));

/** Identify a file in Microsoft's OLE container: a protected workbook, an old one, or another type. */
function oldContainer(bytes: Buffer): AppError {
  if (hasUtf16(bytes, 'EncryptedPackage'))
    return new AppError(
      'VALIDATION',
      'The workbook is protected by a password. Remove the password, save it and upload it again.',
    );
  return hasUtf16(bytes, 'Workbook') || hasUtf16(bytes, 'Book')
    ? wrongKind('This is a workbook of the old kind (.xls).')
    : wrongKind('This file is not a list of specimens.');
}

function refuseOtherArchives(bytes: Buffer): void {
  const names = new Set(namesInZip(bytes));
  if (names.has('xl/workbook.xml')) return;
  if (names.has('xl/workbook.bin')) throw wrongKind('This is a binary workbook (.xlsb).');
  if (names.has('content.xml')) throw wrongKind('This is an OpenDocument file (.ods).');
  if (names.has('word/document.xml')) throw wrongKind('This is a text document (.docx).');
  throw new AppError(
    'VALIDATION',
    'This is an archive (.zip), not a list. Unpack it and upload the list that is in it.',
  );
}

const SIGNATURES: readonly { bytes: readonly number[]; kind: string }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46], kind: 'This is a PDF.' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], kind: 'This is a picture.' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'This is a picture.' },
  { bytes: [0x1f, 0x8b], kind: 'This is a packed file (.gz).' },
];

const startsWith = (bytes: Buffer, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** Read an uploaded manifest by its content, whatever its name. Throws with a text that says what to do. */
export async function readFile(bytes: Buffer): Promise<ReadFile> {
  if (bytes.length === 0) throw new AppError('VALIDATION', 'The file is empty. Fill in at least one row.');
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw oldContainer(bytes);
  const other = SIGNATURES.find(({ bytes: mark }) => startsWith(bytes, mark));
  if (other) throw wrongKind(other.kind);
  if (startsWith(bytes, [0x50, 0x4b])) {
    refuseOtherArchives(bytes);
    const macros = officeProblem(bytes);
    if (macros !== null) throw new AppError('VALIDATION', macros);
    const { sheet, rows } = await readWorkbook(bytes);
    return { kind: 'xlsx', from: sheet, rows };
  }
  const { text, encoding } = decodeTable(bytes);
  if (/^\s*<(!doctype|html|\?xml|table|meta)/i.test(text)) throw wrongKind('This is a web page, not a list.');
  return { kind: 'text', from: encoding, rows: readText(text).rows };
}
