import { expect, test } from 'vitest';
import { buildBatchControl } from '#db/factories/build-batch-control.ts';
import { buildField } from '#db/factories/build-field.ts';
import { buildSample } from '#db/factories/build-sample.ts';
import { gridRows } from './section-run.ts';
import { valuesByWell } from './values-by-well.ts';

const fields = [
  buildField({ id: 'c', name: 'concentration', label: 'Concentration' }),
  buildField({ id: 't', name: 'temperature', scope: 'PER_BATCH' }),
];
const rows = gridRows(
  [buildSample({ id: 's2', plateLocation: 'A2' }), buildSample({ id: 's1', plateLocation: 'B1' })],
  [buildBatchControl({ id: 'c1', plateLocation: 'A1' })],
);

test('the grid has the samples in plate order, then the controls', () => {
  expect(rows.map((row) => row.id)).toEqual(['s1', 's2', 'c1']);
});

test('an imported file fills by well, leaving blank cells out', () => {
  const table = [['Well', 'Concentration'], ['B01', ' 12.5 '], ['a1', '0'], ['A2', ''], ['']];
  expect(valuesByWell(table, fields, rows)).toEqual([
    { fieldId: 'c', sampleId: 's1', value: '12.5', inputMethod: 'IMPORTED' },
    { fieldId: 'c', sampleId: 'c1', value: '0', inputMethod: 'IMPORTED' },
  ]);
});

test.each([
  [
    'an unknown well',
    [
      ['well', 'concentration'],
      ['Z9', '1'],
    ],
    'Invalid plate location: Z9',
  ],
  [
    'an empty well',
    [
      ['well', 'concentration'],
      ['H12', '1'],
    ],
    'Well H12 is empty in this batch.',
  ],
  [
    'a well twice',
    [
      ['well', 'concentration'],
      ['A1', '1'],
      ['A01', '2'],
    ],
    'Well A1 is in the file twice.',
  ],
  [
    'another column',
    [
      ['well', 'temperature'],
      ['A1', '1'],
    ],
    '"temperature" is no field of this section',
  ],
  ['no column', [['well'], ['A1']], 'The file needs a column for the well'],
])('%s rejects the whole file', (_, table, message) => {
  expect(() => valuesByWell(table, fields, rows)).toThrow(message);
});
