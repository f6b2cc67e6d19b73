import { expect, test } from 'vitest';
import { barcodesOfKit, sheetBarcode } from './barcode-kits.ts';
import { parseSampleSheet } from './sample-sheet.ts';
import { type SheetContent, sheetContentProblems, writeSampleSheet } from './write-sample-sheet.ts';

const content = (changes: Partial<SheetContent> = {}): SheetContent => ({
  place: { column: 'flow_cell_id', value: 'PAO99309' },
  experimentId: 'W26325-S01',
  sampleId: 'W26325-S01',
  flowCellProductCode: 'FLO-PRO114M',
  kit: 'SQK-NBD114-24',
  expansions: [],
  samples: [
    { alias: 'W26325-0007-02', dnaBarcode: 'NB02', type: 'test_sample' },
    { alias: 'W26325-0007-01', dnaBarcode: 'NB01', type: 'positive_control' },
  ],
  ...changes,
});

const messages = (changes: Partial<SheetContent>): string[] =>
  sheetContentProblems(content(changes)).map(({ line, column, message }) => `${line} ${column}: ${message}`);

const two = (first: string, second: string): Pick<SheetContent, 'samples'> => ({
  samples: [
    { alias: 'A-1', dnaBarcode: first, type: 'test_sample' },
    { alias: 'A-2', dnaBarcode: second, type: 'test_sample' },
  ],
});

test('a sheet is written in the order of its barcodes and read back without problems', () => {
  const text = writeSampleSheet(content());
  expect(text).toBe(
    [
      'flow_cell_id,sample_id,experiment_id,flow_cell_product_code,kit,barcode,alias,type',
      'PAO99309,W26325-S01,W26325-S01,FLO-PRO114M,SQK-NBD114-24,barcode01,W26325-0007-01,positive_control',
      'PAO99309,W26325-S01,W26325-S01,FLO-PRO114M,SQK-NBD114-24,barcode02,W26325-0007-02,test_sample',
      '',
    ].join('\n'),
  );
  expect(sheetContentProblems(content())).toEqual([]);
  expect(parseSampleSheet(text).problems).toEqual([]);
});

test('a sheet for one library has neither barcode nor alias', () => {
  const alone = content({ samples: [{ alias: 'W26325-0007-01', dnaBarcode: null, type: 'test_sample' }] });
  expect(sheetContentProblems(alone)).toEqual([]);
  const sheet = parseSampleSheet(writeSampleSheet(alone));
  expect(sheet.columns).not.toContain('alias');
  expect(sheet.problems).toEqual([]);
});

test('a barcode that two samples share is refused with both lines', () => {
  expect(messages(two('NB07', 'barcode07'))).toEqual([
    '3 barcode: Barcode barcode07 is used twice on this flow cell: line 2 too.',
  ]);
});

test('barcodes outside the kit are refused: EXP-NBD114 has 13 to 24', () => {
  expect(messages({ kit: 'SQK-LSK109', expansions: ['EXP-NBD114'], ...two('NB12', 'NB13') })).toEqual([
    '2 barcode: barcode12 is not in the kit: it has 13 to 24.',
  ]);
  expect(
    messages({ kit: 'SQK-LSK109', expansions: ['EXP-NBD104', 'EXP-NBD114'], ...two('NB12', 'NB13') }),
  ).toEqual([]);
});

test('every problem of a sheet is listed with its line and column', () => {
  const problems = messages({
    place: { column: 'position_id', value: '' },
    experimentId: 'with blank',
    kit: ' ',
    samples: [
      { alias: 'barcode05', dnaBarcode: 'NB05', type: 'test_sample' },
      { alias: 'A-1', dnaBarcode: null, type: 'test_sample' },
      { alias: 'A-1', dnaBarcode: 'NB06', type: 'test_sample' },
      { alias: 'x'.repeat(41), dnaBarcode: 'NB07', type: 'test_sample' },
    ],
  });
  expect(problems.map((text) => text.split(': ')[0])).toEqual([
    'null position_id',
    'null experiment_id',
    'null kit',
    '2 barcode',
    '3 alias',
    '4 alias',
    '5 alias',
  ]);
});

test('samples without barcodes do not share a flow cell', () => {
  const [first, second] = content().samples;
  const samples = [first, second].flatMap((one) => (one ? [{ ...one, dnaBarcode: null }] : []));
  expect(messages({ samples })).toEqual([
    'null barcode: 2 samples on one flow cell need different barcodes.',
  ]);
});

test('kits are found with dots, at other speeds and in lower case', () => {
  expect(barcodesOfKit('sqk-nbd114.96')).toEqual({ first: 1, last: 96 });
  expect(barcodesOfKit('SQK-RBK114-24-260')).toEqual({ first: 1, last: 24 });
  expect(barcodesOfKit('SQK-LSK114')).toBeNull();
});

test('a barcode of a box has the name of the files', () => {
  expect(['NB01', 'RB24', 'barcode96', 'RLB12A', 'NB1', ''].map(sheetBarcode)).toEqual([
    'barcode01',
    'barcode24',
    'barcode96',
    'barcode12',
    null,
    null,
  ]);
});
