import { afterEach, expect, test } from 'vitest';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import {
  buildInventoryItem,
  buildInventoryType,
  buildMeasurementUnit,
} from '#db/factories/build-inventory.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import { openTwoDevices, type TwoDevices } from './bench-world.ts';

let lab: TwoDevices;
afterEach(() => lab.close());

const itemId = 'lot-1';
const RECEIPT = { lotNumber: 'L1', expirationDate: '2099-11-30', quantity: null, qcPassed: null };

async function open(lot: Partial<InventoryItem>): Promise<void> {
  const world = buildBatchWorld();
  world.putRow(measurementUnit, buildMeasurementUnit({ id: 'unit-microlitre' }));
  world.putRow(inventoryType, buildInventoryType({ id: 'type-buffer', unitsPerItem: '500' }));
  world.putRow(inventoryItem, buildInventoryItem({ id: itemId, inventoryTypeId: 'type-buffer', ...lot }));
  lab = await openTwoDevices(world);
}

test('two users receive one delivery offline: the first to arrive counts, and both continue with the lot', async () => {
  await open({
    status: 'ORDERED',
    lotNumber: null,
    expirationDate: null,
    receivedAt: null,
    quantity: null,
    remaining: null,
  });
  const first = await lab.ann.does('receive-inventory-item', { itemId, receipt: RECEIPT }, 60);
  const openingId = await lab.ann.does('open-inventory-item', { itemId }, 50);
  expect(await lab.ann.shows('inventory-items', itemId)).toMatchObject({
    status: 'OPENED',
    lotNumber: 'L1',
    remaining: '500',
  });
  const second = await lab.bob.does(
    'receive-inventory-item',
    { itemId, receipt: { ...RECEIPT, lotNumber: 'L7' } },
    55,
  );
  const usageId = await lab.bob.does('mark-inventory-item-used', { itemId, reason: 'Dropped' }, 40);
  await lab.meet();
  expect(lab.ann.verdict(first)).toEqual({ outcome: 'APPLIED', message: null });
  expect(lab.ann.verdict(openingId)).toEqual({ outcome: 'APPLIED', message: null });
  expect(lab.bob.verdict(second)).toEqual({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'Already received as lot L1. Your entries are kept in its history.',
  });
  expect(lab.bob.verdict(usageId)).toEqual({ outcome: 'APPLIED', message: null });
  const lot = await lab.agreed('inventory-items', itemId);
  expect(lot).toMatchObject({
    status: 'USED',
    lotNumber: 'L1',
    disposalReason: 'Dropped',
    receivedById: 'user-ann',
  });
});

test('a lot that two users marked used offline was used at the earlier time, and only the manager reopens it', async () => {
  await open({ lotNumber: 'L1', status: 'OPENED', openedAt: '2026-11-01T08:00:00.000Z' });
  await lab.ann.does('mark-inventory-item-used', { itemId, reason: 'Empty' }, 30);
  const second = await lab.bob.does('mark-inventory-item-used', { itemId, reason: 'It was empty' }, 45);
  await lab.meet();
  expect(lab.bob.verdict(second)).toEqual({
    outcome: 'MERGED',
    message: 'Lot L1 was already marked used; the earliest time is kept.',
  });
  const { usedAt, status } = await lab.agreed('inventory-items', itemId);
  const minutesAgo = (Date.now() - Date.parse(String(usedAt))) / 60_000;
  expect([status, minutesAgo > 44]).toEqual(['USED', true]);
  expect(
    await lab.ann.isRefused('reopen-inventory-item', { itemId, reason: 'Not empty', remaining: null }),
  ).toContain('permission');
});

test('case 25: of two offline counts of an over-drawn lot the later stands on both devices in any order', async () => {
  await open({ lotNumber: 'L1', status: 'USED', openedAt: '2026-11-01T08:00:00.000Z', remaining: '-3' });
  const later = await lab.ann.does('count-inventory-item', { itemId, counted: '4' }, 10);
  const earlier = await lab.bob.does('count-inventory-item', { itemId, counted: '9' }, 30);
  expect(await lab.bob.shows('inventory-items', itemId)).toMatchObject({ remaining: '9', status: 'OPENED' });
  await lab.meet();
  expect(lab.ann.verdict(later)).toEqual({ outcome: 'APPLIED', message: null });
  expect(lab.bob.verdict(earlier)).toEqual({
    outcome: 'MERGED',
    message: 'Lot L1 was counted again after that; the later count applies.',
  });
  expect(await lab.agreed('inventory-items', itemId)).toMatchObject({
    remaining: '4',
    status: 'OPENED',
    countedById: 'user-ann',
  });
});
