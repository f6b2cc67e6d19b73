import { describe, expect, it } from 'vitest';
import {
  buildCertification,
  buildEquipment,
  buildInventoryItem,
  buildInventoryType,
} from '#db/factories/build-inventory.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { event } from '#db/records/events/event.ts';
import { equipmentProblem, nextCertificationDue } from './certification-due.ts';
import { drawStock } from './draw-stock.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { inventoryType } from './inventory-type.ts';
import { lotWarningAtUse } from './lot-at-use.ts';
import { effectiveExpiration, lotProblem } from './lot-problem.ts';
import { openInventoryItem } from './open-inventory-item.ts';
import { addInterval } from './time-interval.ts';

const type = buildInventoryType({ id: 'type-lysis-buffer' });
const day = '2026-11-21';
const problemOf = (overrides: Partial<InventoryItem>) =>
  lotProblem(buildInventoryItem(overrides), type, type.id, { labDay: day, labTimezone: 'UTC' })?.message ??
  null;

describe('dates', () => {
  it('the 31st becomes the last day of a shorter month, and leap years count', () => {
    expect(addInterval('2026-01-31', 1, 'MONTH')).toBe('2026-02-28');
    expect(addInterval('2024-02-29', 1, 'YEAR')).toBe('2025-02-28');
    expect(addInterval('2026-12-30', 1, 'WEEK')).toBe('2027-01-06');
  });

  const goodUntil = (overrides: Partial<InventoryItem>, timeZone = 'UTC') =>
    effectiveExpiration(buildInventoryItem(overrides), type, timeZone);

  it('an opened item is good until the earlier of its printed date and its shelf life', () => {
    const openedAt = '2026-11-01T10:00:00.000Z';
    expect(goodUntil({ expirationDate: '2027-01-01' })).toBe('2027-01-01');
    expect(goodUntil({ expirationDate: '2027-01-01', openedAt })).toBe('2026-12-01');
    expect(goodUntil({ expirationDate: '2026-11-15', openedAt })).toBe('2026-11-15');
    expect(goodUntil({ expirationDate: null })).toBeNull();
  });

  it("a lot opened late in the lab's evening is good from the lab's day, not from that of London", () => {
    const openedItem = { expirationDate: '2027-01-01', openedAt: '2026-11-02T02:00:00.000Z' };
    expect(goodUntil(openedItem, 'America/New_York')).toBe('2026-12-01');
    expect(goodUntil(openedItem)).toBe('2026-12-02');
  });
});

describe('the use of a lot', () => {
  it.each([
    [{ inventoryTypeId: 'type-other' }, 'L2611 is not a Lysis buffer.'],
    [{ status: 'ORDERED' as const }, 'Lot L2611 has not been received.'],
    [{ status: 'USED' as const }, 'Lot L2611 is used up.'],
    [{ expirationDate: '2026-11-20' }, 'Lot L2611 expired on 2026-11-20.'],
    [{ quarantined: true }, 'Lot L2611 is quarantined.'],
    [{ expirationDate: '2026-11-21' }, null],
    [{}, null],
  ])('%o: %s', (overrides, message) => {
    expect(problemOf({ inventoryTypeId: type.id, ...overrides })).toBe(message);
  });

  it('a lot quarantined after its use was fine; a use after the quarantine flags the samples', async () => {
    const world = new MemoryWorld();
    const item = buildInventoryItem({ inventoryTypeId: type.id, quarantined: true });
    const context = buildContext({ occurredAt: '2026-11-21T12:00:00.000Z' });
    const stamp = { at: context.occurredAt, userId: 'user-1', entity: 'WBL' };
    await world.transaction(stamp, async (tx) => {
      await tx.insert(event, {
        id: 'event-1',
        type: 'ITEM_ADJUSTED',
        targetType: 'InventoryItem',
        targetId: item.id,
        occurredAt: '2026-11-21T12:00:00.000Z',
        data: { quarantined: true },
        customerVisible: false,
      });
      const use = (time: string) =>
        lotWarningAtUse(tx, item, type, buildContext({ occurredAt: `2026-11-21T${time}:00.000Z` }));
      expect(await use('11:00')).toBeNull();
      expect(await use('13:00')).toBe('Lot L2611 is quarantined. The samples are flagged for review.');
    });
  });
});

describe('stock', () => {
  const draw = (world: MemoryWorld, amount: string, occurredAt = '2026-11-21T10:00:00.000Z') => {
    const context = buildContext({ occurredAt });
    const stamp = { at: occurredAt, userId: context.actor.userId, entity: 'WBL' };
    return world.transaction(stamp, (tx) =>
      drawStock(tx, context, { itemId: 'item-1', amount, reason: 'Lysis' }),
    );
  };
  const worldWith = (overrides: Partial<InventoryItem> = {}) => {
    const world = new MemoryWorld();
    world.putRow(inventoryType, type);
    world.putRow(
      inventoryItem,
      buildInventoryItem({ id: 'item-1', inventoryTypeId: type.id, remaining: '1.5', ...overrides }),
    );
    return world;
  };
  const typesOf = (world: MemoryWorld) => world.all(event).map((one) => one.type);

  it('the last unit used by two people is booked twice and the lot is reported as over-drawn', async () => {
    const world = worldWith();
    expect((await draw(world, '1.2')).warning).toBeNull();
    const second = await draw(world, '1.2');
    expect(second.warning).toBe('Lot L2611 is over-drawn by 0.9.');
    expect(second.item).toMatchObject({ remaining: '-0.9', status: 'USED' });
  });

  it('the first use opens the lot', async () => {
    const world = worldWith({ remaining: '500' });
    expect((await draw(world, '10')).item).toMatchObject({
      status: 'OPENED',
      openedAt: '2026-11-21T10:00:00.000Z',
      remaining: '490',
    });
    expect(typesOf(world)).toContain('ITEM_OPENED');
  });

  it('a used lot that nobody received was received by then', async () => {
    const world = worldWith({ status: 'ORDERED', receivedAt: null, remaining: '500' });
    expect((await draw(world, '10')).item).toMatchObject({
      status: 'OPENED',
      receivedAt: '2026-11-21T10:00:00.000Z',
      remaining: '490',
    });
    expect(typesOf(world).slice(0, 2)).toEqual(['ITEM_RECEIVED', 'ITEM_OPENED']);
  });

  it('the draw that crosses the reorder point warns once', async () => {
    const world = worldWith({ remaining: '1005', quantity: '1005' });
    for (const amount of ['2', '10', '10']) await draw(world, amount);
    expect(typesOf(world).filter((one) => one === 'STOCK_LOW')).toHaveLength(1);
  });

  it('the earliest of two openings counts, and both are recorded', async () => {
    const world = worldWith();
    const open = (occurredAt: string) =>
      runRule(world, openInventoryItem, { itemId: 'item-1' }, { occurredAt });
    expect((await open('2026-11-21T10:00:00.000Z')).outcome).toBe('APPLIED');
    expect((await open('2026-11-21T09:00:00.000Z')).outcome).toBe('MERGED');
    expect((await open('2026-11-21T11:00:00.000Z')).outcome).toBe('MERGED');
    expect(world.all(inventoryItem)[0]?.openedAt).toBe('2026-11-21T09:00:00.000Z');
    expect(typesOf(world)).toEqual(['ITEM_OPENED', 'ITEM_OPENED', 'ITEM_OPENED']);
  });
});

describe('equipment', () => {
  const centrifuge = buildEquipment({ id: 'centrifuge' });
  const calibrated = (performedOn: string, expiresOn: string, result: 'PASS' | 'FAIL' = 'PASS') =>
    buildCertification({ equipmentId: 'centrifuge', performedOn, expiresOn, result });

  it('is out of calibration after its newest calibration ended, and from the day on which one failed', () => {
    const past = calibrated('2025-06-01', '2026-06-01');
    expect(equipmentProblem(centrifuge, [past], day)?.message).toBe(
      'Centrifuge 1 is out of calibration since 2026-06-01.',
    );
    expect(equipmentProblem(centrifuge, [past, calibrated('2026-05-20', '2027-05-20')], day)).toBeNull();
    const failed = calibrated('2026-11-01', '2027-11-01', 'FAIL');
    expect(equipmentProblem(centrifuge, [failed], day)?.message).toBe(
      'Centrifuge 1 is out of calibration since 2026-11-01.',
    );
  });

  it('without any calibration is due an interval after it was installed', () => {
    expect(nextCertificationDue(centrifuge, [])).toBe('2025-01-15');
    expect(equipmentProblem(centrifuge, [], day)?.message).toBe(
      'Centrifuge 1 is out of calibration since 2025-01-15.',
    );
    expect(equipmentProblem(buildEquipment({ certificationInterval: null }), [], day)).toBeNull();
  });

  it('in maintenance cannot be used', () => {
    const broken = buildEquipment({ status: 'MAINTENANCE' });
    expect(equipmentProblem(broken, [calibrated('2026-05-20', '2027-05-20')], day)?.message).toBe(
      'Centrifuge 1 is not active: maintenance.',
    );
  });
});
