import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { readRackFile, readRackText } from './read-rack-file.ts';

const folder = fileURLToPath(new URL('testdata/', import.meta.url));
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(`${folder}${name}`));

/** Each file has the same tubes, as another reader or setting writes them. */
const TUBES = ['A1 FD00000001', 'B1 FD00000002', 'C1 NO_READ', 'A2 FD00000003', 'H12 FD00000004'];

const DIALECTS = [
  ['visionmate.csv', 'FR100001', 'Read as list · comma · header in row 1'],
  ['visionmate-row-column.txt', null, 'Read as list · tab · header in row 1'],
  ['traxcer.csv', 'FR100001', 'Read as list · comma · header in row 4'],
  ['trakmate.txt', 'FR100001', 'Read as list · semicolon · no header'],
  ['datapaq.txt', 'FR100001', 'Read as list · tab · header in row 6'],
  ['intellicode.csv', 'FR100001', 'Read as list · comma · no header'],
  ['biomicrolab.txt', null, 'Read as list · tab · no header'],
  ['mirage-decimal-comma.csv', 'FR100001', 'Read as list · semicolon · header in row 2 · Windows-1252'],
  ['bars.txt', 'FR100001', 'Read as list · bar · header in row 2'],
  ['columns-of-blanks.txt', 'FR100001', 'Read as list · spaces · header in row 3'],
  ['single-blanks.txt', null, 'Read as list · space · no header'],
  ['few-lines.txt', null, 'Read as list · semicolon · header in row 1'],
  ['utf-16.txt', 'FR100001', 'Read as list · tab · header in row 2 · UTF-16'],
  ['grid.csv', 'FR100001', 'Read as grid · semicolon · header in row 3'],
  ['grid-without-labels.txt', null, 'Read as grid · tab · no header'],
  ['workbook.xlsx', 'FR100001', 'Read as list · sheet Sheet1 · header in row 4'],
] as const;

test.each(DIALECTS)(
  'the rack file %s gives its tubes, its rack and its dialect',
  async (name, rack, dialect) => {
    const reading = await readRackFile(bytesOf(name));
    expect(reading.errors).toEqual([]);
    expect(reading.dialect).toBe(dialect);
    expect(reading.rackBarcode).toBe(rack);
    const texts = reading.rows.map((row) => `${row.position} ${row.barcode ?? row.read}`);
    expect(texts.filter((text) => !text.endsWith('EMPTY')).sort()).toEqual([...TUBES].sort());
    expect(texts).toContain('D1 EMPTY');
  },
);

test('every file of the test data is read by a test', () => {
  expect(readdirSync(folder).sort()).toEqual(DIALECTS.map(([name]) => name).sort());
});

const problemsOf = (text: string, size = { rows: 8, columns: 12 }): string[] =>
  readRackText(text, size).errors.map((error) => error.message);

test.each([
  [
    'a code of a tube that is not there',
    'Well,Barcode,Status\nA1,AB1001,No tube\nB1,AB1002,OK',
    ['Row 2, position A1: The status is "No tube", the code is "AB1001".'],
  ],
  [
    'a blank code with an unknown status',
    'Well,Barcode,Status\nA1,,Purple\nB1,AB1002,OK',
    ['Row 2, position A1: "Purple" is no known status. Write No tube or No read.'],
  ],
  [
    'a blank code that was read',
    'Well,Barcode,Status\nA1,,OK\nB1,AB1002,OK',
    ['Row 2, position A1: The barcode is missing.'],
  ],
  [
    'positions that are numbers',
    'Position,Tube ID\n1,AB1001\n2,AB1002',
    ['Row 2: Positions are numbers, which can count along rows or columns. Export them as A1, A2 …'],
  ],
  [
    'two columns that may be the code',
    'Well,Tube ID,Barcode\nA1,AB1001,AB2001\nB1,AB1002,AB2002',
    ['Row 1: Columns "Tube ID" and "Barcode" may both be the code. Remove one.'],
  ],
  [
    'two columns of codes without a header',
    'A1,AB1001,AB2001\nB1,AB1002,AB2002',
    ['Two columns hold codes. Add a header line that names them.'],
  ],
  [
    'two columns of positions without a header',
    'A1,AB1001,B1\nB1,AB1002,A1',
    ['Two columns hold positions. Add a header line that names them.'],
  ],
  [
    'rows that have more cells than the header',
    'Well,Weight,Barcode\nA1,1,25,AB1001\nB1,1,30,AB1002',
    ['Row 2: The row has more cells than the header.', 'Row 3: The row has more cells than the header.'],
  ],
  [
    'a rack that differs above the table and in it',
    'Rack ID: RK02\nRack,Well,Barcode\nRK01,A1,AB1001',
    ['Row 1: The file names two racks: RK02 and RK01.'],
  ],
  [
    'a tube above the others without a position',
    'Scan of Monday\n?1,AB1001\nA1,AB1002\nB1,AB1003\nC1,AB1004',
    ['Row 2, position ?1: Invalid plate location'],
  ],
  [
    'a text without positions',
    'Dear lab,\nplease find the tubes.',
    ['No positions like A1 with codes were found. Choose the list or grid that the reader exports.'],
  ],
])('%s is refused with its row instead of guessed', (_, text, problems) => {
  expect(problemsOf(text)).toEqual(problems);
});

test('a grid of another size is refused without labels, and names positions outside with them', () => {
  const unlabeled = Array.from({ length: 4 }, (_, row) =>
    Array.from({ length: 6 }, (_cell, column) => `FD${row}${column}01`).join('\t'),
  ).join('\n');
  expect(problemsOf(unlabeled)).toEqual(['Row 1: The file has 4 rows of 6 codes, the box 8 rows of 12.']);
  expect(problemsOf(unlabeled, { rows: 4, columns: 6 })).toEqual([]);
  expect(problemsOf(',1,2,3\nA,AB1001,,AB1003\nB,,AB1005,', { rows: 2, columns: 2 })).toEqual([
    'Row 2, position A3: Position A3 is not one of A1 to B2.',
    'Row 3, position B3: Position B3 is not one of A1 to B2.',
  ]);
});

test('numbers down and letters across are read by their labels', () => {
  const { rows } = readRackText(',A,B\n1,AB1001,AB1002\n2,AB1003,', { rows: 2, columns: 2 });
  expect(rows.map((row) => `${row.position} ${row.barcode ?? row.read}`)).toEqual([
    'A1 AB1001',
    'B1 AB1002',
    'A2 AB1003',
    'B2 EMPTY',
  ]);
});

test('the same well and the same code twice are refused in a grid and with rows and columns', () => {
  expect(problemsOf('Row,Col,Code\nA,1,AB1001\nA,01,AB1002\n2,1,AB1002')).toEqual([
    'Row 3, position A1: The position was already given in row 2.',
    'Row 4, position B1: Tube AB1002 is already at A1 in row 3.',
  ]);
  expect(problemsOf(',1,2\nA,AB1001,AB1002\nB,AB1002,')).toEqual([
    'Row 3, position B1: Tube AB1002 is already at A2 in row 2.',
  ]);
});

test.each([
  ['Tube Position', 'Tube ID'],
  ['tubeposition', 'tubebarcode'],
  ['WELL_ID', '2D_BARCODE'],
  ['Location', 'Data matrix'],
  ['Pos.', 'Vial code'],
  ['Coordinate', 'Sample ID'],
])('the headings %s and %s name position and code', (position, code) => {
  const { rows, errors } = readRackText(`Operator,${position},${code},Scan time\nAnn,A01,AB1001,09:14`);
  expect(errors).toEqual([]);
  expect(rows).toEqual([{ position: 'A1', barcode: 'AB1001', read: 'OK' }]);
});

test('a file that is no rack file is refused with a text that says what to choose', async () => {
  await expect(readRackFile(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).rejects.toThrow('(.xls)');
  await expect(readRackFile(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]))).rejects.toThrow('could not be read');
  await expect(readRackFile(new Uint8Array([1, 2, 3, 4, 5]))).rejects.toThrow('This is no rack file.');
});

const cellsOf = (rows: readonly (readonly (string | number)[])[]): SheetData =>
  rows.map((row) =>
    row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
  );

test('codes that Excel stores as numbers are refused when some lost their leading zeros', async () => {
  const messagesOf = async (codes: readonly (string | number)[]) => {
    const rows = [['Well', 'Barcode'], ...codes.map((code, index) => [`A${index + 1}`, code])];
    const bytes = new Uint8Array(await writeXlsxFile(cellsOf(rows)).toBuffer());
    return (await readRackFile(bytes)).errors.map((error) => error.message);
  };
  expect(await messagesOf([1234567890, 1234567891])).toEqual([]);
  expect(await messagesOf(['0123456789', 1234567890])).toEqual([]);
  expect(await messagesOf([123456789, 1234567890])).toEqual([
    'Row 2: Code 123456789 may have lost zeros. Format the codes as text.',
  ]);
});

test('a workbook with positions on two sheets is refused with their names', async () => {
  const sheet = cellsOf([
    ['Well', 'Barcode'],
    ['A1', 'AB1001'],
  ]);
  const sheets = ['Rack 1', 'Rack 2'].map((name) => ({ sheet: name, data: sheet }));
  const bytes = new Uint8Array(await writeXlsxFile(sheets).toBuffer());
  expect((await readRackFile(bytes)).errors.map((error) => error.message)).toEqual([
    'Sheets "Rack 1" and "Rack 2" hold positions. Keep one of them.',
  ]);
});
