import { constants, createInflate } from 'node:zlib';

/** What the packed parts of a PDF may come to; a scanned file of fifty megabytes stays far below. */
const MAX_UNPACKED = 200_000_000;

const TOO_LARGE =
  'This PDF is far larger unpacked than a document can be. Print it to a new PDF and upload that.';
const UNUSUAL = 'This PDF is written in a way that cannot be checked. Print it to a new PDF and upload that.';
const PROTECTED =
  'This PDF is protected, so it cannot be checked. Print it to a new PDF without protection and upload that.';

/** Names that make a PDF do more than show pages, each with what a person calls it. */
const ACTIVE: readonly [RegExp, string][] = [
  [/\/JavaScript(?![A-Za-z])/, 'scripts'],
  [/\/XFA(?![A-Za-z])/, 'a form with scripts (XFA)'],
  [/\/Launch(?![A-Za-z])/, 'an action that starts programs'],
  [/\/(?:EmbeddedFiles?|FileAttachment|GoToE)(?![A-Za-z])/, 'attached files'],
  [/\/(?:RichMedia|Rendition)(?![A-Za-z])/, 'embedded media'],
];
/** Too short to be looked for among packed bytes, where chance writes it; only where objects are spelled out. */
const SCRIPT_ENTRY = /\/JS[\s(<]/;

const refusal = (content: string): string =>
  `This PDF holds ${content}, which are not accepted. Print it to a new PDF and upload that.`;

/** Names may be spelled with `#` and hexadecimal digits. */
const spelledOut = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const activeIn = (text: string): string | null => ACTIVE.find(([name]) => name.test(text))?.[1] ?? null;

/** Unpacks as far as the bytes can be read, as viewers do: whether they are whole, or more than the limit. */
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
  /** What stands between `obj` and `stream`. */
  head: string;
  bytes: Buffer;
}

/** Every place where a stream begins. Where it ends is told by its packing: a length in a PDF may lie. */
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
 * Says why a PDF is refused: it holds scripts, actions that start programs, attached files or media, also where its
 * objects are packed in streams. Null when none is found; what is encrypted or packed in an unusual way is refused.
 */
export async function pdfProblem(bytes: Buffer): Promise<string | null> {
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
