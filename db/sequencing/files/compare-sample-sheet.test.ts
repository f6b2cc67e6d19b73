import { expect, test } from 'vitest';
import { buildBatchControl } from '#db/factories/build-batches.ts';
import { sheetContentOf, sheetSamplesOf } from './batch-sheet.ts';
import { compareSampleSheet } from './compare-sample-sheet.ts';
import { parseSampleSheet } from './sample-sheet.ts';
import { writeSampleSheet } from './write-sample-sheet.ts';

const JULIAN_ID = 'W26325-S01';
const samples = sheetSamplesOf(
  [
    { barcode: 'W26325-0007-01', dnaBarcode: 'NB01' },
    { barcode: 'W26325-0007-02', dnaBarcode: 'NB02' },
  ],
  [
    buildBatchControl({ controlType: 'POSITIVE_CONTROL', plateLocation: 'H12', dnaBarcode: 'NB24' }),
    buildBatchControl({ controlType: 'NEGATIVE_CONTROL', dnaBarcode: null }),
  ],
);
const sheetFor = (aliases: readonly string[]): string =>
  writeSampleSheet(
    sheetContentOf({ julianId: JULIAN_ID }, samples, {
      place: { column: 'position_id', value: 'X1' },
      flowCellProductCode: null,
      kit: 'SQK-NBD114-24',
      expansions: [],
      aliases: new Set(aliases),
    }),
  );
const all = sheetFor(samples.map(({ alias }) => alias));
const differences = (text: string) =>
  compareSampleSheet(parseSampleSheet(text), { julianId: JULIAN_ID, samples }).map(
    ({ line, column, sheet, batch }) => [line, column, sheet, batch],
  );

test('a batch gives its barcoded controls with their type and leaves out those without barcode', () => {
  expect(samples).toEqual([
    { alias: 'W26325-0007-01', dnaBarcode: 'NB01', type: 'test_sample' },
    { alias: 'W26325-0007-02', dnaBarcode: 'NB02', type: 'test_sample' },
    { alias: 'PC-H12', dnaBarcode: 'NB24', type: 'positive_control' },
  ]);
});

test('the sheet of a batch agrees with it and names it as the experiment', () => {
  expect(all).toContain(`X1,${JULIAN_ID},${JULIAN_ID},,SQK-NBD114-24,barcode24,PC-H12,positive_control`);
  expect(differences(all)).toEqual([]);
});

test('samples of another flow cell are listed as missing in the sheet', () => {
  expect(differences(sheetFor(['W26325-0007-01', 'PC-H12']))).toEqual([
    [null, 'alias', null, 'W26325-0007-02'],
  ]);
});

test('each cell that differs is listed with both values', () => {
  const changed = all
    .replaceAll(JULIAN_ID, 'W26325-S02')
    .replace('barcode01,W26325-0007-01', 'barcode05,W26325-0007-01')
    .replace('barcode02,W26325-0007-02,test_sample', 'barcode02,renamed,negative_control');
  expect(differences(changed)).toEqual([
    [2, 'experiment_id', 'W26325-S02', JULIAN_ID],
    [2, 'barcode', 'barcode05', 'barcode01'],
    [3, 'experiment_id', 'W26325-S02', JULIAN_ID],
    [3, 'alias', 'renamed', 'W26325-0007-02'],
    [3, 'type', 'negative_control', 'test_sample'],
    [4, 'experiment_id', 'W26325-S02', JULIAN_ID],
  ]);
});

test('a row of no sample is listed as missing in the batch', () => {
  const foreign = `${all}X1,${JULIAN_ID},${JULIAN_ID},,SQK-NBD114-24,barcode09,stranger,test_sample\n`;
  expect(differences(foreign)).toEqual([[5, 'alias', 'stranger', null]]);
});
