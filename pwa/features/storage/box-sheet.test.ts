import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { boxSheet } from './box-sheet.ts';

test('the printed box names every tube in full, in the order of the positions, and shows conflicts', () => {
  const place = buildStorageManagement({
    id: 'box',
    type: 'BOX',
    name: 'Box 14',
    barcode: 'BX-14',
    rows: 9,
    columns: 9,
  });
  const sheet = boxSheet({
    place,
    path: 'Freezer 2 / Box 14',
    samples: [
      buildSample({ id: 's1', barcode: 'W26320-0016-01', storagePosition: 'B1' }),
      buildSample({ id: 's2', barcode: 'W26320-0015-01', storagePosition: 'A2' }),
      buildSample({ id: 's3', barcode: 'W26320-0017-01', storagePosition: 'A2' }),
    ],
  });
  expect(sheet.number).toBe('BX-14');
  expect(sheet.tables?.[0]?.rows.map(([position, barcode]) => `${position} ${barcode}`)).toEqual([
    'A2 W26320-0015-01',
    'A2 W26320-0017-01',
    'B1 W26320-0016-01',
  ]);
  expect(sheet.map?.cells.get('A2')).toEqual(['W26320', '0015-01', 'W26320', '0017-01']);
});
