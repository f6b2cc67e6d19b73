import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { inRole, openPriceBench } from '#db/factories/benches/price-bench.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildDiscrepancy, buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUSES } from '#db/specimens/specimen-status.ts';
import { cancelSpecimens, mayCancelSpecimen } from './cancel-specimens.ts';
import { type Order, order } from './order.ts';
import { ORDER_STATUSES } from './order-status.ts';

const RECEIVED = '2026-11-20T10:00:00.000Z';

function ordered(rows: readonly Partial<Specimen>[], more: Partial<Order> = {}): MemoryWorld {
  const { world } = openPriceBench({ status: 'ORDERED', projectedSpecimenCount: rows.length, ...more });
  for (const [at, fields] of rows.entries())
    world.putRow(
      specimen,
      buildSpecimen({
        id: `s${at + 1}`,
        customerSampleId: `S-${at + 1}`,
        orderId: 'order',
        orderRow: at + 1,
        status: 'ORDERED',
        receivedAt: null,
        ...fields,
      }),
    );
  return world;
}
const manager = {
  deviceId: null,
  actor: buildActor({ role: 'COMPANY_MANAGER', userId: 'manager', companyId: 'customer' }),
};
const cancel = (world: MemoryWorld, ids: readonly string[], as: Parameters<typeof runRule>[3] = manager) =>
  runRule(world, cancelSpecimens, { orderId: 'order', specimenIds: [...ids], reason: 'Tube was lost' }, as);
const statuses = (world: MemoryWorld) => world.all(specimen).map(({ status }) => status);

describe('a specimen of an order', () => {
  test('is canceled by the customer’s manager before it is received; the others continue', async () => {
    const world = ordered([{}, {}]);
    await cancel(world, ['s1']);
    expect(statuses(world)).toEqual(['CANCELED', 'ORDERED']);
    expect(world.one(order, 'order')?.status).toBe('ORDERED');
    const loggedEvent = world.all(event).find(({ type }) => type === 'SPECIMEN_CANCELED');
    expect(loggedEvent).toMatchObject({ targetId: 's1', data: { reason: 'Tube was lost' } });
  });

  test('cancels the order with it when it is the last', async () => {
    const world = ordered([{}, {}]);
    await cancel(world, ['s1', 's2']);
    expect(statuses(world)).toEqual(['CANCELED', 'CANCELED']);
    expect(world.one(order, 'order')?.status).toBe('CANCELED');
  });

  test('is canceled later only by lab and project managers; its tube is withdrawn and its open conflicts end', async () => {
    const open = () => {
      const world = ordered(
        [
          { status: 'RECEIVED', receivedAt: RECEIVED },
          { status: 'RECEIVED', receivedAt: RECEIVED },
        ],
        { status: 'RECEIVED', receivedAt: RECEIVED },
      );
      world.putRow(sample, buildSample({ id: 'tube', specimenId: 's1', status: 'IN_QUEUE' }));
      world.putRow(discrepancy, buildDiscrepancy({ id: 'odd', specimenId: 's1', resolution: 'OPEN' }));
      return world;
    };
    for (const role of ['CS_REP', 'SALES_REP'] as const) {
      const world = open();
      await expect(cancel(world, ['s1'], inRole(role))).rejects.toThrow();
      expect(statuses(world)).toEqual(['RECEIVED', 'RECEIVED']);
    }
    await expect(cancel(open(), ['s1'])).rejects.toThrow('S-1 cannot be canceled now. Reload the page.');
    const world = open();
    await cancel(world, ['s1'], inRole('LAB_MANAGER'));
    expect(statuses(world)).toEqual(['CANCELED', 'RECEIVED']);
    expect(world.one(sample, 'tube')?.status).toBe('CANCELED');
    expect(world.one(discrepancy, 'odd')).toMatchObject({
      resolution: 'CANCELED',
      resolutionNote: 'Tube was lost',
    });
  });

  test('is canceled with all chosen ones or none, and not in another order', async () => {
    const world = ordered([{}, { status: 'COMPLETED', receivedAt: RECEIVED }], { status: 'PROCESSING' });
    await expect(cancel(world, ['s1', 's2'], inRole('PROJECT_MANAGER'))).rejects.toThrow('S-2 cannot');
    await expect(cancel(world, ['s1', 'elsewhere'], inRole('PROJECT_MANAGER'))).rejects.toThrow();
    expect(statuses(world)).toEqual(['ORDERED', 'COMPLETED']);
  });
});

test('the right to cancel a specimen depends on its receipt, and excludes finished ones and orders before acceptance', () => {
  const may = (role: Role, status: Order['status'], row: Pick<Specimen, 'status' | 'receivedAt'>) =>
    mayCancelSpecimen(role, { status }, row);
  const shippedSpecimen = { status: 'SHIPPED', receivedAt: null } as const;
  const receivedSpecimen = { status: 'IN_PROGRESS', receivedAt: RECEIVED } as const;
  const roles = [
    'COMPANY_MANAGER',
    'COMPANY_USER',
    'CS_REP',
    'PROJECT_MANAGER',
    'LAB_MANAGER',
    'ADMIN',
  ] as const;
  expect(roles.filter((role) => may(role, 'SHIPPED', shippedSpecimen))).toEqual([
    'COMPANY_MANAGER',
    'CS_REP',
    'PROJECT_MANAGER',
    'ADMIN',
  ]);
  expect(roles.filter((role) => may(role, 'PROCESSING', receivedSpecimen))).toEqual([
    'PROJECT_MANAGER',
    'LAB_MANAGER',
    'ADMIN',
  ]);
  expect(ORDER_STATUSES.filter((status) => !may('ADMIN', status, shippedSpecimen))).toEqual(
    expect.arrayContaining(['DRAFT', 'PENDING_APPROVAL', 'PO_UNDER_REVIEW', 'COMPLETED', 'CANCELED']),
  );
  expect(
    SPECIMEN_STATUSES.filter(
      (status) => !may('ADMIN', 'PROCESSING', { status, receivedAt: RECEIVED }),
    ).sort(),
  ).toEqual(['CANCELED', 'COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE']);
});
