import { expect, test } from 'vitest';
import { buildReceivingWorld, buildTube, receive } from '#db/factories/benches/receiving-bench.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { accessionGroup } from './accession-group.ts';

const photosOfGroup = (world: ReturnType<typeof buildReceivingWorld>) =>
  world.all(accessionGroup).map(({ photoFileIds }) => photoFileIds);

test('a damaged package is received with a photo instead of a note', async () => {
  const world = buildReceivingWorld();
  await expect(receive(world, [buildTube()], { packageCondition: 'DAMAGED' })).rejects.toThrow(
    'Describe the damage or add a photo.',
  );
  await receive(world, [buildTube()], { packageCondition: 'DAMAGED', photoFileIds: ['photo-1', 'photo-2'] });
  expect(photosOfGroup(world)).toEqual([['photo-1', 'photo-2']]);
});

test('the photos of a tube stay with its discrepancy, those of the package with the package', async () => {
  const world = buildReceivingWorld();
  const tube = buildTube({ condition: 'LEAKING', photoFileIds: ['photo-tube'] });
  await receive(world, [tube], { photoFileIds: ['photo-box'] });
  expect(world.all(discrepancy)).toMatchObject([{ type: 'LEAKING', photoFileIds: ['photo-tube'] }]);
  expect(photosOfGroup(world)).toEqual([['photo-box']]);
});

test('an unexpected tube keeps its photos, and a photo of a tube without a problem belongs to the package', async () => {
  const world = buildReceivingWorld();
  const unexpectedTube = buildTube({
    specimenId: null,
    scannedCode: 'NOBODY',
    photoFileIds: ['photo-stranger'],
  });
  await receive(world, [buildTube({ photoFileIds: ['photo-fine'] }), unexpectedTube]);
  expect(world.all(discrepancy)).toMatchObject([{ type: 'UNEXPECTED', photoFileIds: ['photo-stranger'] }]);
  expect(photosOfGroup(world)).toEqual([['photo-fine']]);
});

test('the photos of a plate are repeated with each of its exceptions', async () => {
  const { sampleId, julianId, sampleBarcodeId, sampleBarcode } = buildTube();
  const world = buildReceivingWorld({
    specimens: [{ id: 'specimen-a', shipmentPlateLocation: 'A1', shipmentPlateNumber: 1 }],
  });
  const well = { sampleId, julianId, sampleBarcodeId, sampleBarcode, well: 'A1', specimenId: 'specimen-a' };
  const plate = {
    orderId: 'order-1',
    shipmentPlateNumber: 1,
    plateBarcode: 'PLATE-1',
    a1CornerSeen: true,
    rotated: false,
    photoFileIds: ['photo-plate'],
    wells: [{ ...well, exception: 'LEAKING' as const }],
  };
  await receive(world, [], { plates: [plate] });
  expect(world.all(discrepancy)).toMatchObject([{ type: 'LEAKING', photoFileIds: ['photo-plate'] }]);
  expect(photosOfGroup(world)).toEqual([[]]);
});
