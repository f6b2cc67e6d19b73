import { describe, expect, test } from 'vitest';
import {
  AWAITED,
  at,
  LENA,
  manager,
  openInventoryBench as open,
  RECEIPT,
} from '#db/factories/benches/inventory-bench.ts';
import { buildInventoryItem, buildInventoryType } from '#db/factories/build-inventory.ts';
import { SINGLE_LAB } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { INVENTORY_ITEM_STATUS, INVENTORY_ITEM_STATUSES, inventoryItem } from './inventory-item.ts';
import { assertItemTransition, ITEM_LIFECYCLE } from './inventory-item-lifecycle.ts';
import { inventoryType } from './inventory-type.ts';

describe('the life cycle of an inventory item (4.6)', () => {
  test('leads from order to receipt, opening and use, and every event has the earlier status', async () => {
    const bench = open(null);
    await bench.add();
    expect(bench.item()).toMatchObject({
      status: 'ORDERED',
      orderedById: 'user-lena',
      lotNumber: null,
      barcode: 'LYS-1',
    });
    expect(bench.world.select(barcode, { value: 'LYS-1' })).toMatchObject([
      { targetId: 'item-1', active: true },
    ]);
    await bench.receive();
    expect(bench.item()).toMatchObject({
      status: 'RECEIVED',
      lotNumber: 'L7',
      expirationDate: '2027-05-31',
      quantity: '500',
      remaining: '500',
    });
    await bench.unseal();
    expect(bench.item()?.status).toBe('OPENED');
    await bench.use('Spilled');
    expect(bench.item()).toMatchObject({
      status: 'USED',
      disposalReason: 'Spilled',
      usedAt: '2026-11-21T11:00:00.000Z',
    });
    await bench.reopen();
    expect(bench.item()).toMatchObject({
      status: 'OPENED',
      disposalReason: null,
      usedAt: null,
      remaining: '500',
    });
    const steps = bench
      .told()
      .flatMap(({ type, data }) => (data['to'] === undefined ? [] : [[type, data['from'], data['to']]]));
    expect(steps).toEqual([
      ['ITEM_ORDERED', null, 'ORDERED'],
      ['ITEM_RECEIVED', 'ORDERED', 'RECEIVED'],
      ['ITEM_OPENED', null, '2026-11-21T10:00:00.000Z'],
      ['ITEM_USED', 'OPENED', 'USED'],
      ['ITEM_OPENED', 'USED', 'OPENED'],
    ]);
  });

  test('starts with the receipt for stock that is already on the shelf', async () => {
    const bench = open(null);
    await bench.add({ receipt: { ...RECEIPT, quantity: '250' } });
    expect(bench.item()).toMatchObject({
      status: 'RECEIVED',
      lotNumber: 'L7',
      quantity: '250',
      remaining: '250',
      orderedAt: null,
    });
  });

  test('refuses an unlisted transition, naming both statuses', () => {
    for (const from of INVENTORY_ITEM_STATUSES)
      for (const to of INVENTORY_ITEM_STATUSES)
        if (!ITEM_LIFECYCLE[from].includes(to))
          expect(() => assertItemTransition(from, to)).toThrow(cannotChange(INVENTORY_ITEM_STATUS, from, to));
  });
});

describe('a used-up mark', () => {
  test('discards a lot that was never opened; its remaining amount does not count as stock any more', async () => {
    const bench = open({ remaining: '300' }, { reorderPoint: '100' });
    bench.world.putRow(
      inventoryItem,
      buildInventoryItem({ id: 'other', inventoryTypeId: 'type-1', lotNumber: 'L8', remaining: '105' }),
    );
    await bench.use('Past its date');
    await bench.draw('10', 'other');
    expect(bench.world.select(event, { targetId: 'type-1' })).toMatchObject([
      { type: 'STOCK_LOW', data: { remaining: '95' } },
    ]);
  });

  test('of two people has the earlier time, and both are warned', async () => {
    const bench = open();
    await bench.use();
    expect(await bench.use('Empty too', at('10:30'))).toMatchObject({
      outcome: 'MERGED',
      message: 'Lot L2611 was already marked used; the earliest time is kept.',
    });
    expect(bench.item()?.usedAt).toBe('2026-11-21T10:30:00.000Z');
    expect(bench.told().filter(({ type }) => type === 'ITEM_USED')).toHaveLength(2);
  });

  test('from before a reopening by the manager keeps the lot open when it arrives late', async () => {
    const bench = open();
    await bench.use();
    await bench.reopen();
    expect(await bench.use('Late', at('11:30'))).toMatchObject({
      outcome: 'MERGED',
      message: 'Lot L2611 was reopened after that and stays open.',
    });
    expect(bench.item()?.status).toBe('OPENED');
    await bench.use('Now it is empty', at('13:00'));
    expect(bench.item()?.status).toBe('USED');
  });

  test('stays on a discarded lot when more is booked for it', async () => {
    const bench = open({ remaining: '0' });
    await bench.use();
    await bench.draw('-5');
    expect(bench.item()).toMatchObject({ status: 'USED', remaining: '5' });
  });
});

describe('a reopening', () => {
  test('is allowed to the lab manager, within 24 hours, for a used-up item', async () => {
    const bench = open();
    await expect(bench.reopen()).rejects.toThrow('Lot L2611 is not used up.');
    await bench.use();
    await expect(bench.reopen(null, at('12:00'))).rejects.toThrow('You do not have permission');
    const lateContext = { actor: LENA, occurredAt: '2026-11-22T11:00:00.001Z' };
    await expect(bench.reopen(null, lateContext)).rejects.toThrow(
      'Lot L2611 was used up more than 24 hours ago. Take another lot.',
    );
    expect(
      await bench.reopen(null, { ...lateContext, occurredAt: '2026-11-22T11:00:00.000Z' }),
    ).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(bench.item()).toMatchObject({ status: 'OPENED', openedAt: '2026-11-21T11:00:00.000Z' });
  });

  test('requires the amount for a lot without recorded stock', async () => {
    const bench = open({
      status: 'USED',
      usedAt: '2026-11-21T09:00:00.000Z',
      openedAt: '2026-11-20T09:00:00.000Z',
      remaining: '0',
    });
    await expect(bench.reopen()).rejects.toThrow('Enter how much is left of lot L2611.');
    await bench.reopen('12.5');
    expect(bench.item()).toMatchObject({
      status: 'OPENED',
      remaining: '12.5',
      openedAt: '2026-11-20T09:00:00.000Z',
    });
    expect(bench.told().at(-1)?.data).toMatchObject({
      remainingBefore: '0',
      remaining: '12.5',
      reason: 'The wrong tube was scanned',
    });
  });
});

describe('permissions and references', () => {
  test('a tech receives, opens and uses up, but orders nothing', async () => {
    const bench = open(null);
    await expect(bench.add({}, at('08:00', { deviceId: null }))).rejects.toThrow(
      'You do not have permission',
    );
    await expect(bench.add({}, manager('08:00'))).rejects.toThrow('online');
  });

  test('a code in use, a type and an item of an entity that the lab does not serve are refused', async () => {
    const bench = open(null);
    const actor = { ...LENA, lab: SINGLE_LAB };
    bench.world.putRow(inventoryType, buildInventoryType({ id: 'theirs', entity: 'RESONANT' }));
    await bench.add();
    await expect(bench.add({ itemId: 'item-2' })).rejects.toThrow('Barcode LYS-1 is already in use.');
    await expect(
      bench.add(
        { itemId: 'item-2', barcode: null, inventoryTypeId: 'theirs' },
        { ...at('08:00'), actor, deviceId: null },
      ),
    ).rejects.toThrow('Not found');
    await expect(bench.add({ barcode: null })).rejects.toThrow('This item exists already.');
    const other = open({ entity: 'RESONANT' });
    await expect(other.unseal(at('10:00', { actor }))).rejects.toThrow('Not found');
    await expect(other.use('Empty', at('11:00', { actor }))).rejects.toThrow('Not found');
  });

  test.each([
    [{ lotNumber: ' ' }],
    [{ quantity: '0' }],
    [{ quantity: '-4' }],
    [{ expirationDate: '31.12.2027' }],
    [{ colour: 'red' }],
  ])('%o is no receipt', async (wrong) => {
    await expect(open(AWAITED).receive(wrong)).rejects.toThrow();
  });
});
