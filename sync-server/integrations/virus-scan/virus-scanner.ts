import type { Readable } from 'node:stream';
import { extensionOf } from '#db/values/file-name.ts';

/** A file to be scanned. */
export interface ScannedFile {
  title: string;
  size: number;
  open(): Promise<Readable>;
}

/** Scans a file; throws on failure, after which the file waits for another scan. */
export interface VirusScanner {
  /** What is harmful in it, in words for people; null if nothing was found. */
  findingOf(file: ScannedFile): Promise<string | null>;
}

/** The standard scanner test string (eicar.org); in two pieces, so that scanners do not block this file. */
const EICAR = Buffer.from(
  `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`,
  'latin1',
);
/** Names of the macro part in a workbook or text document. */
const MACROS = Buffer.from('vbaProject.bin', 'latin1');
const OFFICE: readonly string[] = ['xlsx', 'docx'];

const HEADS: readonly [string, (head: Buffer) => boolean][] = [
  [
    'a Windows program',
    (head) => head.toString('latin1', 0, 2) === 'MZ' && head.subarray(0, 128).includes(0),
  ],
  ['a Linux program', (head) => head.toString('latin1', 0, 4) === '\u007fELF'],
  [
    'a macOS program',
    (head) =>
      head.length >= 4 &&
      [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe].includes(head.readUInt32BE(0)),
  ],
  ['a script', (head) => head.toString('latin1', 0, 2) === '#!'],
];

/** Scan the first bytes of a file. */
const headFinding = (head: Buffer): string | null => HEADS.find(([, fits]) => fits(head))?.[0] ?? null;

/** Search the whole stream, also across chunk borders. */
async function searchThrough(
  file: ScannedFile,
  signatures: readonly [string, Buffer][],
): Promise<string | null> {
  const overlap = Math.max(...signatures.map(([, bytes]) => bytes.length)) - 1;
  let before = Buffer.alloc(0);
  let first = true;
  for await (const piece of await file.open()) {
    const bytes = Buffer.concat([before, Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece))]);
    const atHead = first ? headFinding(bytes) : null;
    first = first && bytes.length < 128;
    if (atHead) return atHead;
    const match = signatures.find(([, sign]) => bytes.includes(sign));
    if (match) return match[0];
    before = bytes.subarray(Math.max(0, bytes.length - overlap));
  }
  return null;
}

/**
 * Detects what needs no virus database: the scanners' test string, programs under any name, macros in
 * macro-free formats. Archives are not unpacked, so they cannot exhaust memory.
 */
export const builtinScanner: VirusScanner = {
  findingOf: (file) => {
    const extension = extensionOf(file.title);
    const signs: [string, Buffer][] = [['the EICAR test file', EICAR]];
    if (OFFICE.includes(extension)) signs.push(['a document with macros', MACROS]);
    return searchThrough(file, signs);
  },
};
