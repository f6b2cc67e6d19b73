import { expect, test } from 'vitest';
import {
  type CellOf,
  clipboardCells,
  fillDownEntries,
  type GridColumn,
  type GridLine,
  isBlock,
  normalText,
  pasteEntries,
} from './entered-value.ts';

const LINES: GridLine[] = ['A1', 'B1', 'C1'].map((well) => ({ id: well, well, name: well, dead: false }));
const COLUMNS: GridColumn[] = [
  { id: 'volume', label: 'Volume', unit: 'µL', kind: 'number', required: true },
  { id: 'yield', label: 'Yield', unit: 'ng', kind: 'calculated', required: true },
  { id: 'intact', label: 'Intact', unit: '', kind: 'boolean', required: true },
];
const cells: CellOf = (_line, column) => ({
  value: '',
  tone: 'none',
  note: null,
  proposes: false,
  readOnly: column === 'yield',
});

test('a spreadsheet block fills the cells to the right and down and skips calculations', () => {
  const block = clipboardCells('12,5\t99\tyes\r\n7\t98\tno\r\n');
  expect(pasteEntries(block, { line: 1, column: 0 }, LINES, COLUMNS, cells)).toEqual({
    entries: [
      { lineId: 'B1', columnId: 'volume', text: '12.5' },
      { lineId: 'B1', columnId: 'intact', text: 'true' },
      { lineId: 'C1', columnId: 'volume', text: '7' },
      { lineId: 'C1', columnId: 'intact', text: 'false' },
    ],
    beyond: 0,
  });
});

test('cells of a block outside the plate are counted', () => {
  const block = clipboardCells('1\n2\n3\n4');
  expect(pasteEntries(block, { line: 1, column: 0 }, LINES, COLUMNS, cells).beyond).toBe(2);
});

test('blank cells of a block change nothing', () => {
  expect(pasteEntries([['', ' ', '']], { line: 0, column: 0 }, LINES, COLUMNS, cells).entries).toEqual([]);
});

test('a fill changes only the empty cells below', () => {
  const known: CellOf = (line, column) => ({
    ...cells(line, column),
    value: line === 'B1' ? '3' : '',
  });
  expect(fillDownEntries('5', { line: 0, column: 0 }, LINES, COLUMNS, known)).toEqual([
    { lineId: 'C1', columnId: 'volume', text: '5' },
  ]);
  expect(fillDownEntries('5', { line: 0, column: 1 }, LINES, COLUMNS, known)).toEqual([]);
  expect(fillDownEntries(' ', { line: 0, column: 0 }, LINES, COLUMNS, known)).toEqual([]);
});

test.each([
  ['number', '1,5', '1.5'],
  ['number', '1,500', '1,500'],
  ['boolean', 'Yes', 'true'],
  ['boolean', 'N', 'false'],
  ['boolean', 'maybe', 'maybe'],
  ['text', ' a, b ', 'a, b'],
] as const)('a %s written %s is read as %s', (kind, text, expected) => {
  expect(normalText(kind, text)).toBe(expected);
});

test('a single copied cell is no block, even with its line end', () => {
  expect(isBlock('12.5\r\n')).toBe(false);
  expect(isBlock('12.5\t3')).toBe(true);
  expect(isBlock('1\n2')).toBe(true);
});
