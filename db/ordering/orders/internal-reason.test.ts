import { expect, test } from 'vitest';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { cancelOrder } from './end-order.ts';
import { holdOrder, releaseOrder } from './hold-order.ts';

const WORDS = { reason: 'Your address is unclear.', internalReason: 'Called twice, no answer.' };

test('words for the lab stand in the history of a held order, and in no field that the customer reads', async () => {
  const bench = await openBillingBench({ status: 'RECEIVED', specimens: ['RECEIVED'] });
  await runRule(bench.world, holdOrder, { orderId: 'order', ...WORDS }, inOffice('CS_REP'));
  const held = bench.world.select(event, { targetId: 'order', type: 'ORDER_HELD' });
  expect(held).toMatchObject([{ customerVisible: true, data: WORDS }]);
  expect(bench.order()).toMatchObject({ status: 'ON_HOLD', holdReason: WORDS.reason });
  expect(bench.world.all(specimen)).toMatchObject([{ holdReason: WORDS.reason }]);
  expect(JSON.stringify([bench.order(), bench.world.all(specimen)])).not.toContain(WORDS.internalReason);
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
  await runRule(bench.world, cancelOrder, { orderId: 'order', ...WORDS }, customer);
  const [canceled] = bench.world.select(event, { targetId: 'order', type: 'ORDER_CANCELED' });
  expect(canceled?.data).toMatchObject({ reason: WORDS.reason });
  expect(canceled?.data).not.toHaveProperty('internalReason');
});
