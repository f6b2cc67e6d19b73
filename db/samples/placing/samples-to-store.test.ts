import { describe, expect, test } from 'vitest';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { moveSample } from './move-sample.ts';
import { findSamplesToStore } from './samples-to-store.ts';

/**
 * A closed order with samples of two finished specimens in a box, and further samples of a test on a bench.
 */
function closedOrder(overrides: Partial<Order> = {}) {
  const { world } = openFinishedOrder(overrides);
  const putContainer = (row: Parameters<typeof buildStorageManagement>[0]) =>
    world.putRow(storageManagement, buildStorageManagement(row));
  putContainer({ id: 'freezer', type: 'FREEZER', name: 'Freezer 1', parentId: null });
  putContainer({ id: 'cold', type: 'BOX', name: 'Cold box', parentId: 'freezer' });
  putContainer({ id: 'disposed', type: 'DISPOSED', name: 'Disposed', parentId: null });
  const leftoverFields = { status: 'COMPLETED', remainingVolume: '20', specimenId: 'done' } as const;
  const putSample = (id: string, fields: Partial<Sample>) =>
    world.putRow(
      sample,
      buildSample({ ...leftoverFields, id, barcode: id, storageLocationId: null, ...fields }),
    );
  const waiting = async () => {
    const stamp = { at: '2026-11-21T10:00:00.000Z', userId: null, entity: 'WBL' };
    return (await world.transaction(stamp, (tx) => findSamplesToStore(tx))).map(({ id }) => id);
  };
  return { world, beside: putSample, waiting };
}

describe('the list of samples to store', () => {
  test('has the remaining material of finished specimens of a closed order, wherever it is', async () => {
    const { beside: putSample, waiting } = closedOrder();
    putSample('in-hand', { custodianUserId: 'user-ann' });
    putSample('library', { sampleKind: 'LIBRARY' });
    expect(await waiting()).toEqual(['tube-failed', 'tube-done', 'in-hand', 'library']);
  });

  test('has no sample that is used up, gone, a duplicate well or still in work', async () => {
    const { beside: putSample, waiting } = closedOrder();
    putSample('empty', { remainingVolume: '0' });
    putSample('gone', { storageLocationId: 'disposed' });
    putSample('well', { sampleKind: 'DUPLICATE', duplicateOfSampleId: 'tube-done' });
    putSample('working', { status: 'IN_PROGRESS' });
    expect(await waiting()).toEqual(['tube-failed', 'tube-done']);
  });

  test('drops a sample once it was put away', async () => {
    const { world, waiting } = closedOrder();
    await runRule(world, moveSample, { sampleId: 'tube-done', containerId: 'cold', position: 'A1' });
    expect(await waiting()).toEqual(['tube-failed']);
  });

  test.each([
    ['whose order is not closed yet', { status: 'PENDING_COMPLETION' }],
    ['that the customer wants destroyed', { postSequenceOption: 'DESTROY' }],
    ['that is sent back', { postSequenceOption: 'SHIP' }],
  ] as const)('has no sample %s', async (_case, overrides) => {
    const { waiting } = closedOrder(overrides);
    expect(await waiting()).toEqual([]);
  });
});
