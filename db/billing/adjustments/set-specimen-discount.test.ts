import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { inRole, openPriceBench } from '#db/factories/benches/price-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { event } from '#db/records/events/event.ts';
import { setSpecimenDiscount } from './set-specimen-discount.ts';

const openDraft = (overrides: Partial<Order> = {}) =>
  openPriceBench({ status: 'DRAFT', pricePerSpecimen: 0, subtotal: 0, total: 0, ...overrides }).world;
const set = (world: MemoryWorld, discountPerSpecimen: number, role: Role = 'SALES_REP') =>
  runRule(
    world,
    setSpecimenDiscount,
    { orderId: 'order', discountPerSpecimen, reason: 'A pilot with ten tubes.' },
    inRole(role),
  );

describe('the discount on each specimen', () => {
  test('is set with a draft by roles that propose prices, and removed with zero', async () => {
    const world = openDraft();
    expect((await set(world, 1000)).code).toBe('WAITS_FOR_APPROVAL');
    expect(world.one(order, 'order')).toMatchObject({ discountPerSpecimen: 1000, pricePerSpecimen: 0 });
    expect((await set(world, 1000)).code).toBe('NOTHING_CHANGED');
    await set(world, 0);
    expect(world.one(order, 'order')?.discountPerSpecimen).toBe(0);
    const loggedEvents = world.select(event, { type: 'PRICE_ADJUSTED' });
    expect(loggedEvents.map(({ data }) => [data['before'], data['discountPerSpecimen']])).toEqual([
      [0, 1000],
      [1000, 0],
    ]);
    expect(loggedEvents.some(({ customerVisible }) => customerVisible)).toBe(false);
  });

  test('never exceeds the price of a specimen, and is refused on a free rework', async () => {
    const world = openDraft();
    await expect(set(world, 10_001)).rejects.toMatchObject({ code: 'ABOVE_PRICE' });
    await set(world, 10_000);
    await expect(set(openDraft({ orderClassification: 'REWORK' }), 100)).rejects.toMatchObject({
      code: 'FREE_OF_CHARGE',
    });
    await expect(set(openDraft({ protocolId: 'unpriced' }), 100)).rejects.toMatchObject({
      code: 'NO_PRICE',
    });
  });

  test('is fixed with the price when the order is submitted', async () => {
    const world = openDraft({ status: 'ANTICIPATED' });
    await expect(set(world, 100)).rejects.toMatchObject({ code: 'NOT_A_DRAFT' });
  });

  test('is refused to roles that only read prices', async () => {
    const world = openDraft();
    for (const role of ['CS_REP', 'COMPANY_MANAGER', 'LAB_MANAGER'] as const)
      await expect(set(world, 100, role)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(world.one(order, 'order')?.discountPerSpecimen).toBe(0);
  });
});
