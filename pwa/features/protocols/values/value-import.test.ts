import { expect, test } from 'vitest';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { gridRows } from '#db/protocols/sections/section-run.ts';
import { planImport } from './import-dialog.tsx';

const FIELDS = [
  buildField({
    id: 'f1',
    name: 'concentration',
    label: 'Qubit concentration',
    type: 'NUMBER',
    scope: 'PER_SAMPLE',
  }),
  buildField({ id: 'f2', name: 'intact', label: 'Tube intact', type: 'BOOLEAN', scope: 'PER_SAMPLE' }),
  buildField({ id: 'f3', name: 'total', label: 'Total', type: 'CALCULATION', scope: 'PER_SAMPLE' }),
];
const ROWS = gridRows(
  [
    buildSample({ id: 's1', barcode: 'W26325-0001-01', plateLocation: 'A1' }),
    buildSample({ id: 's2', barcode: 'W26325-0002-01', plateLocation: 'B1' }),
  ],
  [],
);
const plan = (text: string) => planImport(text, FIELDS, ROWS);

test('a file by well gives a value for each field in its header, by name or label', () => {
  expect(plan('Well,Qubit concentration,intact,Operator\nA01,12.5,yes,Ada\nb1,,no,Ada\n')).toEqual({
    problem: null,
    entries: [
      { lineId: 's1', columnId: 'f1', text: '12.5' },
      { lineId: 's1', columnId: 'f2', text: 'true' },
      { lineId: 's2', columnId: 'f2', text: 'false' },
    ],
    columns: ['Qubit concentration', 'Tube intact'],
    ignored: ['Operator'],
    wells: 2,
  });
});

test.each([
  ['Well;concentration\nA1;3\nH12;4', 'Unknown well H12. Nothing was imported.'],
  ['well,concentration\nA13,4', 'Unknown well A13. Nothing was imported.'],
  ['well,concentration\nA1,3\nA1,4', 'Well A1 appears twice in the file. Nothing was imported.'],
  ['tube,concentration\nA1,3', 'The file needs a header line with a column named well.'],
  ['well,Total\nA1,3', 'No column is a field of this section: Qubit concentration, Tube intact, Total.'],
  ['well,concentration\nA1,', 'The file has no values.'],
])('%j is rejected as a whole', (text, problem) => {
  expect(plan(text)).toEqual({ problem });
});
