import { describe, expect, test } from 'vitest';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { closeOrder } from '#db/ordering/orders/close-order.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { PostSequenceOption } from '#db/ordering/orders/order-terms.ts';
import { event } from '#db/records/events/event.ts';
import { markSampleNotFound } from '#db/samples/custody/mark-sample-found.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { scanContainer } from '#db/storage/scan-container.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { moveSample } from './move-sample.ts';

/** A closed order with a finished specimen, its tube on the bench, and a box in a freezer. */
function closedOrder(postSequenceOption: PostSequenceOption = 'STORE', tube: Partial<Sample> = {}) {
  const { world } = openFinishedOrder({ postSequenceOption });
  const putContainer = (row: Parameters<typeof buildStorageManagement>[0]) =>
    world.putRow(storageManagement, buildStorageManagement(row));
  putContainer({ id: 'freezer', type: 'FREEZER', name: 'Freezer 1', parentId: null });
  putContainer({ id: 'cold', type: 'BOX', name: 'Cold box', parentId: 'freezer' });
  putContainer({ id: 'bench', type: 'BENCH', name: 'Bench 1', parentId: null });
  putContainer({ id: 'rack', type: 'TUBE_RACK', name: 'Rack on the bench', parentId: 'bench' });
  const place = { storageLocationId: 'rack', storagePosition: 'A1', specimenId: 'done' };
  world.putRow(
    sample,
    buildSample({
      id: 'tube',
      barcode: 'TUBE-1',
      status: 'COMPLETED',
      remainingVolume: '200',
      ...place,
      ...tube,
    }),
  );
  const move = (containerId: string) =>
    runRule(world, moveSample, { sampleId: 'tube', containerId, position: 'A1' });
  const statuses = () => [world.one(sample, 'tube')?.status, world.one(specimen, 'done')?.status];
  return { world, move, statuses };
}

describe('remaining material of a closed order', () => {
  test('is stored in its new place, and its specimen with the primary sample', async () => {
    const { world, move, statuses } = closedOrder();
    await move('cold');
    expect(statuses()).toEqual(['IN_STORAGE', 'IN_STORAGE']);
    const loggedEvent = world.select(event, { targetId: 'done' }).at(-1);
    expect(loggedEvent?.data).toMatchObject({ from: 'COMPLETED', to: 'IN_STORAGE' });
    expect(world.one(specimen, 'done')?.storageLocation).toBe('cold');
  });

  test('is not stored on a bench', async () => {
    const { move, statuses } = closedOrder();
    await move('rack');
    expect(statuses()).toEqual(['COMPLETED', 'COMPLETED']);
  });

  test.each(['DESTROY', 'SHIP'] as const)('stays completed when the customer chose %s', async (option) => {
    const { move, statuses } = closedOrder(option);
    await move('cold');
    expect(statuses()).toEqual(['COMPLETED', 'COMPLETED']);
  });

  test('of a library is stored, and its specimen waits for the primary sample', async () => {
    const { move, statuses } = closedOrder('STORE', { sampleKind: 'LIBRARY' });
    await move('cold');
    expect(statuses()).toEqual(['IN_STORAGE', 'COMPLETED']);
  });

  test('does not exist when the tube is used up', async () => {
    const { move, statuses } = closedOrder('STORE', { remainingVolume: '0' });
    await move('cold');
    expect(statuses()).toEqual(['COMPLETED', 'COMPLETED']);
  });

  test('is stored when its box is scanned', async () => {
    const place = { storageLocationId: 'cold', storagePosition: 'B2' };
    const { world, statuses } = closedOrder('STORE', place);
    const rows = [{ position: 'B2', barcode: 'TUBE-1', read: 'OK' as const }];
    await runRule(world, scanContainer, { containerId: 'cold', bulkId: 'scan', rows });
    expect(statuses()).toEqual(['IN_STORAGE', 'IN_STORAGE']);
  });
});

test('is not stored yet when it is put away before its order is closed', async () => {
  const { world, move, statuses } = closedOrder();
  const row = world.one(order, 'order');
  if (row) world.putRow(order, { ...row, status: 'PENDING_COMPLETION' });
  await move('cold');
  expect(statuses()).toEqual(['COMPLETED', 'COMPLETED']);
});

describe('remaining material that was put away before its order is closed', () => {
  const boxPlace = { storageLocationId: 'cold', storagePosition: 'B2' };
  async function close(
    option: PostSequenceOption,
    tube: Partial<Sample>,
    before?: (world: MemoryWorld) => unknown,
  ) {
    const { world, statuses } = closedOrder(option, tube);
    const row = world.one(order, 'order');
    if (row) world.putRow(order, { ...row, status: 'PENDING_COMPLETION', completedAt: null });
    const other = world.one(sample, 'tube-done');
    if (other) world.putRow(sample, { ...other, remainingVolume: '0' });
    for (const one of world.select(specimen, { orderId: 'order' }))
      world.putRow(specimen, { ...one, resultsReleasedAt: '2026-11-13T10:00:00.000Z' });
    await before?.(world);
    await runRule(world, closeOrder, { orderId: 'order' }, inRole('PROJECT_MANAGER'));
    expect(world.one(order, 'order')?.status).toBe('COMPLETED');
    return { world, statuses };
  }

  test('is stored when the order is closed, and its specimen with it', async () => {
    const { world, statuses } = await close('STORE', boxPlace);
    expect(statuses()).toEqual(['IN_STORAGE', 'IN_STORAGE']);
    expect(world.select(event, { targetId: 'tube' }).at(-1)?.data).toMatchObject({ to: 'IN_STORAGE' });
  });

  test.each(['DESTROY', 'SHIP'] as const)('stays completed when the customer chose %s', async (option) => {
    const { statuses } = await close(option, boxPlace);
    expect(statuses()).toEqual(['COMPLETED', 'COMPLETED']);
  });

  test('waits while somebody holds it or it is on a bench', async () => {
    const heldOrder = await close('STORE', { ...boxPlace, custodianUserId: 'user-ann' });
    expect(heldOrder.statuses()).toEqual(['COMPLETED', 'COMPLETED']);
    const onBench = await close('STORE', {});
    expect(onBench.statuses()).toEqual(['COMPLETED', 'COMPLETED']);
  });

  test('waits while it is missing', async () => {
    const { statuses } = await close('STORE', boxPlace, (world) =>
      runRule(world, markSampleNotFound, { sampleId: 'tube' }),
    );
    expect(statuses()).toEqual(['COMPLETED', 'COMPLETED']);
  });
});
