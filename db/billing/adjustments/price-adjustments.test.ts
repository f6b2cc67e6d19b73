import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { inRole, openPriceBench } from '#db/factories/benches/price-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { event } from '#db/records/events/event.ts';
import { priceAdjustment } from './price-adjustment.ts';
import {
  decidePriceAdjustment,
  proposePriceAdjustment,
  withdrawPriceAdjustment,
} from './propose-price-adjustment.ts';

describe('an adjustment of an order', () => {
  const percent = (percentBps: number) => ({
    type: 'DISCOUNT_PERCENT' as const,
    percentBps,
    label: 'Pilot',
    reason: 'First order.',
  });
  const propose = (world: MemoryWorld, adjustment: object, role: Role, adjustmentId = 'adj') =>
    runRule(
      world,
      proposePriceAdjustment,
      { orderId: 'order', adjustmentId, adjustment: adjustment as ReturnType<typeof percent> },
      inRole(role),
    );
  const decide = (world: MemoryWorld, role: Role, more: object = {}, userId?: string) =>
    runRule(
      world,
      decidePriceAdjustment,
      { adjustmentId: 'adj', decision: 'APPROVED', ...more },
      inRole(role, userId),
    );

  test("as a discount counts once the sales leader has approved a representative's proposal", async () => {
    const { world } = openPriceBench();
    await propose(world, percent(1000), 'SALES_REP');
    expect(world.one(order, 'order')?.total).toBe(100_000);
    await decide(world, 'SALES_LEADER');
    expect(world.one(order, 'order')?.total).toBe(90_000);
    expect(world.one(priceAdjustment, 'adj')).toMatchObject({ status: 'APPROVED', computedAmount: 10_000 });
    const customerEvents = world
      .select(event, { type: 'PRICE_ADJUSTED' })
      .filter(({ customerVisible }) => customerVisible);
    expect(customerEvents.map(({ data }) => [data['from'], data['to']])).toEqual([[100_000, 90_000]]);
  });

  test('above ten percent needs the sales leader first and billing to decide', async () => {
    const { world } = openPriceBench();
    await propose(world, percent(1500), 'SALES_REP');
    await expect(decide(world, 'BILLING_MANAGER')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await decide(world, 'SALES_LEADER')).code).toBe('WAITS_FOR_APPROVAL');
    expect(world.one(order, 'order')?.total).toBe(100_000);
    await expect(decide(world, 'SALES_LEADER')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await decide(world, 'BILLING_MANAGER');
    expect(world.one(order, 'order')?.total).toBe(85_000);
  });

  test('counts together with other discounts towards the limit', async () => {
    const { world } = openPriceBench();
    await propose(world, percent(600), 'SALES_REP', 'first');
    await runRule(
      world,
      decidePriceAdjustment,
      { adjustmentId: 'first', decision: 'APPROVED' },
      inRole('SALES_LEADER'),
    );
    await propose(world, percent(600), 'SALES_REP');
    expect((await decide(world, 'SALES_LEADER')).code).toBe('WAITS_FOR_APPROVAL');
  });

  test('is never approved by its proposer', async () => {
    const { world } = openPriceBench();
    await propose(world, percent(500), 'SALES_LEADER');
    await expect(decide(world, 'SALES_LEADER')).rejects.toMatchObject({ code: 'OWN_PROPOSAL' });
    await decide(world, 'SALES_LEADER', {}, 'another-leader');
    expect(world.one(order, 'order')?.total).toBe(95_000);
  });

  test('as a fee of billing counts at once', async () => {
    const { world } = openPriceBench();
    await propose(
      world,
      { type: 'FEE', amount: 4550, label: 'Intake', reason: 'Canceled.' },
      'BILLING_MANAGER',
    );
    expect(world.one(order, 'order')?.total).toBe(104_550);
  });

  test('requires a reason for its rejection, and does not count then', async () => {
    const { world } = openPriceBench();
    await propose(world, percent(500), 'SALES_REP');
    await expect(decide(world, 'SALES_LEADER', { decision: 'REJECTED' })).rejects.toMatchObject({
      code: 'VALIDATION',
    });
    await decide(world, 'SALES_LEADER', { decision: 'REJECTED', reason: 'Not this year.' });
    expect(world.one(order, 'order')?.total).toBe(100_000);
    await expect(decide(world, 'SALES_LEADER')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  });

  test('is withdrawn by its proposer, on a draft too, and by no other representative', async () => {
    const { world } = openPriceBench({ status: 'DRAFT' });
    await propose(world, percent(500), 'SALES_REP');
    const withdraw = (userId?: string) =>
      runRule(world, withdrawPriceAdjustment, { adjustmentId: 'adj' }, inRole('SALES_REP', userId));
    await expect(withdraw('another')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await withdraw();
    expect(world.one(priceAdjustment, 'adj')?.deleted).toBe(true);
  });

  test.each(['CANCELED', 'COMPLETED', 'PENDING_APPROVAL', 'PO_UNDER_REVIEW'] as const)(
    'is refused on an order that is %s',
    async (status) => {
      const { world } = openPriceBench({ status });
      await expect(propose(world, percent(500), 'SALES_REP')).rejects.toThrow();
      expect(world.select(priceAdjustment, {})).toEqual([]);
    },
  );
});
