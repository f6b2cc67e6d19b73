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
