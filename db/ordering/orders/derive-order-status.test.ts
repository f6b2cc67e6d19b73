import { expect, test } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { deriveOrderStatus, orderStatusOf } from './derive-order-status.ts';
import { order } from './order.ts';
import type { OrderStatus } from './order-status.ts';

const line = (status: SpecimenStatus, receivedAt: string | null = null, deleted = false) => ({
  status,
  receivedAt,
  deleted,
});
const AT = '2026-11-21T10:00:00.000Z';

test.each<[string, ReturnType<typeof line>[], boolean, OrderStatus]>([
  ['1: nothing live is left', [line('CANCELED'), line('ORDERED', null, true)], false, 'CANCELED'],
  [
    '2: everything is finished',
    [line('COMPLETED', AT), line('FAILED_QC_CANCELED', AT), line('IN_STORAGE', AT)],
    true,
    'PENDING_COMPLETION',
  ],
  ['3: something is in work', [line('RECEIVED', AT), line('BATCH_ASSIGNED', AT)], true, 'PROCESSING'],
  ['3: something is finished, something waits', [line('SHIPPED'), line('COMPLETED', AT)], true, 'PROCESSING'],
  [
    '4: all that arrived is quarantined',
    [line('RECEIVED_QUARANTINED', AT), line('SHIPPED')],
    true,
    'QUARANTINED',
  ],
  ['4: some that arrived is not', [line('RECEIVED_QUARANTINED', AT), line('RECEIVED', AT)], true, 'RECEIVED'],
  ['5: something is under way', [line('DELIVERED'), line('ORDERED')], false, 'SHIPPED'],
  ['6: nothing has left yet', [line('ORDERED'), line('CANCELED')], false, 'ORDERED'],
  ['a replacement under way does not move the order back', [line('SHIPPED')], true, 'RECEIVED'],
])('rule %s', (_, lines, received, status) => {
  expect(orderStatusOf(lines, received)).toBe(status);
});

async function derived(
  from: OrderStatus,
  lines: ReturnType<typeof line>[],
  receivedAt: string | null = null,
) {
  const world = new MemoryWorld();
  world.putRow(order, buildOrder({ id: 'order-x', status: from, receivedAt }));
  for (const one of lines) world.putRow(specimen, buildSpecimen({ orderId: 'order-x', ...one }));
  const context = buildContext();
  await world.transaction({ at: context.occurredAt, userId: null, entity: 'WBL' }, (tx) =>
    deriveOrderStatus(tx, context, 'order-x'),
  );
  return {
    status: world.all(order)[0]?.status,
    steps: world.all(event).map((e) => `${e.data['from']} > ${e.data['to']}`),
  };
}

test('a derived change writes every listed transition', async () => {
  expect(await derived('SHIPPED', [line('BATCH_ASSIGNED', AT)], AT)).toEqual({
    status: 'PROCESSING',
    steps: ['SHIPPED > RECEIVED', 'RECEIVED > PROCESSING'],
  });
});

test('an order without specimens is not changed', async () => {
  expect(await derived('ORDERED', [])).toEqual({ status: 'ORDERED', steps: [] });
});

test.each<OrderStatus>([
  'DRAFT',
  'PENDING_APPROVAL',
  'PO_UNDER_REVIEW',
  'ANTICIPATED',
  'ON_HOLD',
  'CANCELED',
  'COMPLETED',
])('an order that is %s is never changed by derivation', async (status) => {
  expect(await derived(status, [line('RECEIVED', AT)], AT)).toEqual({ status, steps: [] });
});
