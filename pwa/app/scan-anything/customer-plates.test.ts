import { expect, test } from 'vitest';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { gatherPlates } from './resolve-code.ts';

const wellOf = (id: string, change: Parameters<typeof buildSpecimen>[0]): ShownDocument => ({
  collection: 'specimens',
  id,
  kind: 'Specimen',
  rev: 1,
  body: { ...buildSpecimen({ id, orderId: 'order-1', ...change }) },
});

test('the code of a customer plate identifies the plate instead of each of its wells', () => {
  const plate = { shipmentPlateBarcode: 'LPW000114', shipmentPlateNumber: 1 };
  const documents = [
    wellOf('a1', { ...plate, shipmentPlateLocation: 'A1', receivedAt: '2026-11-21T10:00:00.000Z' }),
    wellOf('b1', { ...plate, shipmentPlateLocation: 'B1' }),
    wellOf('tube', { tubeBarcode: 'LPW000114' }),
  ];
  const { plates, rest } = gatherPlates(documents, 'lpw000114');
  expect(plates).toMatchObject([{ orderId: 'order-1', plateNumber: 1, wells: 2, received: 1 }]);
  expect(rest.map(({ id }) => id)).toEqual(['tube']);
});
