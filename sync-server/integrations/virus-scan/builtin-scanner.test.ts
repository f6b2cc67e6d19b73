import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { builtinScanner } from './virus-scanner.ts';

const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`;
const scan = (title: string, ...pieces: (string | Buffer)[]) =>
  builtinScanner.findingOf({
    title,
    size: pieces.reduce((sum, piece) => sum + piece.length, 0),
    open: async () => Readable.from(pieces.map((piece) => Buffer.from(piece))),
  });

test("the scanners' test string is found at any position, also across the chunks of a stream", async () => {
  expect(await scan('a.txt', EICAR)).toBe('the EICAR test file');
  expect(await scan('a.pdf', `%PDF-1.7 ${EICAR.slice(0, 30)}`, `${EICAR.slice(30)} and more`)).toBe(
    'the EICAR test file',
  );
  expect(await scan('a.txt', ...EICAR)).toBe('the EICAR test file');
  expect(await scan('a.txt', EICAR.slice(1))).toBeNull();
});

test('a program is found under any name; a file that only starts like one is not', async () => {
  const windows = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
  expect(await scan('reads.pod5', windows)).toBe('a Windows program');
  expect(await scan('a.txt', '\u007fELF\u0001\u0001')).toBe('a Linux program');
  expect(await scan('a.txt', Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 7]))).toBe('a macOS program');
  expect(await scan('a.txt', '#!/bin/sh\nrm -r /')).toBe('a script');
  expect(await scan('names.csv', 'MZ,Martha Zane\n')).toBeNull();
  expect(await scan('a.txt', 'x')).toBeNull();
});

test('macros in a workbook or text document are found, but not the word in a text', async () => {
  expect(await scan('plan.xlsx', 'PK\u0003\u0004 xl/vbaProject.bin')).toBe('a document with macros');
  expect(await scan('notes.txt', 'vbaProject.bin')).toBeNull();
});
