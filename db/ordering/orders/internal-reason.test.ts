import { expect, test } from 'vitest';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { cancelOrder } from './end-order.ts';
import { holdOrder, releaseOrder } from './hold-order.ts';

const REASONS = { reason: 'Your address is unclear.', internalReason: 'Called twice, no answer.' };

test('words for the lab stand in the history of a held order, and in no field that the customer reads', async () => {
  const bench = await openBillingBench({ status: 'RECEIVED', specimens: ['RECEIVED'] });
  await runRule(bench.world, holdOrder, { orderId: 'order', ...REASONS }, inOffice('CS_REP'));
  const holdEvents = bench.world.select(event, { targetId: 'order', type: 'ORDER_HELD' });
  expect(holdEvents).toMatchObject([{ customerVisible: true, data: REASONS }]);
  expect(bench.order()).toMatchObject({ status: 'ON_HOLD', holdReason: REASONS.reason });
  expect(bench.world.all(specimen)).toMatchObject([{ holdReason: REASONS.reason }]);
  expect(JSON.stringify([bench.order(), bench.world.all(specimen)])).not.toContain(REASONS.internalReason);
  await runRule(
    bench.world,
    releaseOrder,
    { orderId: 'order', internalReason: 'Address is found.' },
    inOffice('CS_REP'),
  );
  const [released] = bench.world.select(event, { targetId: 'order', type: 'ORDER_HOLD_RELEASED' });
  expect(released?.data).toMatchObject({ internalReason: 'Address is found.' });
});

test('a customer has no words that only the lab reads', async () => {
  const bench = await openBillingBench({ status: 'ORDERED', specimens: ['ORDERED'] });
  const manager = inOffice('COMPANY_MANAGER');
  const customer = { ...manager, actor: { ...manager.actor, companyId: 'customer' } };
  await runRule(bench.world, cancelOrder, { orderId: 'order', ...REASONS }, customer);
  const [canceled] = bench.world.select(event, { targetId: 'order', type: 'ORDER_CANCELED' });
  expect(canceled?.data).toMatchObject({ reason: REASONS.reason });
  expect(canceled?.data).not.toHaveProperty('internalReason');
});
