import { expect, test } from 'vitest';
import {
  type EnteredRows,
  filledRows,
  moveWell,
  nameWells,
  parseBlock,
  pasteBlock,
  pasteOnPlate,
  rowInWell,
  withoutRows,
  withSpace,
} from './draft-specimen-rows.ts';

const empty = (count: number): EnteredRows => withSpace([], count);
const names = (rows: EnteredRows) => filledRows(rows).map(({ cells }) => cells.customerSampleId);

test('a spreadsheet block fills the table from the focused cell and adds the rows that it needs', () => {
  const block = parseBlock('S-1\tHomo sapiens\r\nS-2\tMus musculus\r\nS-3\tHomo sapiens\r\n');
  const rows = pasteBlock(empty(2), block, {
    row: 2,
    fields: ['customerSampleId', 'providedSourceSpecies', 'providedSpecimenType'],
  });
  expect(rows).toHaveLength(4);
  expect(filledRows(rows)).toEqual([
    { row: 2, cells: { customerSampleId: 'S-1', providedSourceSpecies: 'Homo sapiens' } },
    { row: 3, cells: { customerSampleId: 'S-2', providedSourceSpecies: 'Mus musculus' } },
    { row: 4, cells: { customerSampleId: 'S-3', providedSourceSpecies: 'Homo sapiens' } },
  ]);
});

test('a block with headers is mapped to its columns in any order', () => {
  const block = parseBlock('Organism\tSample Name\tShelf\nHomo sapiens\tS-1\t7\n');
  const rows = pasteBlock(empty(1), block, { row: 1, fields: ['customerSampleId'] });
  expect(filledRows(rows)).toEqual([
    { row: 1, cells: { customerSampleId: 'S-1', providedSourceSpecies: 'Homo sapiens' } },
  ]);
});

test('a quoted cell with a line break stays one cell', () => {
  expect(parseBlock('"first\nsecond ""x"""\tb\n')).toEqual([['first\nsecond "x"', 'b']]);
});

test('a column of names runs down the plate column by column, and the excess is counted', () => {
  const list = Array.from({ length: 10 }, (_, at) => [`P-${at + 1}`]);
  const { rows, leftover } = pasteOnPlate(empty(8), list, { plate: 1, well: 'A12', more: {} });
  expect(leftover).toBe(2);
  expect(rowInWell(rows, 1, 'H12')?.cells.customerSampleId).toBe('P-8');
  const next = pasteOnPlate(empty(8), list, { plate: 1, well: 'A1', more: {} });
  expect(rowInWell(next.rows, 1, 'A2')?.cells.customerSampleId).toBe('P-9');
});

test('a block keeps its shape on the plate', () => {
  const { rows } = pasteOnPlate(empty(1), parseBlock('a\tb\nc\td'), { plate: 2, well: 'B3', more: {} });
  expect(['B3', 'B4', 'C3', 'C4'].map((well) => rowInWell(rows, 2, well)?.cells.customerSampleId)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
});

test('a plate copied from a spreadsheet keeps its layout, without its labels', () => {
  const wells = (text: string) => {
    const { rows, leftover } = pasteOnPlate(empty(1), parseBlock(text), { plate: 1, well: 'C5', more: {} });
    expect(leftover).toBe(0);
    return names(rows).map((name) => [
      rows.find(({ cells }) => cells.customerSampleId === name)?.cells.shipmentPlateLocation,
      name,
    ]);
  };
  expect(wells('\t1\t2\nA\tx\t\nb\t\ty')).toEqual([
    ['A1', 'x'],
    ['B2', 'y'],
  ]);
  // Without the letters beside them, 1 and 2 are names.
  expect(wells('1\t2\nx\ty')).toEqual([
    ['C5', '1'],
    ['C6', '2'],
    ['D5', 'x'],
    ['D6', 'y'],
  ]);
});

test('two wells are swapped, and removed rows leave no gap', () => {
  const namedRows = nameWells(empty(3), new Set(['B1', 'A1', 'C1']), {
    plate: 1,
    prefix: 'S-',
    first: 9,
    more: { providedSourceSpecies: 'Homo sapiens' },
  });
  expect(names(namedRows)).toEqual(['S-09', 'S-10', 'S-11']);
  const moved = moveWell(namedRows, 1, 'A1', 'B1');
  expect(rowInWell(moved, 1, 'B1')?.cells.customerSampleId).toBe('S-09');
  expect(rowInWell(moved, 1, 'A1')?.cells.customerSampleId).toBe('S-10');
  const fewer = withoutRows(moved, new Set([1]));
  expect(fewer.map(({ row }) => row)).toEqual([1, 2]);
  expect(names(fewer)).toEqual(['S-10', 'S-11']);
});

test('a row with only a plate position is not sent', () => {
  const rows = withSpace([{ row: 1, cells: { shipmentPlateNumber: '1', shipmentPlateLocation: 'A1' } }], 2);
  expect(filledRows(rows)).toEqual([]);
});
