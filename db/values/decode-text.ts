const starts = (bytes: Uint8Array, ...mark: number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** Detect UTF-16 without a byte order mark: every other byte of western text is zero. */
function withoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sampleBytes = bytes.subarray(0, 400);
  const zeros = [0, 0];
  for (const [at, byte] of sampleBytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = sampleBytes.length / 2;
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le';
  return even > half * 0.4 && odd < half * 0.1 ? 'utf-16be' : null;
}

/** An encoding of text files from people and instruments. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

function encodingOf(bytes: Uint8Array): TextEncoding {
  if (starts(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (starts(bytes, 0xfe, 0xff)) return 'utf-16be';
  const wide = withoutMark(bytes);
  if (wide) return wide;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Decode a text file: UTF-8, UTF-16 in both byte orders, or Windows-1252, without its byte order mark. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** Check whether a decoded text has control characters, which pictures and programs are full of. */
export const hasControlCharacters = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none
  /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/.test(text.slice(0, 10_000));
