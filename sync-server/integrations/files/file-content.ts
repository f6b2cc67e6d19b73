import { extensionOf } from '#db/values/file-name.ts';

/** Bytes to read from the start and end of a file, enough to detect its type. */
export interface Ends {
  head: Buffer;
  tail: Buffer;
}

const begins = ({ head }: Ends, ...bytes: number[]): boolean =>
  head.length >= bytes.length && bytes.every((byte, at) => head[at] === byte);
const isZip = (ends: Ends): boolean => begins(ends, 0x50, 0x4b, 0x03, 0x04);
/** Report whether a zip's directory, which is at its end, contains an entry. */
const holdsEntry = ({ head, tail }: Ends, name: string): boolean =>
  tail.includes(name, 0, 'latin1') || head.includes(name, 0, 'latin1');

const isUtf16 = (ends: Ends): boolean => begins(ends, 0xff, 0xfe) || begins(ends, 0xfe, 0xff);
/** Report whether a file is text: without zero bytes, except UTF-16 exports of spreadsheets. */
const isText = (ends: Ends): boolean => isUtf16(ends) || !(ends.head.includes(0) || ends.tail.includes(0));
const firstSign = ({ head }: Ends): string =>
  head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()[0] ?? '';

const CHECKS: Readonly<Record<string, (ends: Ends) => boolean>> = {
  pdf: ({ head }) => head.subarray(0, 1024).includes('%PDF-', 0, 'latin1'),
  png: (ends) => begins(ends, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpg: (ends) => begins(ends, 0xff, 0xd8, 0xff),
  jpeg: (ends) => begins(ends, 0xff, 0xd8, 0xff),
  gif: ({ head }) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
  zip: (ends) => isZip(ends) || begins(ends, 0x50, 0x4b, 0x05, 0x06),
  gz: (ends) => begins(ends, 0x1f, 0x8b, 0x08),
  xlsx: (ends) => isZip(ends) && holdsEntry(ends, 'xl/'),
  docx: (ends) => isZip(ends) && holdsEntry(ends, 'word/'),
  xls: (ends) => begins(ends, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  csv: isText,
  tsv: isText,
  txt: isText,
  json: (ends) => isText(ends) && /^[[{"\-0-9tfn]$/.test(firstSign(ends)),
  html: (ends) => isText(ends) && firstSign(ends) === '<',
  pod5: (ends) => begins(ends, 0x8b, 0x50, 0x4f, 0x44, 0x0d, 0x0a, 0x1a, 0x0a),
  // BAM is BGZF, which is gzip with an extra field; tools also write it uncompressed.
  bam: (ends) => begins(ends, 0x1f, 0x8b, 0x08) || begins(ends, 0x42, 0x41, 0x4d, 0x01),
  bai: (ends) => begins(ends, 0x42, 0x41, 0x49, 0x01),
  fastq: (ends) => isText(ends) && firstSign(ends) === '@',
  fq: (ends) => isText(ends) && firstSign(ends) === '@',
  vcf: (ends) => isText(ends) && ends.head.toString('utf8', 0, 16).startsWith('##fileformat=VCF'),
  bed: isText,
  bedgraph: isText,
  bedmethyl: isText,
  bw: (ends) => begins(ends, 0x26, 0xfc, 0x8f, 0x88) || begins(ends, 0x88, 0x8f, 0xfc, 0x26),
};

/** Return why a file does not match its name; null if it does. */
export function contentProblem(title: string, ends: Ends): string | null {
  const extension = extensionOf(title);
  const fits = CHECKS[extension]?.(ends) ?? false;
  return fits
    ? null
    : `What is in this file is not ${extension.toUpperCase()}. Save it again as it is named, or choose another one.`;
}

/** The type of an image by its first bytes, whatever its name or sender says. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/gif';
  width: number;
  height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngSize(bytes: Buffer): Picture | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Picture | null {
  if (bytes.length < 13) return null;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Read the size of a JPEG from the frame header in its sequence of segments. */
function jpegSize(bytes: Buffer): Picture | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker))
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Detect the type from the bytes; null if they are no PNG, JPEG or GIF. */
export function pictureOf(bytes: Buffer): Picture | null {
  if (bytes.subarray(0, 8).equals(PNG)) return pngSize(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpegSize(bytes);
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return gifSize(bytes);
  return null;
}
