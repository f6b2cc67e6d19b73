import { describe, expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import { openFinishedOrder } from '#db/factories/finished-order-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { Order } from '#db/ordering/order.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { moveSample } from './move-sample.ts';
import { type Sample, sample } from './sample.ts';
import { toBeStored } from './to-be-stored.ts';

/** A closed order with samples of two finished specimens in a box, and what a test puts beside them on a bench. */
function closedOrder(overrides: Partial<Order> = {}) {
  const { world } = openFinishedOrder(overrides);
  const put = (row: Parameters<typeof buildStorageManagement>[0]) =>
    world.put(storageManagement, buildStorageManagement(row));
  put({ id: 'freezer', type: 'FREEZER', name: 'Freezer 1', parentId: null });
  put({ id: 'cold', type: 'BOX', name: 'Cold box', parentId: 'freezer' });
  put({ id: 'disposed', type: 'DISPOSED', name: 'Disposed', parentId: null });
  const left = { status: 'COMPLETED', remainingVolume: '20', specimenId: 'done' } as const;
  const beside = (id: string, fields: Partial<Sample>) =>
    world.put(sample, buildSample({ ...left, id, barcode: id, storageLocationId: null, ...fields }));
  const waiting = async () => {
    const stamp = { at: '2026-11-21T10:00:00.000Z', userId: null, entity: 'WBL' };
    return (await world.transaction(stamp, (tx) => toBeStored(tx))).map(({ id }) => id);
  };
  return { world, beside, waiting };
}

describe('what is to be stored', () => {
  test('is what is left over of finished specimens of a closed order, wherever it lies', async () => {
    const { beside, waiting } = closedOrder();
    beside('in-hand', { custodianUserId: 'user-ann' });
    beside('library', { sampleKind: 'LIBRARY' });
    expect(await waiting()).toEqual(['tube-failed', 'tube-done', 'in-hand', 'library']);
  });

  test('is nothing that is used up, gone, a duplicate well or still in work', async () => {
    const { beside, waiting } = closedOrder();
    beside('empty', { remainingVolume: '0' });
    beside('gone', { storageLocationId: 'disposed' });
    beside('well', { sampleKind: 'DUPLICATE', duplicateOfSampleId: 'tube-done' });
    beside('working', { status: 'IN_PROGRESS' });
    expect(await waiting()).toEqual(['tube-failed', 'tube-done']);
  });

  test('is stored once it was put away', async () => {
    const { world, waiting } = closedOrder();
    await runRule(world, moveSample, { sampleId: 'tube-done', containerId: 'cold', position: 'A1' });
    expect(await waiting()).toEqual(['tube-failed']);
  });

  test.each([
    ['whose order is not closed yet', { status: 'PENDING_COMPLETION' }],
    ['that the customer wants destroyed', { postSequenceOption: 'DESTROY' }],
    ['that is sent back', { postSequenceOption: 'SHIP' }],
  ] as const)('is nothing %s', async (_which, overrides) => {
    const { waiting } = closedOrder(overrides);
    expect(await waiting()).toEqual([]);
  });
});
