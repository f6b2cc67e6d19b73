import { describe, expect, test } from 'vitest';
import { inOffice } from '#db/factories/benches/billing-bench.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { removeRequisitions } from './save-requisitions.ts';

/** Return an order with three rows, two of them on plate 1 and one on plate 2. */
function openRows(of: Partial<Order>, last: Partial<Specimen> = {}) {
  const world = new MemoryWorld();
  world.putRow(company, buildCompany({ id: 'customer' }));
  world.putRow(
    order,
    buildOrder({
      id: 'order',
      companyId: 'customer',
      createdByUserId: 'user-CS_REP',
      orderType: 'SALES_ORDER',
      packageType: 'PLATE',
      plateCount: 2,
      ...of,
    }),
  );
  for (const [n, plate] of [1, 1, 2].entries())
    world.putRow(
      specimen,
      buildSpecimen({
        id: `s${n + 1}`,
        orderId: 'order',
        orderRow: n + 1,
        status: 'DRAFT',
        shipmentPlateNumber: plate,
        receivedAt: null,
        julianId: null,
        ...(n === 2 ? last : {}),
      }),
    );
  const remove = (...specimenIds: string[]) =>
    runRule(world, removeRequisitions, { orderId: 'order', specimenIds }, inOffice('CS_REP'));
  const remainingIds = () => world.select(specimen, { orderId: 'order', deleted: false }).map(({ id }) => id);
  return { world, remove, left: remainingIds };
}

describe('removal of rows from an order', () => {
  test.each(['DRAFT', 'ANTICIPATED'] as const)(
    'is possible while it is %s, for one or all of them, and its plates follow',
    async (status) => {
      const { world, remove, left: remainingIds } = openRows({ status });
      await remove('s3');
      expect(remainingIds()).toEqual(['s1', 's2']);
      expect(world.one(order, 'order')?.plateCount).toBe(1);
      await remove('s1', 's2', 's2');
      expect(remainingIds()).toEqual([]);
      expect(world.one(order, 'order')?.plateCount).toBe(0);
      await expect(remove('s1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test.each(['PENDING_APPROVAL', 'ORDERED', 'ON_HOLD', 'CANCELED'] as const)(
    'is refused once the list is closed: while it is %s',
    async (status) => {
      const { remove, left: remainingIds } = openRows({ status });
      await expect(remove('s1')).rejects.toMatchObject({ code: 'ORDER_SUBMITTED' });
      expect(remainingIds()).toHaveLength(3);
    },
  );

  test('is refused when one of them arrived before the list was complete', async () => {
    const receivedFields = { status: 'RECEIVED_ON_HOLD', receivedAt: '2026-11-18T10:00:00.000Z' } as const;
    const { remove, left: remainingIds } = openRows({ status: 'ANTICIPATED' }, receivedFields);
    await expect(remove('s1')).rejects.toMatchObject({ code: 'WORK_HAS_BEGUN' });
    expect(remainingIds()).toHaveLength(3);
  });
});
