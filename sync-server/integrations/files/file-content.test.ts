import { expect, test } from 'vitest';
import { DOCUMENT_EXTENSIONS } from '#db/values/file-name.ts';
import { contentProblem } from './file-content.ts';

const ends = (bytes: Buffer | string) => {
  const all = Buffer.from(bytes);
  return { head: all.subarray(0, 4_096), tail: all.subarray(-65_536) };
};
const ZIP = 'PK\u0003\u0004 …';
const VALID_FILES: Record<(typeof DOCUMENT_EXTENSIONS)[number], Buffer | string> = {
  pdf: '%PDF-1.7\n',
  png: Buffer.from('89504e470d0a1a0a0000', 'hex'),
  jpg: Buffer.from('ffd8ffe0', 'hex'),
  jpeg: Buffer.from('ffd8ffe1', 'hex'),
  gif: 'GIF89a…',
  csv: 'a,b\r\n1,2\r\n',
  tsv: 'a\tb\n',
  xlsx: `${ZIP} xl/workbook.xml`,
  xls: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  docx: `${ZIP} word/document.xml`,
  txt: 'x',
  json: '\ufeff {"a": 1}',
  zip: ZIP,
  gz: Buffer.from('1f8b0800', 'hex'),
  html: '<!doctype html>',
};

test.each(DOCUMENT_EXTENSIONS)('a %s document is recognized by content', (extension) => {
  expect(contentProblem(`a.${extension}`, ends(VALID_FILES[extension]))).toBeNull();
  expect(contentProblem(`A.${extension.toUpperCase()}`, ends(VALID_FILES[extension]))).toBeNull();
});

test.each(DOCUMENT_EXTENSIONS)('a program named .%s is refused', (extension) => {
  for (const program of ['4d5a90000300000004', '7f454c460201010000', 'cafebabe00000034'])
    expect(contentProblem(`a.${extension}`, ends(Buffer.from(program, 'hex')))).toContain('is not');
});

test('a single byte counts as text and nothing else', () => {
  const one = DOCUMENT_EXTENSIONS.filter((extension) => contentProblem(`a.${extension}`, ends('x')) === null);
  expect(one).toEqual(['csv', 'tsv', 'txt']);
});

test('a workbook is no text document, a zipped page no workbook, a page no list of values', () => {
  expect(contentProblem('a.docx', ends(VALID_FILES.xlsx))).not.toBeNull();
  expect(contentProblem('a.xlsx', ends(VALID_FILES.zip))).not.toBeNull();
  expect(contentProblem('a.json', ends(VALID_FILES.html))).not.toBeNull();
  expect(contentProblem('a.exe', ends('x'))).not.toBeNull();
});

test('a list saved by a spreadsheet as UTF-16 is accepted', () => {
  const list = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a,b', 'utf16le')]);
  expect(contentProblem('a.csv', ends(list))).toBeNull();
});
