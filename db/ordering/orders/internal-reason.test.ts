import { expect, test } from 'vitest';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { holdSpecimen } from '#db/specimens/holding/hold-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { cancelSpecimens } from './cancel-specimens.ts';
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

test('a note for the lab about a held specimen stands in its history, and in no field that the customer reads', async () => {
  const bench = await openBillingBench({ status: 'RECEIVED', specimens: ['RECEIVED'] });
  for (const row of bench.world.all(specimen))
    bench.world.putRow(specimen, { ...row, receivedAt: '2026-11-20T08:00:00.000Z' });
  const id = bench.world.all(specimen)[0]?.id ?? '';
  const hold = { specimenId: id, status: 'RECEIVED_ON_HOLD', ...REASONS } as const;
  await runRule(bench.world, holdSpecimen, hold, inOffice('LAB_MANAGER'));
  const secondHold = { ...hold, internalReason: 'Asked the courier.' };
  await runRule(bench.world, holdSpecimen, secondHold, inOffice('LAB_MANAGER'));
  const notes = bench.world.select(event, { targetId: id }).map(({ data }) => data['internalReason']);
  expect(notes).toEqual(expect.arrayContaining([REASONS.internalReason, 'Asked the courier.']));
  const [row] = bench.world.all(specimen);
  expect(row?.holdReason).toBe(REASONS.reason);
  expect(JSON.stringify(row)).not.toContain(REASONS.internalReason);
});

test('staff cancel specimens with a note for the lab, customers without one', async () => {
  const customer = { ...inOffice('COMPANY_MANAGER') };
  customer.actor = { ...customer.actor, companyId: 'customer' };
  for (const [by, note] of [
    [inOffice('CS_REP'), REASONS.internalReason],
    [customer, undefined],
  ] as const) {
    const bench = await openBillingBench({ status: 'ORDERED', specimens: ['ORDERED', 'ORDERED'] });
    const [{ id } = { id: '' }] = bench.world.all(specimen);
    await runRule(bench.world, cancelSpecimens, { orderId: 'order', specimenIds: [id], ...REASONS }, by);
    const [canceled] = bench.world.select(event, { targetId: id, type: 'SPECIMEN_CANCELED' });
    expect(canceled?.data['reason']).toBe(REASONS.reason);
    expect(canceled?.data['internalReason']).toBe(note);
  }
});
