import { expect, test } from 'vitest';
import type { SampleStatus } from '#db/samples/sample.ts';
import { type ColoredSample, dayAndNumber, groupByColor, positionText } from './color-by.ts';

const NOW = Date.parse('2026-11-28T10:00:00.000Z');

const tube = (changes: Partial<ColoredSample> = {}): ColoredSample => ({
  barcode: 'W26320-0015-01',
  status: 'IN_PROGRESS',
  extractedConcentration: null,
  dnaBarcode: null,
  createdAt: '2026-11-28T08:00:00.000Z',
  ...changes,
});
const wells = (...rows: ColoredSample[]) => new Map(rows.map((row, at) => [`A${at + 1}`, row]));
const labels = (
  ...[samples, colorBy]: [ReturnType<typeof wells>, 'status' | 'concentration' | 'barcode' | 'age']
) =>
  groupByColor(samples, colorBy, NOW).groups.map(
    ({ symbol, label, count }) => `${symbol} ${label}: ${count}`,
  );

test('each status has a letter of its own, in the order of the workflow', () => {
  const statuses: SampleStatus[] = ['COMPLETED', 'IN_PROGRESS', 'IN_QUEUE', 'CANCELED', 'IN_PROGRESS'];
  expect(labels(wells(...statuses.map((status) => tube({ status }))), 'status')).toEqual([
    'C Canceled: 1',
    'I In queue: 1',
    'P In progress: 2',
    'O Completed: 1',
  ]);
});

test('concentrations fall into the same bands on every plate; a missing one is named', () => {
  const values = [null, '0.99', '1', '49.9', '100'];
  expect(
    labels(
      wells(...values.map((extractedConcentration) => tube({ extractedConcentration }))),
      'concentration',
    ),
  ).toEqual([
    '– Not measured: 1',
    'A Below 1 ng/µL: 1',
    'B 1 to 10 ng/µL: 1',
    'C 10 to 50 ng/µL: 1',
    'E 100 ng/µL and above: 1',
  ]);
});

test('a DNA barcode that two wells share stands out', () => {
  const codes = [null, 'NB01', 'NB24', 'NB25', 'NB01'];
  expect(labels(wells(...codes.map((dnaBarcode) => tube({ dnaBarcode }))), 'barcode')).toEqual([
    '! Used twice: 2',
    '– No barcode: 1',
    'A NB01 to NB24: 1',
    'B NB25 to NB48: 1',
  ]);
});

test('samples are grouped by the days since they were recorded', () => {
  const days = ['2026-11-28T09:00:00.000Z', '2026-11-26T09:00:00.000Z', '2026-10-01T09:00:00.000Z'];
  expect(labels(wells(...days.map((createdAt) => tube({ createdAt }))), 'age')).toEqual([
    'A Today: 1',
    'B 1 to 2 days: 1',
    'E 14 days and older: 1',
  ]);
});

test('a position shows day and number, or the value by which the picture is colored', () => {
  const one = tube({ extractedConcentration: '12.3456', dnaBarcode: 'NB07' });
  expect(positionText(one, 'status', NOW)).toBe('320-\n0015');
  expect(positionText(one, 'concentration', NOW)).toBe('12.3');
  expect(positionText(one, 'barcode', NOW)).toBe('NB07');
  expect(positionText(one, 'age', NOW)).toBe('0 d');
  expect(positionText(tube(), 'concentration', NOW)).toBe('320-\n0015');
});

test('two tubes with the same number differ in a well', () => {
  expect(dayAndNumber('W26320-0015-01')).not.toBe(dayAndNumber('W26321-0015-01'));
  expect(dayAndNumber('R26320-0015-01')).not.toBe(dayAndNumber('W26320-0015-01'));
  expect(dayAndNumber('FB1234567890')).toBe('4567890');
});
