import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  buildReceivingWorld,
  buildSession,
  receive,
  signSession,
  specimenIn,
} from '#db/factories/benches/receiving-bench.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { resolveDiscrepancy } from '#db/specimens/discrepancies/resolve-discrepancy.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import type { AccessionPlate } from './accession-args.ts';
import { accessionShipment } from './accession-shipment.ts';

type Plate = z.input<typeof AccessionPlate>;

const ORDER = { packageType: 'PLATE' as const };
const wells = ['A1', 'B1', 'C1'];
const specimens = wells.map((well, index) => ({
  id: `specimen-${well}`,
  orderRow: index + 1,
  shipmentPlateLocation: well,
  shipmentPlateNumber: 1,
}));

const wellArgs = (well: string, overrides: Partial<Plate['wells'][number]> = {}): Plate['wells'][number] => {
  const julianId = `W26325-7${String(WELL_NAMES.indexOf(well)).padStart(3, '0')}`;
  return {
    well,
    specimenId: `specimen-${well}`,
    sampleId: `sample-${well}`,
    julianId,
    sampleBarcodeId: `barcode-${well}`,
    sampleBarcode: `${julianId}-01`,
    exception: null,
    ...overrides,
  };
};
const plate = (overrides: Partial<Plate> = {}): Plate => ({
  orderId: 'order-1',
  shipmentPlateNumber: 1,
  plateBarcode: 'PLATE-1',
  a1CornerSeen: true,
  rotated: false,
  wells: wells.map((well) => wellArgs(well)),
  ...overrides,
});

test('accepted wells are received, an empty one asks the customer, a filled one outside the manifest is unexpected', async () => {
  const world = buildReceivingWorld({ order: ORDER, specimens });
  const plates = [
    plate({
      wells: [
        wellArgs('A1'),
        wellArgs('B1', { exception: 'EMPTY' }),
        wellArgs('C1', { exception: 'CONTAMINATED' }),
        wellArgs('D1', { specimenId: null, exception: 'UNEXPECTED' }),
      ],
    }),
  ];
  expect(await receive(world, [], { plates })).toMatchObject({ outcome: 'APPLIED' });
  expect(wells.map((well) => specimenIn(world, `specimen-${well}`)?.status)).toEqual([
    'RECEIVED',
    'ACTION_REQUIRED',
    'RECEIVED_QUARANTINED',
  ]);
  expect(
    world
      .all(sample)
      .map((one) => `${one.id} ${one.status}`)
      .sort(),
  ).toEqual([
    'sample-A1 IN_QUEUE',
    'sample-B1 FAILED_VISUAL_INSPECTION',
    'sample-C1 RECEIVED_QUARANTINED',
    'sample-D1 RECEIVED_QUARANTINED',
  ]);
});

test('a well that was registered at submit keeps its sample, and its own label stays an alias', async () => {
  const world = buildReceivingWorld({ order: ORDER, specimens });
  world.putRow(
    barcode,
    buildBarcode({ id: 'registered-label', value: 'CUSTOMER-A1', targetId: 'registered-A1' }),
  );
  world.putRow(
    sample,
    buildSample({
      id: 'registered-A1',
      specimenId: 'specimen-A1',
      barcodeId: 'registered-label',
      barcode: 'CUSTOMER-A1',
      status: 'SHIPPED',
      stage: null,
    }),
  );
  await receive(world, [], { plates: [plate()] });
  expect(world.all(sample).find((one) => one.id === 'registered-A1')).toMatchObject({
    status: 'IN_QUEUE',
    stage: 'EXTRACTION',
    barcode: 'W26325-7000-01',
  });
  expect(world.all(sample).find((one) => one.id === 'sample-A1')).toMatchObject({
    deleted: true,
    duplicateOfSampleId: 'registered-A1',
  });
  expect(world.all(barcode).find((one) => one.id === 'registered-label')).toMatchObject({
    active: true,
    aliasOfId: 'barcode-A1',
  });
});

test('a rotated plate is one discrepancy and quarantines all of its wells; its resolution releases them all', async () => {
  const world = buildReceivingWorld({ order: ORDER, specimens });
  await receive(world, [], { plates: [plate({ rotated: true })] });
  expect(world.all(discrepancy)).toMatchObject([
    { type: 'WRONG_PLATE_POSITION', specimenId: 'specimen-A1', description: 'Plate 1 arrived rotated.' },
  ]);
  expect(wells.map((well) => specimenIn(world, `specimen-${well}`)?.status)).toEqual(
    Array(3).fill('RECEIVED_QUARANTINED'),
  );
  await runRule(
    world,
    resolveDiscrepancy,
    {
      discrepancyId: world.all(discrepancy)[0]?.id ?? '',
      resolution: 'PROCEED_AT_RISK',
      note: 'Map turned by 180 degrees',
      statementFileId: null,
    },
    { actor: buildActor({ role: 'LAB_MANAGER' }) },
  );
  expect(wells.map((well) => specimenIn(world, `specimen-${well}`)?.status)).toEqual(
    Array(3).fill('RECEIVED'),
  );
  expect(world.all(sample).map((one) => one.status)).toEqual(Array(3).fill('IN_QUEUE'));
});

test('a note on a plate is repeated with each of its exceptions, and the signature covers it', async () => {
  const world = buildReceivingWorld({ order: ORDER, specimens });
  const note = 'Foil torn over B1; about half is left.';
  const torn = [wellArgs('A1'), wellArgs('B1', { exception: 'LEAKING' })];
  await receive(world, [], { plates: [plate({ wells: torn, note })] });
  expect(world.all(discrepancy)).toContainEqual(
    expect.objectContaining({ type: 'LEAKING', specimenId: 'specimen-B1', description: note }),
  );
  const signed = await signSession(buildSession({ plates: [plate({ wells: torn, note })] }));
  const other = buildReceivingWorld({ order: ORDER, specimens });
  const changed = { ...signed, plates: [plate({ wells: torn })] };
  expect(await runRule(other, accessionShipment, changed)).toMatchObject({ code: 'SIGNATURE_FAILED' });
});

test('a position that is no well is refused', async () => {
  await expect(
    receive(buildReceivingWorld({ specimens }), [], {
      plates: [plate({ wells: [{ ...wellArgs('A1'), well: 'I1' }] })],
    }),
  ).rejects.toThrow('Please fix the form errors and try again.');
});
