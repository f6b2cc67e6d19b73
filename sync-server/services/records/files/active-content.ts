import { readFile } from 'node:fs/promises';
import { constants, createInflate } from 'node:zlib';
import { extensionOf } from '#db/values/file-name.ts';
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
const oldOfficeProblem = (bytes: Buffer): string | null => (bytes.includes(OLD_MACROS) ? REFUSAL : null);

/** Limit of a PDF's unpacked streams; a scanned file of fifty megabytes stays far below. */
const MAX_UNPACKED = 200_000_000;

const TOO_LARGE =
  'This PDF is far larger unpacked than a document can be. Print it to a new PDF and upload that.';
const UNUSUAL = 'This PDF is written in a way that cannot be checked. Print it to a new PDF and upload that.';
const PROTECTED =
  'This PDF is protected, so it cannot be checked. Print it to a new PDF without protection and upload that.';

/** PDF names of active content, each with its plain description. */
const ACTIVE: readonly [RegExp, string][] = [
  [/\/JavaScript(?![A-Za-z])/, 'scripts'],
  [/\/XFA(?![A-Za-z])/, 'a form with scripts (XFA)'],
  [/\/Launch(?![A-Za-z])/, 'an action that starts programs'],
  [/\/(?:EmbeddedFiles?|FileAttachment|GoToE)(?![A-Za-z])/, 'attached files'],
  [/\/(?:RichMedia|Rendition)(?![A-Za-z])/, 'embedded media'],
];
/** Names too short to search in packed bytes, where they occur by chance; searched only in plain objects. */
const SCRIPT_ENTRY = /\/JS[\s(<]/;

const refusal = (content: string): string =>
  `This PDF holds ${content}, which are not accepted. Print it to a new PDF and upload that.`;

/** Decode names, which may be written with `#` and hexadecimal digits. */
const spelledOut = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const activeIn = (text: string): string | null => ACTIVE.find(([name]) => name.test(text))?.[1] ?? null;

/**
 * Unpack as far as the bytes are readable, as viewers do; reports whether they are complete, or exceed the
 * limit.
 */
function unpack(
  bytes: Buffer,
  limit: number,
): Promise<{ content: Buffer; end: 'whole' | 'broken' | 'more' }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    const finish = (end: 'whole' | 'broken' | 'more'): void => {
      inflate.destroy();
      resolve({ content: Buffer.concat(parts), end });
    };
    inflate.on('data', (part: Buffer) => {
      length += part.length;
      if (length > limit) return finish('more');
      parts.push(part);
    });
    inflate.on('end', () => finish('whole'));
    inflate.on('error', () => finish('broken'));
    inflate.end(bytes);
  });
}

interface Stream {
  /** The text between `obj` and `stream`. */
  head: string;
  bytes: Buffer;
}

/** Find the start of every stream. The packing determines its end, because a length in a PDF may be false. */
function* streamsOf(bytes: Buffer): Generator<Stream> {
  const text = bytes.toString('latin1');
  for (const match of text.matchAll(/(?<!end)stream(?:\r\n|\n|\r)/g)) {
    const before = text.slice(Math.max(0, match.index - 2_000), match.index);
    const head = spelledOut(Buffer.from(before.slice(before.lastIndexOf('obj') + 1), 'latin1'));
    yield { head, bytes: bytes.subarray(match.index + match[0].length) };
  }
}

const isPacked = (bytes: Buffer): boolean =>
  bytes.length > 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/**
 * Return why a PDF is refused: scripts, actions that start programs, attached files or media, also in packed
 * object streams. Null if none is found; encrypted or unusually packed content is refused.
 */
async function pdfProblem(bytes: Buffer): Promise<string | null> {
  const decodedText = spelledOut(bytes);
  const active = activeIn(decodedText);
  if (active !== null) return refusal(active);
  let room = MAX_UNPACKED;
  for (const { head, bytes: packed } of streamsOf(bytes)) {
    const holdsObjects = head.includes('/ObjStm');
    if (!holdsObjects && /\/Subtype\s*\/Image/.test(head)) continue;
    if (!isPacked(packed)) {
      if (holdsObjects && head.includes('/Filter'))
        return /\/Encrypt\b/.test(decodedText) ? PROTECTED : UNUSUAL;
      continue;
    }
    const { content, end } = await unpack(packed, room);
    if (end === 'more') return TOO_LARGE;
    if (end === 'broken' && holdsObjects) return UNUSUAL;
    room -= content.length;
    const text = spelledOut(content);
    const activePart = activeIn(text) ?? (holdsObjects && SCRIPT_ENTRY.test(text) ? 'scripts' : null);
    if (activePart !== null) return refusal(activePart);
  }
  return null;
}

const CHECKS: Readonly<Record<string, (bytes: Buffer) => string | null | Promise<string | null>>> = {
  pdf: pdfProblem,
  xlsx: officeProblem,
  docx: officeProblem,
  xls: oldOfficeProblem,
};

/** Documents are read whole for the check; results and reads, which are larger, have other types. */
const LARGEST_CHECKED = 100_000_000;

/** Return why an uploaded file is refused for active content; null if none is found. */
export async function activeContentProblem(
  title: string,
  { place, size }: { place: string; size: number },
): Promise<string | null> {
  const check = CHECKS[extensionOf(title)];
  if (!check) return null;
  if (size > LARGEST_CHECKED) return 'This document is larger than 100 MB. Split it and upload the parts.';
  return check(await readFile(place));
}
