import { expect, test } from 'vitest';
import { judgedSpecimens } from '#db/billing/invoices/billed-specimens.ts';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { acceptedRepeats } from './accepted-repeats.ts';
import { cancelSpecimens } from './cancel-specimens.ts';
import { closingProblems } from './close-order.ts';
import { order } from './order.ts';
import { overrideCancelOrder } from './override-order.ts';

const MANAGER = inRole('PROJECT_MANAGER');
const STAMP = { at: '2026-11-21T10:00:00.000Z', userId: MANAGER.actor.userId, entity: MANAGER.actor.entity };

/** Return an order in work whose first specimen was reset, with an unsubmitted rework order for it. */
async function resetOrder() {
  const bench = openFinishedOrder({ status: 'PROCESSING', completedAt: null });
  bench.put('failed', 1, { status: 'RESET', failureReason: 'LAB_TECHNICIAN_ERROR' });
  await bench.go('REWORK', ['failed']);
  const within = bench.world.transaction.bind(bench.world, STAMP);
  return {
    ...bench,
    statuses: () => [bench.world.one(order, 'order')?.status, bench.world.one(specimen, 'failed')?.status],
    repeats: () => within((tx) => acceptedRepeats(tx, 'order')),
    problems: () => within((tx) => closingProblems(tx, 'order')),
    billabilities: () =>
      within(async (tx) =>
        (await judgedSpecimens(tx, { id: 'order' }, 'STANDARD')).map(({ billability }) => billability),
      ),
  };
}

test('a reset specimen holds its order open until its rework is accepted, and is finished then', async () => {
  const bench = await resetOrder();
  await bench.submit();
  expect([bench.draft().status, await bench.repeats()]).toEqual(['PENDING_APPROVAL', new Map()]);
  expect(bench.statuses()).toEqual(['PROCESSING', 'RESET']);
  expect(await bench.problems()).toContain('Waiting to be repeated: FAILED.');
  expect(await bench.billabilities()).toEqual(['EXPECTED', 'BILLABLE', 'BILLABLE']);

  const accepted = await resetOrder();
  await accepted.submit(MANAGER);
  expect(await accepted.repeats()).toEqual(new Map([['failed', accepted.draft().orderNumber]]));
  expect(accepted.statuses()).toEqual(['PENDING_COMPLETION', 'RESET']);
  expect(await accepted.problems()).not.toContain('Waiting to be repeated: FAILED.');
  expect(await accepted.billabilities()).toEqual(['BILLABLE', 'BILLABLE', 'BILLABLE']);
});

test('a canceled rework, or its canceled specimen, reopens the order of its source', async () => {
  for (const cancel of ['order', 'specimen']) {
    const bench = await resetOrder();
    await bench.submit(MANAGER);
    const orderId = 'next';
    const reason = 'Created by mistake';
    if (cancel === 'order') await runRule(bench.world, overrideCancelOrder, { orderId, reason }, MANAGER);
    else {
      const specimenIds = bench.rows().map(({ id }) => id);
      await runRule(bench.world, cancelSpecimens, { orderId, specimenIds, reason }, MANAGER);
    }
    expect([cancel, await bench.repeats()]).toEqual([cancel, new Map()]);
    expect([cancel, ...bench.statuses()]).toEqual([cancel, 'PROCESSING', 'RESET']);
  }
});

test('a supplemental order repeats nothing', async () => {
  const bench = await resetOrder();
  await bench.submit(MANAGER);
  const row = bench.draft();
  bench.world.putRow(order, { ...row, orderClassification: 'SUPPLEMENTAL' });
  expect(await bench.repeats()).toEqual(new Map());
});
