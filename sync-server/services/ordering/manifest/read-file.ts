import { AppError } from '#db/errors/app-error.ts';
import type { SheetRow } from '#db/ordering/manifest/find-header.ts';
import { officeProblem } from '#sync-server/services/records/office-content.ts';
import { decodeText } from './decode-text.ts';
import { readText } from './read-text.ts';
import { readWorkbook } from './read-workbook.ts';
import { namesInZip } from './zip-parts.ts';

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
  const { text, encoding } = decodeText(bytes);
  if (/^\s*<(!doctype|html|\?xml|table|meta)/i.test(text)) throw wrongKind('This is a web page, not a list.');
  return { kind: 'text', from: encoding, rows: readText(text).rows };
}
