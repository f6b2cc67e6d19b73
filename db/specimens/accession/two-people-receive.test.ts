import { expect, test } from 'vitest';
import {
  buildReceivingWorld,
  buildTube,
  receive,
  specimenIn,
} from '#db/factories/benches/receiving-bench.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { moveSample } from '#db/samples/placing/move-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';

const OTHER = { deviceId: 'device-b', actor: buildActor({ userId: 'user-other', name: 'Olga Other' }) };
const live = (world: MemoryWorld): Sample[] => world.all(sample).filter((one) => !one.deleted);

test('case 8: the same tube accessioned twice keeps its first julianId, the second label is an alias', async () => {
  const world = buildReceivingWorld();
  const [first, second] = [buildTube(), buildTube()];
  await receive(world, [first]);
  expect(await receive(world, [second], {}, OTHER)).toEqual({
    outcome: 'MERGED',
    code: 'ALREADY_ACCESSIONED',
    message: `Already accessioned as ${first.julianId}; relabel or keep alias.`,
  });
  expect(specimenIn(world, 'specimen-a')).toMatchObject({ julianId: first.julianId, status: 'RECEIVED' });
  expect(live(world)).toHaveLength(1);
  expect(world.all(barcode).find((one) => one.value === second.sampleBarcode)).toMatchObject({
    targetId: first.sampleId,
    aliasOfId: first.sampleBarcodeId,
    active: true,
  });
});

test('case 8: work with the second id reaches the one tube', async () => {
  const world = buildReceivingWorld();
  const [first, second] = [buildTube(), buildTube()];
  await receive(world, [first]);
  await receive(world, [second], {}, OTHER);
  world.putRow(
    storageManagement,
    buildStorageManagement({ id: 'box-1', type: 'BOX', name: 'Box 1', rows: 9, columns: 9 }),
  );
  await runRule(
    world,
    moveSample,
    { sampleId: second.sampleId, containerId: 'box-1', position: 'A1' },
    OTHER,
  );
  expect(live(world)[0]).toMatchObject({
    id: first.sampleId,
    storageLocationId: 'box-1',
    storagePosition: 'A1',
  });
});

test('case 8: conditions are combined and the worse wins, in either order', async () => {
  for (const conditions of [
    ['NONE', 'LEAKING'],
    ['LEAKING', 'NONE'],
  ] as const) {
    const world = buildReceivingWorld();
    await receive(world, [buildTube({ condition: conditions[0] })]);
    await receive(world, [buildTube({ condition: conditions[1] })], {}, OTHER);
    expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED_QUARANTINED');
    expect(live(world)[0]?.status).toBe('RECEIVED_QUARANTINED');
    expect(world.all(discrepancy).map((one) => one.type)).toEqual(['LEAKING']);
  }
});

test('case 8: a tube whose work has begun is flagged and not taken out of its batch', async () => {
  const world = buildReceivingWorld();
  const tube = buildTube();
  await receive(world, [tube]);
  world.putRow(specimen, {
    ...(specimenIn(world, 'specimen-a') as NonNullable<ReturnType<typeof specimenIn>>),
    status: 'IN_PROGRESS',
  });
  world.putRow(sample, { ...buildSample(), ...live(world)[0], status: 'IN_PROGRESS' });
  await receive(world, [buildTube({ condition: 'CONTAMINATED' })], {}, OTHER);
  expect(specimenIn(world, 'specimen-a')?.status).toBe('IN_PROGRESS');
  expect(live(world)[0]).toMatchObject({ status: 'IN_PROGRESS', flaggedForReview: true });
});

test('case 8: when a tube was replaced, even after its work, a second label belongs to its replacement', async () => {
  const world = buildReceivingWorld();
  const [replaced, tube, secondTube] = [buildTube(), buildTube(), buildTube()];
  await receive(world, [replaced]);
  world.putRow(sample, { ...buildSample(), ...live(world)[0], status: 'COMPLETED' });
  world.putRow(specimen, {
    ...(specimenIn(world, 'specimen-a') as NonNullable<ReturnType<typeof specimenIn>>),
    status: 'ORDERED',
    receivedAt: null,
  });
  await receive(world, [tube], {}, { occurredAt: '2026-11-23T10:00:00.000Z' });
  const later = { ...OTHER, occurredAt: '2026-11-23T11:00:00.000Z' };
  expect(await receive(world, [secondTube], {}, later)).toMatchObject({ outcome: 'MERGED' });
  expect(world.all(barcode).find((one) => one.value === secondTube.sampleBarcode)).toMatchObject({
    targetId: tube.sampleId,
    aliasOfId: tube.sampleBarcodeId,
  });
});

test('case 9: a different tube with the same requisition is unexpected, and a person decides', async () => {
  const world = buildReceivingWorld();
  const [first, second] = [buildTube(), buildTube({ scannedCode: 'W-000001-001' })];
  await receive(world, [first]);
  expect(await receive(world, [second], {}, OTHER)).toMatchObject({
    outcome: 'CONFLICT',
    code: 'DUPLICATE_REQUISITION',
  });
  expect(live(world)).toMatchObject([
    { id: first.sampleId, specimenId: 'specimen-a', status: 'IN_QUEUE' },
    { id: second.sampleId, specimenId: null, status: 'RECEIVED_QUARANTINED' },
  ]);
  const [conflict] = world.all(syncConflict);
  expect(conflict).toMatchObject({
    status: 'OPEN',
    targetId: 'specimen-a',
    mine: { name: 'Olga Other' },
    theirs: { name: 'Tess Tech' },
  });
});

test('case 9: both tubes of a clinical requisition are quarantined as duplicate labels', async () => {
  const world = buildReceivingWorld({
    protocol: { clinical: true },
    specimens: [
      {
        id: 'specimen-a',
        patientMrn: 'MRN-1',
        physician: 'Dr. House',
        collectedAt: '2026-11-20T08:00:00.000Z',
      },
    ],
  });
  await receive(world, [buildTube()]);
  expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED');
  await receive(world, [buildTube({ condition: 'DUPLICATE_LABEL' })], {}, OTHER);
  expect(live(world).map((one) => one.status)).toEqual(['RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED']);
  const labels = world.all(discrepancy).filter((one) => one.type === 'DUPLICATE_LABEL');
  expect(labels.map((one) => one.specimenId ?? one.sampleId).sort()).toHaveLength(2);
});

test('case 10: receipt beats missing when the missing report was first', async () => {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
  await receive(world, [buildTube()]);
  const result = await receive(
    world,
    [buildTube({ specimenId: 'specimen-b', scannedCode: 'TUBE-B' })],
    {},
    OTHER,
  );
  expect(result).toMatchObject({ outcome: 'MERGED', code: 'LATE_ARRIVAL' });
  expect(specimenIn(world, 'specimen-b')?.status).toBe('RECEIVED');
  expect(world.all(discrepancy)).toMatchObject([
    { type: 'MISSING', specimenId: 'specimen-b', resolution: 'LATE_ARRIVAL' },
  ]);
});

test('case 10: receipt beats missing when the receipt was first', async () => {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
  await receive(
    world,
    [buildTube({ specimenId: 'specimen-b', scannedCode: 'TUBE-B' })],
    { missingSpecimenIds: [] },
    OTHER,
  );
  const result = await receive(world, [buildTube()], { missingSpecimenIds: ['specimen-b'] });
  expect(result).toMatchObject({ outcome: 'MERGED', code: 'LATE_ARRIVAL' });
  expect(specimenIn(world, 'specimen-b')?.status).toBe('RECEIVED');
  expect(world.all(discrepancy)).toMatchObject([{ type: 'MISSING', resolution: 'LATE_ARRIVAL' }]);
});

/** The notifications of customer service. */
const arrivalIn = (world: MemoryWorld) =>
  world.all(event).find((one) => one.type === 'SPECIMEN_ACCESSIONED')?.data;

test('case 11: a tube of an order that was held meanwhile is received on hold, with a warning', async () => {
  const world = buildReceivingWorld({ order: { status: 'ON_HOLD', heldFromStatus: 'SHIPPED' } });
  const result = await receive(
    world,
    [buildTube()],
    {},
    { changedSinceSeen: async (entity) => entity === order },
  );
  expect(result).toEqual({
    outcome: 'APPLIED_WITH_WARNING',
    code: 'ORDER_ON_HOLD',
    message: `Order ${world.all(order)[0]?.orderNumber} is on hold.`,
  });
  expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED_ON_HOLD');
  expect(world.all(order)[0]?.status).toBe('ON_HOLD');
  expect(arrivalIn(world)).toMatchObject({ orderIs: 'ON_HOLD' });
});

test('case 11: a tube of a canceled order is quarantined and its specimen stays canceled', async () => {
  const world = buildReceivingWorld({
    order: { status: 'CANCELED' },
    specimens: [{ id: 'specimen-a', status: 'CANCELED' }],
  });
  const tube = buildTube();
  expect(await receive(world, [tube])).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    code: 'ORDER_CANCELED',
  });
  expect(specimenIn(world, 'specimen-a')).toMatchObject({
    status: 'CANCELED',
    julianId: tube.julianId,
    receivedAt: tube.occurredAt,
  });
  expect(live(world)[0]).toMatchObject({ status: 'RECEIVED_QUARANTINED', specimenId: 'specimen-a' });
  expect(arrivalIn(world)).toMatchObject({ orderIs: 'CANCELED' });
});

test('case 2: a tube put into a slot that another sample took keeps the box, without a position', async () => {
  const world = buildReceivingWorld();
  world.putRow(
    storageManagement,
    buildStorageManagement({ id: 'box-1', type: 'BOX', name: 'Box 1', rows: 9, columns: 9 }),
  );
  world.putRow(
    sample,
    buildSample({
      specimenId: null,
      storageLocationId: 'box-1',
      storagePosition: 'A1',
      status: 'IN_STORAGE',
    }),
  );
  const tube = buildTube({ containerId: 'box-1', position: 'A1' });
  expect(await receive(world, [tube])).toMatchObject({ outcome: 'CONFLICT', message: 'Rescan Box 1' });
  expect(world.all(sample).find((one) => one.id === tube.sampleId)).toMatchObject({
    storageLocationId: 'box-1',
    storagePosition: null,
    positionConflict: true,
    status: 'IN_QUEUE',
  });
});

const CONDITIONS = [
  'NONE',
  'INSUFFICIENT_VOLUME',
  'WRONG_CONTAINER',
  'LEAKING',
  'WRONG_LABEL',
  'EMPTY',
] as const;
const PAIRS = CONDITIONS.flatMap((a) => CONDITIONS.map((b) => [a, b] as const));

test.each(PAIRS)(
  'case 8: the findings %s and %s of two people have the same result in either order',
  async (a, b) => {
    const ends = [];
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      const world = buildReceivingWorld();
      await receive(world, [buildTube({ condition: first })]);
      await receive(world, [buildTube({ condition: second })], {}, OTHER);
      ends.push({
        specimen: specimenIn(world, 'specimen-a')?.status,
        samples: live(world).map((one) => one.status),
        discrepancies: world
          .all(discrepancy)
          .map((one) => one.type)
          .sort(),
      });
    }
    expect(ends[0]).toEqual(ends[1]);
    expect(ends[0]?.discrepancies).toEqual([...new Set([a, b])].filter((one) => one !== 'NONE').sort());
  },
);
