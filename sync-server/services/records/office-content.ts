import { namesInZip, partOfZip } from '#sync-server/services/ordering/manifest/zip-parts.ts';

const MACRO_PARTS = /(^|\/)(vbaproject\.bin|vbadata\.xml|macrosheets\/|dialogsheets\/|activex\/)/;
const MACRO_TYPES = /macroenabled|vbaproject|ms-office\.activex|intlmacrosheet/;
/** Name of the macro storage in Microsoft's OLE container. */
const OLD_MACROS = Buffer.from('_VBA_PROJECT', 'utf16le');

const MAX_TYPES = 5_000_000;

const REFUSAL =
  'This file holds macros, which are not accepted. Save it without macros (.xlsx, .docx or PDF) and upload that.';
const DAMAGED = 'This file is damaged. Open it in the program that made it, save it again and upload that.';

/** Return why a zipped Office file is refused: it contains macros, by the names or types of its parts. */
export function officeProblem(bytes: Buffer): string | null {
  try {
    const names = namesInZip(bytes).map((name) => name.replaceAll('\\', '/').toLowerCase());
    if (names.some((name) => MACRO_PARTS.test(name))) return REFUSAL;
    const types = partOfZip(bytes, '[content_types].xml', MAX_TYPES);
    return types !== null && MACRO_TYPES.test(types.toString('utf8').toLowerCase()) ? REFUSAL : null;
  } catch {
    return DAMAGED;
  }
}

/** Return why an old-format workbook is refused: it contains macros. */
export const oldOfficeProblem = (bytes: Buffer): string | null =>
  bytes.includes(OLD_MACROS) ? REFUSAL : null;
