import { expect, test } from 'vitest';
import { axisOf, sideOf, summarize, type WellValue } from './plate-heat-map.tsx';

const RANGE = { qcMin: '2', qcMax: '100' };
const at = (well: string, value: number, control = false): WellValue => ({
  well,
  name: well,
  value,
  side: sideOf(RANGE, value),
  control,
});

test('a value on the edge of its quality range is inside', () => {
  expect([1.99, 2, 100, 100.01].map((value) => sideOf(RANGE, value))).toEqual([
    'low',
    'inside',
    'inside',
    'high',
  ]);
  expect(sideOf({ qcMin: null, qcMax: null }, -5)).toBe('inside');
});

test('the summary names values outside the range and leaves controls out of the median', () => {
  const values = [at('A1', 1), at('B1', 20), at('C1', 30.5), at('D1', 120), at('H12', 0, true)];
  expect(summarize(values, 6, 'ng/µL')).toMatchObject({ min: 1, median: 25.25, max: 120 });
  expect(summarize(values, 6, 'ng/µL')?.text).toBe(
    '4 of 6 samples measured: from 1 to 120 ng/µL, median 25.25 ng/µL. Below the range: A1 (1). Above the range: D1 (120).',
  );
});

test('many wells outside the range are counted, not all listed', () => {
  const values = Array.from({ length: 11 }, (_, n) => at(`A${n + 1}`, 1));
  expect(summarize(values, 11, '')?.text).toContain('A8 (1) and 3 more.');
});

test('a field without measurements has no picture, even when a control has a value', () => {
  expect(summarize([], 4, '')).toBeNull();
  expect(summarize([at('H12', 0, true)], 4, '')).toBeNull();
});

test('the axis includes the values and the quality range, even when all values are equal', () => {
  const summary = summarize([at('A1', 50), at('B1', 50)], 2, '');
  if (!summary) throw new Error('There are values.');
  const axis = axisOf(summary, RANGE);
  expect(axis.from).toBeLessThan(2);
  expect(axis.to).toBeGreaterThan(100);
  const axisWithoutRange = axisOf(summary, { qcMin: null, qcMax: null });
  expect(axisWithoutRange.to).toBeGreaterThan(axisWithoutRange.from);
});
