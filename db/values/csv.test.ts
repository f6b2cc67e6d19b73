import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, safeCell, unsafeCell } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
  'a text that a spreadsheet would run is escaped: %j',
  (text) => expect(safeCell(text)).toBe(`'${text}`),
);

test('an escaped cell that is uploaded again is read as it was written', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^['=+\-@a ]{0,6}$/), (text) => {
      expect(unsafeCell(safeCell(text))).toBe(text);
      expect(safeCell(text)).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

test('a CSV file is marked as UTF-8 and keeps commas, quotes and line breaks in their cell', () => {
  expect(csvOf([['a,b', 'say "hi"', 'x\ny', '=1']])).toBe('\uFEFF"a,b","say ""hi""","x\ny",\'=1\r\n');
});

test('a negative amount is a number in a file, the same characters as text are escaped', () => {
  expect(csvOf([[{ cents: -1250 }, -3, '-12.50']])).toBe("\uFEFF-12.50,-3,'-12.50\r\n");
});

test('a day of an exported table is ISO text in a CSV file, and empty without one', () => {
  expect(csvOf([[{ day: '2026-03-02' }, { day: null }]])).toBe('\uFEFF2026-03-02,\r\n');
});
