import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { setSalesPrice } from './set-sales-price.ts';

type Bench = Awaited<ReturnType<typeof openBillingBench>>;

const set = (bench: Bench, role: Role, salesPrice: number, ...specimenIds: string[]) =>
  runRule(
    bench.world,
    setSalesPrice,
    { orderId: 'order', specimenIds, salesPrice, reason: 'Agreed by phone.' },
    inOffice(role),
  );

describe('another price for chosen specimens', () => {
  test('counts at once: the order and the lines of its draft change, and customers read no reason', async () => {
    const bench = await openBillingBench({ bps: 1000 });
    await set(bench, 'BILLING_MANAGER', 12_000, 's2');
    expect(bench.world.one(specimen, 's2')?.salesPrice).toBe(12_000);
    expect(bench.order()).toMatchObject({ subtotal: 32_000, total: 28_800 });
    const [draft] = bench.drafts();
    expect(draft?.totalDue).toBe(28_800);
    const lines = bench.linesOf(draft?.id ?? '');
    expect(lines.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
      [2, 10_000],
      [1, 12_000],
      [1, -3200],
    ]);
    const [loggedEvent] = bench.world.select(event, { type: 'PRICE_ADJUSTED' });
    expect(loggedEvent?.data).toMatchObject({ from: 27_000, to: 28_800, salesPrice: 12_000, count: 1 });
    expect(loggedEvent?.data['reason']).toBeUndefined();
    expect(loggedEvent?.data['internalReason']).toBe('Agreed by phone.');
  });

  test('is lowered by the sales leader up to ten percent of the list in all, and by nobody who may not approve', async () => {
    const bench = await openBillingBench();
    await expect(set(bench, 'BILLING_MANAGER', 9000, 's1')).rejects.toMatchObject({
      code: 'SALES_LEADER_DECIDES',
    });
    await set(bench, 'SALES_LEADER', 7000, 's1');
    expect(bench.order().total).toBe(27_000);
    await expect(set(bench, 'SALES_LEADER', 9999, 's2')).rejects.toMatchObject({ code: 'BILLING_DECIDES' });
    expect(bench.order().total).toBe(27_000);
    await set(bench, 'ADMIN', 9999, 's2');
    expect(bench.order().total).toBe(26_999);
  });

  test('never changes an issued invoice, or another order', async () => {
    const bench = await openBillingBench();
    await bench.billNow('s1');
    const billed = bench.drafts().find(({ status }) => status === 'AWAITING_BILLING');
    await bench.issue(billed?.id ?? '');
    await expect(set(bench, 'ADMIN', 1, 's1', 's2')).rejects.toMatchObject({ code: 'INVOICE_ISSUED' });
    await expect(set(bench, 'ADMIN', 1, 'elsewhere')).rejects.toMatchObject({ code: 'NOT_OF_ORDER' });
    await set(bench, 'ADMIN', 11_000, 's2');
    expect(bench.one(billed?.id ?? '').totalDue).toBe(10_000);
    expect(bench.order().total).toBe(31_000);
  });

  test('is refused on a draft, and on an order that is closed or waits for an approval', async () => {
    for (const status of ['DRAFT', 'PENDING_APPROVAL', 'COMPLETED'] as const) {
      const bench = await openBillingBench({ status });
      await expect(set(bench, 'ADMIN', 11_000, 's1'), status).rejects.toThrow(/price|approval/);
    }
  });
});
