import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { afterAll, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { zipOf } from '#sync-server/services/ordering/manifest/zip-parts.ts';
import { activeContentProblem } from './active-content.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'benchside-active-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function problemOf(title: string, bytes: Buffer): Promise<string | null> {
  const place = path.join(folder, 'file');
  writeFileSync(place, bytes);
  return activeContentProblem(title, { place, size: bytes.length });
}

const pdf = (...objects: (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((object) => Buffer.from(object)),
    Buffer.from('\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);
const packed = (text: string, head = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'): Buffer => {
  const bytes = deflateSync(Buffer.from(text));
  return Buffer.concat([
    Buffer.from(`5 0 obj << ${head} /Length ${bytes.length} >>\nstream\r\n`),
    bytes,
    Buffer.from('\nendstream endobj\n'),
  ]);
};

const refusalText = (content: string) =>
  `This PDF holds ${content}, which are not accepted. Print it to a new PDF and upload that.`;

test.each([
  [
    'a script that runs when it is opened',
    pdf('1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj'),
    'scripts',
  ],
  [
    'a script whose name is spelled in hexadecimal',
    pdf('1 0 obj << /S /J#61va#53cript >> endobj'),
    'scripts',
  ],
  ['a script in a packed object', pdf(packed('4 0 << /S /JavaScript /JS (x) >>')), 'scripts'],
  ['a script entry in a packed object', pdf(packed('4 0 << /S 9 0 R /JS (x) >>')), 'scripts'],
  [
    'a script in a packed object of a hidden type',
    pdf(packed('4 0 << /S /JavaScript >>', '/Type 9 0 R /Filter /FlateDecode')),
    'scripts',
  ],
  [
    'a script in packed objects after one that lies about its end',
    pdf(packed('endstream'), packed('1 0 << /S /J#61vaScript >>', '/Type /Obj#53tm /Filter /FlateDecode')),
    'scripts',
  ],
  [
    'a program that is started',
    pdf('1 0 obj << /OpenAction << /S /Launch /F (cmd.exe) >> >> endobj'),
    'an action that starts programs',
  ],
  ['an attached file', pdf('1 0 obj << /Names << /EmbeddedFiles 2 0 R >> >> endobj'), 'attached files'],
  ['an attached file in a packed object', pdf(packed('3 0 << /Type /EmbeddedFile >>')), 'attached files'],
  [
    'a form with scripts',
    pdf('1 0 obj << /AcroForm << /XFA 3 0 R >> >> endobj'),
    'a form with scripts (XFA)',
  ],
])('a PDF with %s is refused', async (_label, bytes, content) => {
  expect(await problemOf('order.pdf', bytes)).toBe(refusalText(content));
});

test('a PDF with damaged packed objects, which viewers tolerate, is refused', async () => {
  const object = packed(`4 0 << /S /JavaScript >> ${'x'.repeat(4_000)}`);
  const at = object.indexOf('\nendstream');
  object.fill(0xff, at - 4, at);
  expect(await problemOf('order.pdf', pdf(object))).toContain('cannot be checked');
});

test('a PDF with unreadable objects is refused', async () => {
  const head =
    '5 0 obj << /Type /ObjStm /Filter [/ASCII85Decode /FlateDecode] >>\nstream\n9jqo^~>\nendstream';
  expect(await problemOf('order.pdf', pdf(head))).toContain('cannot be checked');
  const encrypted = pdf(head, '\n7 0 obj << /Encrypt 8 0 R >> endobj');
  expect(await problemOf('order.pdf', encrypted)).toContain('This PDF is protected');
});

test('a PDF that unpacks without end is refused', async () => {
  const bomb = packed(' '.repeat(210_000_000), '/Filter /FlateDecode');
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await problemOf('order.pdf', pdf(bomb))).toContain('far larger unpacked');
});

test('a PDF of pages is accepted, with packed pages, links and words that only look like names', async () => {
  const document = new PDFDocument({ compress: true });
  const parts: Buffer[] = [];
  const done = new Promise((resolve) => document.on('end', resolve));
  document.on('data', (part: Buffer) => parts.push(part));
  document
    .text('Purchase order 12: JavaScript lessons, launch party')
    .link(10, 10, 50, 20, 'https://wbl.example');
  document.end();
  await done;
  expect(await problemOf('order.pdf', Buffer.concat(parts))).toBeNull();
  expect(
    await problemOf('order.pdf', pdf('1 0 obj << /JavaScriptures (x) /Launched true >> endobj')),
  ).toBeNull();
});

const MACROS =
  'This file holds macros, which are not accepted. Save it without macros (.xlsx, .docx or PDF) and upload that.';
const zip = (parts: Record<string, string>): Buffer =>
  zipOf(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
const TYPES =
  '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd…sheet.main+xml"/></Types>';

test.each([
  [
    'a macro project',
    'list.xlsx',
    zip({ '[Content_Types].xml': TYPES, 'xl/workbook.xml': '', 'xl/vbaProject.bin': 'x' }),
  ],
  [
    'a macro project in capitals and backslashes',
    'list.xlsx',
    zip({ '[Content_Types].xml': TYPES, 'xl\\VBAPROJECT.BIN': 'x' }),
  ],
  [
    'a macro project under another name',
    'letter.docx',
    zip({
      '[Content_Types].xml': '<Override ContentType="application/vnd.ms-office.vbaProject"/>',
      'word/data.bin': 'x',
    }),
  ],
  [
    'the type of a workbook with macros',
    'list.xlsx',
    zip({
      '[content_types].xml': '<Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>',
    }),
  ],
  [
    'a sheet of old macros',
    'list.xlsx',
    zip({ '[Content_Types].xml': TYPES, 'xl/macrosheets/sheet1.xml': '' }),
  ],
  ['macros in the old container', 'list.xls', Buffer.from('…_VBA_PROJECT_CUR…', 'utf16le')],
])('a workbook or text document with %s is refused', async (_label, title, bytes) => {
  expect(await problemOf(title, bytes)).toBe(MACROS);
});

test('a workbook without macros is accepted, a damaged one is not', async () => {
  const workbook = await (await writeExcelFile([[{ value: 'Specimen' }]])).toBuffer();
  expect(await problemOf('list.xlsx', workbook)).toBeNull();
  expect(await problemOf('list.xlsx', workbook.subarray(0, 200))).toContain('This file is damaged');
});

test('other types are left to the scanner', async () => {
  expect(await problemOf('notes.txt', Buffer.from('/JavaScript'))).toBeNull();
});
