import { describe, expect, test } from 'vitest';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { cancelSpecimens } from './cancel-specimens.ts';
import { holdOrder, releaseOrder } from './hold-order.ts';
import { repriceOrder } from './reprice-order.ts';

type Bench = Awaited<ReturnType<typeof openBillingBench>>;

const cancel = (bench: Bench, ...specimenIds: string[]) =>
  runRule(
    bench.world,
    cancelSpecimens,
    { orderId: 'order', specimenIds, reason: 'Tube broke' },
    inOffice('PROJECT_MANAGER'),
  );
const hold = (bench: Bench) =>
  runRule(bench.world, holdOrder, { orderId: 'order', reason: 'Wait' }, inOffice('PROJECT_MANAGER'));
const release = (bench: Bench) =>
  runRule(bench.world, releaseOrder, { orderId: 'order', reason: 'Wait' }, inOffice('PROJECT_MANAGER'));
const worth = (bench: Bench) => {
  const [draft] = bench.drafts();
  const { subtotal, total } = bench.order();
  return { subtotal, total, invoice: draft?.totalDue, on: bench.linesOf(draft?.id ?? '')[0]?.specimenIds };
};

describe('the total of an unbilled order', () => {
  test('excludes a canceled specimen, and discounts apply to the rest', async () => {
    const bench = await openBillingBench({
      status: 'ORDERED',
      specimens: ['ORDERED', 'ORDERED', 'ORDERED', 'ORDERED'],
      bps: 1250,
      fixed: 5000,
      fee: 4550,
    });
    expect(worth(bench)).toMatchObject({ subtotal: 40_000, total: 34_550, invoice: 34_550 });
    await cancel(bench, 's2', 's4');
    expect(worth(bench)).toEqual({ subtotal: 20_000, total: 17_050, invoice: 17_050, on: ['s1', 's3'] });
    expect(bench.world.one(priceAdjustment, 'percent')?.computedAmount).toBe(2500);
  });

  test('stays without the canceled specimen after a later price change', async () => {
    const bench = await openBillingBench({ status: 'ORDERED', specimens: ['ORDERED', 'ORDERED'] });
    await cancel(bench, 's1');
    await bench.within((tx, context) => repriceOrder(tx, context, bench.order()));
    expect(worth(bench)).toEqual({ subtotal: 10_000, total: 10_000, invoice: 10_000, on: ['s2'] });
  });

  test('includes specimens that are not named yet, also while the order is held', async () => {
    const bench = await openBillingBench({
      status: 'ANTICIPATED',
      specimens: ['DRAFT'],
      projectedSpecimenCount: 3,
    });
    expect(worth(bench)).toMatchObject({ total: 30_000 });
    await hold(bench);
    await bench.within((tx, context) => repriceOrder(tx, context, bench.order()));
    expect(worth(bench)).toMatchObject({ total: 30_000 });
  });

  test('excludes a canceled specimen while the order is held; the others continue at its release', async () => {
    const bench = await openBillingBench({ status: 'ORDERED', specimens: ['ORDERED', 'ORDERED'] });
    await hold(bench);
    await cancel(bench, 's1');
    expect(bench.order()).toMatchObject({ status: 'ON_HOLD', total: 10_000 });
    await release(bench);
    expect(bench.order()).toMatchObject({ status: 'ORDERED', total: 10_000 });
  });

  test('excludes a specimen that the lab spoiled, once the order is updated', async () => {
    const bench = await openBillingBench({ specimens: ['COMPLETED', 'IN_PROGRESS', 'IN_PROGRESS'] });
    await bench.within((tx) =>
      tx.patch(specimen, 's2', { status: 'FAILED_QC_CANCELED', failureReason: 'LAB_TECHNICIAN_ERROR' }),
    );
    await cancel(bench, 's3');
    expect(worth(bench)).toEqual({ subtotal: 10_000, total: 10_000, invoice: 10_000, on: ['s1'] });
  });

  test('does not change an issued invoice; only open drafts are recomputed', async () => {
    const bench = await openBillingBench({ specimens: ['COMPLETED', 'IN_PROGRESS', 'IN_PROGRESS'] });
    await bench.billNow('s1');
    const issued = bench.invoices()[0]?.id ?? '';
    await bench.issue(issued);
    await cancel(bench, 's3');
    expect(bench.one(issued)).toMatchObject({ totalDue: 10_000 });
    expect(worth(bench)).toEqual({ subtotal: 20_000, total: 20_000, invoice: 10_000, on: ['s2'] });
  });

  test('reduces a sponsor’s invoice; the order of its participant stays at 0', async () => {
    const bench = await openBillingBench({
      status: 'ORDERED',
      orderType: 'CAMPAIGN',
      campaignCode: 'SPRING',
      specimens: ['ORDERED', 'ORDERED'],
    });
    await cancel(bench, 's2');
    expect(worth(bench)).toEqual({ subtotal: 10_000, total: 0, invoice: 10_000, on: ['s1'] });
  });
});
