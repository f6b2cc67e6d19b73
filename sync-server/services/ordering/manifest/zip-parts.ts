import { crc32, inflateRawSync } from 'node:zlib';
import { AppError } from '#db/errors/app-error.ts';

/** Limit of a workbook's unpacked size. A manifest of 960 rows needs about one megabyte. */
export const ZIP_LIMITS = { entries: 500, bytes: 24_000_000 };

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

const broken = (): AppError =>
  new AppError(
    'VALIDATION',
    'The workbook is damaged. Open it in your spreadsheet program, save it again and upload that.',
  );
const tooBig = (): AppError =>
  new AppError(
    'VALIDATION',
    'The workbook is far larger unpacked than a manifest can be. Copy the rows into a new workbook and upload that.',
  );
const locked = (): AppError =>
  new AppError(
    'VALIDATION',
    'The workbook is protected by a password. Remove the password, save it and upload it again.',
  );

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  offset: number;
}

function findEnd(bytes: Buffer): number {
  // The end record is 22 bytes plus a comment of at most 65,535.
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--)
    if (bytes.readUInt32LE(at) === END) return at;
  throw broken();
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > ZIP_LIMITS.entries) throw tooBig();
  const entries: Entry[] = [];
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL) throw broken();
    if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw locked();
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function unpack(bytes: Buffer, { method, packed, offset }: Entry, room: number): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw broken();
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(start, start + packed);
  if (content.length !== packed) throw broken();
  if (method === 0) return content;
  if (method !== 8) throw broken();
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, room) });
  } catch (error) {
    throw error instanceof RangeError ? tooBig() : broken();
  }
}

/** List the names in an archive without unpacking. */
export const namesInZip = (bytes: Buffer): string[] => entriesOf(bytes).map(({ name }) => name);

/** Unpack one part by its lower-case name, at most `limit` bytes of it; null if it does not exist. */
export function partOfZip(bytes: Buffer, name: string, limit: number): Buffer | null {
  const entry = entriesOf(bytes).find((one) => one.name.toLowerCase() === name);
  return entry ? unpack(bytes, entry, limit) : null;
}

/**
 * Unpack the XML parts of a workbook. The declared sizes are checked first and the output is counted too, so
 * that an archive with false sizes stops at the limit.
 */
export function zipParts(bytes: Buffer): Map<string, Buffer> {
  const entries = entriesOf(bytes).filter(({ name }) => name.endsWith('.xml') || name.endsWith('.rels'));
  if (entries.reduce((sum, { size }) => sum + size, 0) > ZIP_LIMITS.bytes) throw tooBig();
  const parts = new Map<string, Buffer>();
  let room = ZIP_LIMITS.bytes;
  for (const entry of entries) {
    const part = unpack(bytes, entry, room);
    room -= part.length;
    if (room < 0) throw tooBig();
    parts.set(entry.name.replaceAll('\\', '/').replace(/^\/+/, ''), part);
  }
  return parts;
}

function headOf(name: Buffer, part: Buffer, signature: number, at: number | null): Buffer {
  const head = Buffer.alloc(at === null ? 30 : 46);
  const shift = at === null ? 0 : 2;
  head.writeUInt32LE(signature, 0);
  head.writeUInt16LE(20, 4);
  if (at !== null) head.writeUInt16LE(20, 6);
  head.writeUInt32LE(crc32(part), 14 + shift);
  head.writeUInt32LE(part.length, 18 + shift);
  head.writeUInt32LE(part.length, 22 + shift);
  head.writeUInt16LE(name.length, 26 + shift);
  if (at !== null) head.writeUInt32LE(at, 42);
  return head;
}

/** Pack parts without compression into an archive that contains only checked content. */
export function zipOf(parts: ReadonlyMap<string, Buffer>): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [text, part] of parts) {
    const name = Buffer.from(text, 'utf8');
    bodies.push(headOf(name, part, LOCAL, null), name, part);
    list.push(headOf(name, part, CENTRAL, at), name);
    at += 30 + name.length + part.length;
  }
  const central = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, central, end]);
}
