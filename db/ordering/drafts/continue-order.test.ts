import { describe, expect, test } from 'vitest';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { removeRequisitions } from '#db/ordering/manifest/save-requisitions.ts';
import { order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUSES } from '#db/ordering/orders/order-status.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUSES } from '#db/specimens/specimen-status.ts';
import { continuationsFor } from './continuation.ts';
import { dataUseInfo } from './data-use-info.ts';
import { sourceProblem } from './source-specimens.ts';
import { discardDraft } from './start-order.ts';
import { updateOrderDraft } from './update-order-draft.ts';

const CUSTOMER = {
  ...inRole('COMPANY_USER'),
  actor: { ...inRole('COMPANY_USER').actor, companyId: 'customer' },
};
const facts = (more: Partial<Specimen>, rest: object = {}) => ({
  specimen: { status: 'COMPLETED' as const, completedAt: null, customerSampleId: 'S-1', ...more },
  materialLeft: true,
  retentionEnded: false,
  repeatedIn: null,
  ...rest,
});

describe('the right to continue an order', () => {
  test('lets order-entering staff rework it, customers order more of it, and the bench neither', () => {
    expect(continuationsFor('CS_REP', 'COMPLETED')).toEqual(['REWORK', 'SUPPLEMENTAL']);
    expect(continuationsFor('COMPANY_USER', 'COMPLETED')).toEqual(['SUPPLEMENTAL']);
    expect(continuationsFor('LAB_TECH', 'COMPLETED')).toEqual([]);
  });

  test('begins when work on it has begun', () => {
    const from = ORDER_STATUSES.filter((status) => continuationsFor('PROJECT_MANAGER', status).length > 0);
    expect(from.sort()).toEqual(['COMPLETED', 'PENDING_COMPLETION', 'PROCESSING']);
  });

  test('excludes a rework by a customer, and an order without work', async () => {
    await expect(openFinishedOrder().go('REWORK', ['failed'], CUSTOMER)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const unfinishedOrder = openFinishedOrder({ status: 'RECEIVED' });
    await expect(unfinishedOrder.go('SUPPLEMENTAL', ['done'])).rejects.toThrow(
      'Order W-000100 has no finished work to continue.',
    );
  });

  test('excludes orders of another organization', async () => {
    await expect(
      openFinishedOrder().go('SUPPLEMENTAL', ['done'], inRole('COMPANY_USER')),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('qualifying specimens', () => {
  test('for a rework are those that failed or were recalled', () => {
    const fit = SPECIMEN_STATUSES.filter((status) => sourceProblem('REWORK', facts({ status })) === null);
    expect(fit.sort()).toEqual(['FAILED_QC', 'FAILED_QC_CANCELED', 'IN_STORAGE', 'RESET']);
    const storedSpecimen = facts({ status: 'IN_STORAGE', completedAt: '2026-11-12T10:00:00.000Z' });
    expect(sourceProblem('REWORK', storedSpecimen)).toBe('S-1 has not failed and was not recalled.');
  });

  test('for more work are the finished ones', () => {
    const fit = SPECIMEN_STATUSES.filter(
      (status) => sourceProblem('SUPPLEMENTAL', facts({ status })) === null,
    );
    expect(fit.sort()).toEqual(['COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE']);
    expect(sourceProblem('SUPPLEMENTAL', facts({ status: 'IN_PROGRESS' }))).toBe(
      'The work on S-1 is not finished.',
    );
  });

  test('exclude those without material, after their retention, or already in use', () => {
    const noMaterialText = 'No material left for S-1.';
    expect(sourceProblem('SUPPLEMENTAL', facts({}, { materialLeft: false }))).toBe(noMaterialText);
    expect(sourceProblem('SUPPLEMENTAL', facts({}, { retentionEnded: true }))).toBe(noMaterialText);
    expect(sourceProblem('REWORK', facts({ status: 'FAILED_QC' }, { materialLeft: false }))).toBe(
      noMaterialText,
    );
    expect(sourceProblem('REWORK', facts({ status: 'FAILED_QC' }, { repeatedIn: 'order W-000009' }))).toBe(
      'S-1 is being repeated in order W-000009 already.',
    );
  });

  test.each([
    ['used up', { remainingVolume: '0' }],
    ['of unknown volume', { remainingVolume: null }],
    ['in work', { status: 'IN_PROGRESS' as const }],
    ['canceled', { status: 'CANCELED' as const }],
    ['a pool', { sampleKind: 'POOL' as const }],
  ])('exclude a sample that is %s', async (_, tube) => {
    const bench = openFinishedOrder();
    bench.put('other', 4, { status: 'COMPLETED' }, tube);
    await expect(bench.go('SUPPLEMENTAL', ['other'])).rejects.toThrow('No material left for OTHER.');
  });

  test('need the stage’s draw volume for a rework, and any volume for more work', async () => {
    const bench = openFinishedOrder();
    bench.put('little', 4, { status: 'FAILED_QC_CANCELED' }, { remainingVolume: '99' });
    await expect(bench.go('REWORK', ['little'])).rejects.toThrow('No material left for LITTLE.');
    expect((await bench.go('SUPPLEMENTAL', ['little'])).outcome).toBe('APPLIED');
  });

  test('leave nothing behind when one of two is refused', async () => {
    const bench = openFinishedOrder();
    await expect(bench.go('SUPPLEMENTAL', ['done', 'empty'])).rejects.toThrow('No material left for EMPTY.');
    expect(bench.world.one(order, 'next')).toBeUndefined();
    await expect(bench.go('SUPPLEMENTAL', ['nowhere'])).rejects.toThrow('Choose at least one specimen.');
  });
});

describe('a rework', () => {
  test('copies what is still valid and costs nothing', async () => {
    const bench = openFinishedOrder({ postSequenceOption: 'SHIP', packageType: 'PLATE' });
    await bench.go('REWORK', ['failed']);
    expect(bench.draft()).toMatchObject({
      status: 'DRAFT',
      orderClassification: 'REWORK',
      sourceOrderId: 'order',
      companyId: 'customer',
      protocolId: 'wgs',
      orderType: 'SALES_ORDER',
      postSequenceOption: 'SHIP',
      projectedSpecimenCount: 1,
    });
    expect(bench.rows()).toMatchObject([
      { sourceSpecimenId: 'failed', customerSampleId: 'FAILED', status: 'DRAFT', julianId: null },
    ]);
    expect(bench.world.select(priceAdjustment, { orderId: 'next' })).toMatchObject([
      { label: 'Rework', type: 'DISCOUNT_PERCENT', percentBps: 10_000, status: 'APPROVED' },
    ]);
    expect(bench.world.select(dataUseInfo, { orderId: 'next' })).toHaveLength(1);
  });

  test('waits for a manager when other roles enter it, and the original specimen keeps its status', async () => {
    const bench = openFinishedOrder();
    await bench.go('REWORK', ['failed']);
    await bench.submit();
    expect(bench.draft()).toMatchObject({ status: 'PENDING_APPROVAL', subtotal: 10_000, total: 0 });
    expect(bench.rows()[0]?.status).toBe('PENDING_APPROVAL');
    expect(bench.world.one(specimen, 'failed')?.status).toBe('FAILED_QC_CANCELED');
    const loggedEvent = bench.world.all(event).find(({ type }) => type === 'ORDER_CONTINUED');
    expect(loggedEvent).toMatchObject({
      targetId: 'order',
      data: { orderId: 'next', continuation: 'REWORK' },
    });
  });

  test('keeps its service, its type and its number of specimens', async () => {
    const bench = openFinishedOrder();
    await bench.go('REWORK', ['failed']);
    const change = (changes: object) =>
      runRule(
        bench.world,
        updateOrderDraft,
        { orderId: 'next', seenVersion: bench.draft().version, changes },
        inRole('CS_REP'),
      );
    const decided = 'This follows from the earlier order and cannot be changed here.';
    await expect(change({ orderType: 'ONLINE' })).rejects.toThrow(decided);
    await expect(change({ projectedSpecimenCount: 9 })).rejects.toThrow(decided);
    expect((await change({ postSequenceOption: 'DESTROY' })).outcome).toBe('APPLIED');
  });

  test('is entered once for one specimen, and again after the first was given up', async () => {
    const bench = openFinishedOrder();
    const staff = inRole('CS_REP');
    await bench.go('REWORK', ['failed'], staff, 'first');
    await expect(bench.go('REWORK', ['failed'])).rejects.toThrow(
      'FAILED is being repeated in the draft already.',
    );
    await runRule(bench.world, discardDraft, { orderId: 'first' }, staff);
    expect((await bench.go('REWORK', ['failed'])).outcome).toBe('APPLIED');
  });
});

describe('the choice of specimens', () => {
  test('can be changed in a draft: others are added, omitted ones removed, and numbers are not reused', async () => {
    const bench = openFinishedOrder();
    bench.put('more', 4, { status: 'COMPLETED' });
    await bench.go('SUPPLEMENTAL', ['done']);
    await bench.choose(['done', 'more']);
    expect(bench.rows().map(({ sourceSpecimenId, orderRow }) => [sourceSpecimenId, orderRow])).toEqual([
      ['done', 1],
      ['more', 2],
    ]);
    await bench.choose(['more']);
    await bench.choose(['more', 'failed']);
    expect(bench.rows().map(({ sourceSpecimenId, orderRow }) => [sourceSpecimenId, orderRow])).toEqual([
      ['more', 2],
      ['failed', 3],
    ]);
    expect(bench.draft().projectedSpecimenCount).toBe(2);
  });

  test('is the only way to name them: rows are neither typed nor removed', async () => {
    const bench = openFinishedOrder();
    await bench.go('SUPPLEMENTAL', ['done']);
    const [row] = bench.rows();
    await expect(
      runRule(
        bench.world,
        removeRequisitions,
        { orderId: 'next', specimenIds: [row?.id ?? ''] },
        inRole('CS_REP'),
      ),
    ).rejects.toThrow('Choose specimens from its list.');
  });

  test('is checked again at submission: material used in the meantime prevents it', async () => {
    const bench = openFinishedOrder();
    await bench.go('SUPPLEMENTAL', ['done']);
    const tube = bench.world.one(sample, 'tube-done');
    if (tube) bench.world.putRow(sample, { ...tube, remainingVolume: '0' });
    await expect(bench.submit()).rejects.toMatchObject({
      issues: [{ message: 'Row 1, Sample ID: No material left for DONE.' }],
    });
  });
});
