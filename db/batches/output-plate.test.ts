import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { moveSample } from '#db/samples/placing/move-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { batch } from './batch.ts';
import { completeBatch } from './complete-batch.ts';
import { makeOutputPlate, undoOutputPlate } from './make-output-plate.ts';
import { nextOutputPlateId } from './output-plate.ts';

const PLATE = { name: 'Output of W26325-E01', barcode: 'W26325-E01-OUT', position: null };

/** Return a completed extraction of two tubes in A1 and B1, beside a rack and a shelf with a box on it. */
async function completedWorld(): Promise<MemoryWorld> {
  const world = await eluted({ samples: 3 });
  const place = (id: string, more: object) =>
    world.putRow(storageManagement, buildStorageManagement({ id, name: id, barcode: null, ...more }));
  place('room', { type: 'ROOM', parentId: null });
  place('freezer', { type: 'FREEZER', parentId: 'room' });
  place('shelf', { type: 'SHELF', parentId: 'freezer' });
  place('rack', { type: 'RACK', parentId: 'shelf', rows: 4, columns: 4 });
  place('box', { type: 'BOX', parentId: 'shelf', rows: 9, columns: 9 });
  await sign(world, ELUTION, by(ANN, 40));
  await runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 41));
  return world;
}
const make = (world: MemoryWorld, more: object = {}, context: Partial<OperationContext> = by(ANN, 42)) =>
  runRule(world, makeOutputPlate, { batchId: 'batch-1', parentId: 'shelf', ...PLATE, ...more }, context);
const plateOf = (world: MemoryWorld) => {
  const id = world.all(batch).find((one) => one.id === 'batch-1')?.outputPlateId ?? null;
  return world.all(storageManagement).find((one) => one.id === id);
};
const children = (world: MemoryWorld) =>
  world
    .all(sample)
    .filter((one) => one.sampleKind === 'EXTRACT')
    .sort((a, b) => (a.barcode < b.barcode ? -1 : 1));
const places = (world: MemoryWorld) =>
  children(world).map((one) => [one.storageLocationId, one.storagePosition]);

describe('the output plate of a completed batch', () => {
  test('is a labeled storage plate with the same wells in its location, recorded in both histories', async () => {
    const world = await completedWorld();
    expect(await make(world)).toMatchObject({ outcome: 'APPLIED' });
    const plate = plateOf(world);
    expect(plate).toMatchObject({
      type: 'PLATE',
      rows: 8,
      columns: 12,
      parentId: 'shelf',
      barcode: PLATE.barcode,
      status: 'ACTIVE',
    });
    expect(places(world)).toEqual([
      [plate?.id, 'A1'],
      [plate?.id, 'B1'],
    ]);
    expect(world.all(barcode).find((one) => one.value === PLATE.barcode)).toMatchObject({
      type: 'STORAGE',
      targetId: plate?.id,
      active: true,
    });
    const types = (id: string | undefined) =>
      world
        .all(event)
        .filter((one) => one.targetId === id)
        .map((one) => one.type);
    expect(types(plate?.id)).toContain('CONTAINER_CREATED');
    expect(types(children(world)[0]?.id)).toContain('SAMPLE_MOVED');
    expect(types('batch-1').at(-1)).toBe('BATCH_LAYOUT_CHANGED');
  });

  test('is not made before the batch is completed, nor in a location that cannot hold a plate', async () => {
    const running = await eluted();
    await expect(make(running)).rejects.toThrow('Complete batch W26325-E01 first.');
    const world = await completedWorld();
    await expect(make(world, { parentId: 'room' })).rejects.toThrow('Plate cannot be placed in Room.');
    await expect(make(world, { parentId: 'box' })).rejects.toThrow('Plate cannot be placed in Box.');
    expect(plateOf(world)).toBeUndefined();
  });

  test('is refused with a code that is in use or a rack slot that is taken', async () => {
    const world = await completedWorld();
    const [child] = children(world);
    await expect(make(world, { barcode: child?.barcode })).rejects.toThrow(
      `Barcode ${child?.barcode} is already in use.`,
    );
    const other = { type: 'BOX' as const, parentId: 'rack', positionInParent: 'A1', name: 'Box 7' };
    world.putRow(storageManagement, buildStorageManagement({ id: 'box-7', ...other }));
    await expect(
      make(world, { parentId: 'rack', position: 'A1' }, by(ANN, 42, { deviceId: null })),
    ).rejects.toThrow('Position A1 in rack is occupied by Box 7.');
  });

  test('opens a conflict for a slot that another person took in the meantime: the plate is in the rack without a slot', async () => {
    const world = await completedWorld();
    const other = { type: 'BOX' as const, parentId: 'rack', positionInParent: 'A1', name: 'Box 7' };
    world.putRow(storageManagement, buildStorageManagement({ id: 'box-7', ...other }));
    expect(await make(world, { parentId: 'rack', position: 'A1' })).toMatchObject({
      outcome: 'CONFLICT',
      message: 'Rescan rack',
    });
    expect(plateOf(world)).toMatchObject({ parentId: 'rack', positionInParent: null });
    expect(places(world).map(([, well]) => well)).toEqual(['A1', 'B1']);
    expect(world.all(syncConflict)).toHaveLength(1);
  });

  test('does not move a tube that is in another location', async () => {
    const world = await completedWorld();
    const [first, second] = children(world);
    const moved = { sampleId: first?.id ?? '', containerId: 'box', position: 'C3' };
    await runRule(world, moveSample, moved, by(ANN, 42));
    await make(world, { leaveOut: [first?.id] }, by(ANN, 43));
    expect(places(world)).toEqual([
      ['box', 'C3'],
      [plateOf(world)?.id, second && 'B1'],
    ]);
  });

  test('does not take a tube out of a box into which a person scanned it later', async () => {
    const world = await completedWorld();
    const [first] = children(world);
    const moved = { sampleId: first?.id ?? '', containerId: 'box', position: 'C3' };
    await runRule(world, moveSample, moved, by(BOB, 50, { deviceId: 'device-b' }));
    expect((await make(world, {}, by(ANN, 45))).message).toContain('Last seen in box, C3 by Bob');
    expect(places(world)[0]).toEqual(['box', 'C3']);
  });

  test('is one plate when two people make it: both labels lead to it, and its last location counts', async () => {
    const world = await completedWorld();
    await make(world, {}, by(ANN, 42));
    const first = plateOf(world)?.id;
    expect(await make(world, {}, by(BOB, 43, { deviceId: 'device-b' }))).toMatchObject({
      outcome: 'MERGED',
      message: 'The output plate of W26325-E01 was made by Ann.',
    });
    const secondPlate = await make(
      world,
      { barcode: 'PLATE-77', parentId: 'rack', position: 'B2' },
      by(BOB, 44, { deviceId: 'device-b' }),
    );
    expect(secondPlate.message).toContain('Its location is room / freezer / shelf / rack.');
    expect(plateOf(world)).toMatchObject({ id: first, parentId: 'rack', positionInParent: 'B2' });
    expect(world.all(barcode).find((one) => one.value === 'PLATE-77')).toMatchObject({ targetId: first });
    expect(world.all(storageManagement).filter((one) => one.type === 'PLATE')).toHaveLength(1);
  });

  test.each([
    ['in the order of the clock', [42, 43]],
    ['the other way round', [43, 42]],
  ] as const)('is named by the earlier of two people: %s', async (_name, minutes) => {
    const world = await completedWorld();
    for (const minute of minutes)
      await make(world, { name: `Of ${minute}`, barcode: `PLATE-${minute}` }, by(ANN, minute));
    expect(plateOf(world)?.name).toBe('Of 42');
  });

  test('does not include an aliquot of the same tube that was taken later', async () => {
    const world = await completedWorld();
    const [child] = children(world);
    if (!child) throw new Error('The batch made no tubes.');
    world.putRow(sample, { ...child, id: 'later', barcode: 'W26325-0001-09' });
    await make(world);
    expect(world.all(sample).find((one) => one.id === 'later')?.storageLocationId).toBeNull();
  });
});

test('never has the id of the batch, whatever that id ends with', async () => {
  const world = await completedWorld();
  const id = '01KAHYE4A2QZ3F8T9V5W6X7000';
  const known = world.all(batch).find((one) => one.id === 'batch-1');
  if (!known) throw new Error('There is no batch.');
  const secondVerdict = await world.transaction({ at: known.updatedAt, userId: 'ann', entity: 'WBL' }, (tx) =>
    nextOutputPlateId(tx, { ...known, id }),
  );
  expect(secondVerdict).toBe(`${id}-output-1`);
});

describe('undo of the output plate', () => {
  const undo = (world: MemoryWorld, context = by(ANN, 50)) =>
    runRule(world, undoOutputPlate, { batchId: 'batch-1', reason: 'Wrong plate' }, context);

  test('is refused after 48 hours, also on a device that no longer has the moves', async () => {
    const world = await completedWorld();
    await make(world);
    const device = new MemoryWorld();
    for (const entity of CATALOGUE as readonly AnyEntity[])
      for (const row of world.all(entity)) if (row['type'] !== 'SAMPLE_MOVED') device.putRow(entity, row);
    const context = { ...by(ANN, 50), occurredAt: '2026-12-20T10:00:00.000Z' };
    for (const on of [world, device])
      await expect(undo(on, context)).rejects.toMatchObject({ code: 'TOO_LATE' });
  });

  test('releases its tubes, and another plate with the same code can be made', async () => {
    const world = await completedWorld();
    await make(world);
    const first = plateOf(world)?.id;
    expect(await undo(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(places(world)).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(world.all(storageManagement).find((one) => one.id === first)?.status).toBe('RETIRED');
    expect(plateOf(world)).toBeUndefined();
    expect(await make(world, { parentId: 'rack', position: 'A2' }, by(ANN, 55))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(plateOf(world)?.id).not.toBe(first);
    expect(places(world).map(([, well]) => well)).toEqual(['A1', 'B1']);
  });

  test('does not move a tube that was moved since', async () => {
    const world = await completedWorld();
    await make(world);
    const [first] = children(world);
    await runRule(
      world,
      moveSample,
      { sampleId: first?.id ?? '', containerId: 'box', position: 'A1' },
      by(BOB, 45),
    );
    expect((await undo(world)).message).toBe(`Left where they are now: ${first?.barcode} (changed since).`);
    expect(places(world)).toEqual([
      ['box', 'A1'],
      [null, null],
    ]);
    expect(plateOf(world)).toBeUndefined();
  });

  test('is refused while another tube is in the plate', async () => {
    const world = await completedWorld();
    await make(world);
    await runRule(
      world,
      moveSample,
      { sampleId: 's3', containerId: plateOf(world)?.id ?? '', position: 'H12' },
      by(LEA, 45),
    );
    expect((await undo(world)).message).toContain('are in it. Move them out first.');
    expect(plateOf(world)?.status).toBe('ACTIVE');
  });

  test('is refused after two days, and without a plate', async () => {
    const world = await completedWorld();
    await expect(undo(world)).rejects.toThrow('Batch W26325-E01 has no output plate.');
    await make(world);
    await expect(undo(world, { ...by(ANN), occurredAt: '2026-11-24T10:00:00.000Z' })).rejects.toThrow(
      'An output plate can be taken back for 48 hours.',
    );
  });
});
