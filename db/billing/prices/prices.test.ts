import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { inRole, openPriceBench } from '#db/factories/benches/price-bench.ts';
import { buildPrice } from '#db/factories/build-billing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { event } from '#db/records/events/event.ts';
import { price, projectBasedPricing } from './price.ts';
import { priceTiers } from './price-tiers.ts';
import { endPrice, setPrice } from './set-price.ts';
import { decideProjectPrice, setProjectPrice } from './set-project-price.ts';

describe('the price list', () => {
  test('ends a price the day before a new one begins', async () => {
    const { world, set } = openPriceBench();
    await set({});
    expect(world.one(price, 'now')?.effectiveTo).toBe('2026-11-30');
    expect(world.one(price, 'set-1')).toMatchObject({ amount: 9000, effectiveFrom: '2026-12-01' });
    expect(world.select(event, { type: 'SERVICE_UPDATED' })).toHaveLength(1);
  });

  test('keeps other tiers and other kinds of company unchanged', async () => {
    const { world, set } = openPriceBench();
    await set({ minQuantity: 24 });
    await set({ companyType: 'CLINIC' });
    expect(world.one(price, 'now')?.effectiveTo).toBeNull();
  });

  test('refuses a price that would overlap a later one, unless it has a last day before that', async () => {
    const { set } = openPriceBench();
    await set({});
    await expect(set({ effectiveFrom: '2026-11-25' })).rejects.toThrow('2026-12-01');
    await expect(set({ effectiveFrom: '2026-11-25', effectiveTo: '2026-11-30' })).resolves.toBeDefined();
  });

  test('replaces a price that is set again for the same day', async () => {
    const { world, set } = openPriceBench();
    await set({});
    await set({ amount: 8500 });
    expect(world.one(price, 'set-1')?.deleted).toBe(true);
    expect(world.one(price, 'set-2')).toMatchObject({ amount: 8500, deleted: false });
  });

  test.each([
    [{ effectiveFrom: '2026-11-20' }, 'today or later'],
    [{ effectiveTo: '2026-11-30' }, 'before the first'],
    [{ protocolId: 'nothing' }, 'not found'],
  ])('refuses %j', async (more, text) => {
    await expect(openPriceBench().set(more)).rejects.toThrow(new RegExp(text, 'i'));
  });

  test.each([{ amount: -1 }, { amount: 1.5 }, { minQuantity: 0 }, { effectiveFrom: 'soon' }])(
    'rejects %j as bad input',
    async (more) => {
      await expect(openPriceBench().set(more)).rejects.toMatchObject({ code: 'VALIDATION' });
    },
  );

  test('cannot be changed by a sales representative', async () => {
    const { world } = openPriceBench();
    const args = { priceId: 'p', protocolId: 'wgs', minQuantity: 1, amount: 1, effectiveFrom: '2026-12-01' };
    await expect(runRule(world, setPrice, args, inRole('SALES_REP'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('continues the earlier price when a planned one is withdrawn', async () => {
    const { world, set } = openPriceBench();
    await set({});
    await runRule(world, endPrice, { priceId: 'set-1', lastDay: null }, inRole('SALES_LEADER'));
    expect(world.one(price, 'set-1')?.deleted).toBe(true);
    expect(world.one(price, 'now')?.effectiveTo).toBeNull();
  });

  test('keeps the last price of a service on sale, but not a tier for fewer specimens beside it', async () => {
    const { world, set } = openPriceBench();
    const end = (priceId: string) =>
      runRule(world, endPrice, { priceId, lastDay: '2026-11-30' }, inRole('SALES_LEADER'));
    await expect(end('now')).rejects.toMatchObject({ code: 'LAST_PRICE' });
    await set({ minQuantity: 24, effectiveFrom: '2026-11-21' });
    await end('set-1');
    expect(world.one(price, 'set-1')?.effectiveTo).toBe('2026-11-30');
    await expect(end('now')).rejects.toMatchObject({ code: 'LAST_PRICE' });
  });
});

test('has tiers where the price of a kind of company changes, within the limits of one order', () => {
  const prices = [
    buildPrice({ id: 'a', protocolId: 'wgs', amount: 100 }),
    buildPrice({ id: 'b', protocolId: 'wgs', amount: 90, minQuantity: 24 }),
    buildPrice({ id: 'c', protocolId: 'wgs', amount: 95, minQuantity: 10, companyType: 'UNIVERSITY' }),
    buildPrice({ id: 'd', protocolId: 'wgs', amount: 50, minQuantity: 500 }),
  ];
  const tierQuestion = { protocolId: 'wgs', day: '2026-11-21', minSpecimens: 8, maxSpecimens: 100 };
  const tiersFor = (companyType: 'COMPANY' | 'UNIVERSITY') =>
    priceTiers(prices, { ...tierQuestion, companyType }).map(({ minQuantity, amount }) => [
      minQuantity,
      amount,
    ]);
  expect(tiersFor('COMPANY')).toEqual([
    [8, 100],
    [24, 90],
  ]);
  expect(tiersFor('UNIVERSITY')).toEqual([
    [8, 100],
    [10, 95],
  ]);
});

describe('the price of a project', () => {
  const agree = (world: MemoryWorld, amount: number, role: Role, more: object = {}) =>
    runRule(
      world,
      setProjectPrice,
      {
        pricingId: 'agreed',
        projectId: 'cohort',
        protocolId: 'wgs',
        amount,
        effectiveFrom: '2026-11-21',
        ...more,
      },
      inRole(role),
    );
  const row = (world: MemoryWorld) => world.one(projectBasedPricing, 'agreed');

  test('counts at once up to ten percent below the list when the sales leader sets it', async () => {
    const { world } = openPriceBench();
    await agree(world, 9000, 'SALES_LEADER');
    expect(row(world)?.approvedAt).not.toBeNull();
  });

  test('counts once the sales leader approves when a project manager proposes it', async () => {
    const { world } = openPriceBench();
    expect((await agree(world, 9000, 'PROJECT_MANAGER')).code).toBe('WAITS_FOR_APPROVAL');
    expect(row(world)?.approvedAt).toBeNull();
    const args = { pricingId: 'agreed', decision: 'APPROVED' as const };
    await expect(runRule(world, decideProjectPrice, args, inRole('PROJECT_MANAGER'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await runRule(world, decideProjectPrice, args, inRole('SALES_LEADER'));
    expect(row(world)?.approvedById).toBe('user-SALES_LEADER');
  });

  test('further below is proposed by the sales leader and approved by billing', async () => {
    const { world } = openPriceBench();
    await expect(agree(world, 8000, 'PROJECT_MANAGER')).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await agree(world, 8000, 'SALES_LEADER');
    expect(row(world)?.approvedAt).toBeNull();
    const args = { pricingId: 'agreed', decision: 'APPROVED' as const };
    await expect(runRule(world, decideProjectPrice, args, inRole('SALES_LEADER'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await runRule(world, decideProjectPrice, args, inRole('BILLING_MANAGER'));
    expect(row(world)?.approvedById).toBe('user-BILLING_MANAGER');
  });

  test('is refused for the same days as another', async () => {
    const { world } = openPriceBench();
    await agree(world, 9500, 'SALES_LEADER');
    await expect(agree(world, 9400, 'SALES_LEADER', { pricingId: 'other' })).rejects.toMatchObject({
      code: 'PRICE_OVERLAPS',
    });
  });
});
