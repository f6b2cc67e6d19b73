import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { waitingRefunds } from '#db/billing/payments/waiting-refunds.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildDiscrepancy } from '#db/factories/build-specimens.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUSES, type SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { deleteSpecimen, mayDeleteSpecimen } from './delete-specimen.ts';
import { releaseOrder } from './hold-order.ts';

type Setting = NonNullable<Parameters<typeof openBillingBench>[0]>;
type Bench = Awaited<ReturnType<typeof openBillingBench>>;

const ORDERED: Setting = { status: 'ORDERED', specimens: ['ORDERED', 'ORDERED', 'ORDERED'] };
const remove = (bench: Bench, specimenId = 's1', role: Role = 'PROJECT_MANAGER', reason = 'Entered twice') =>
  runRule(bench.world, deleteSpecimen, { specimenId, reason }, inOffice(role));
const remainingIds = (bench: Bench) => bench.world.select(specimen, { deleted: false }).map(({ id }) => id);

describe('a specimen beyond the draft', () => {
  test('is deleted by directors and project managers with a reason, and its history stays', async () => {
    for (const role of ['LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR', 'PROJECT_MANAGER'] as const) {
      const bench = await openBillingBench(ORDERED);
      await expect(remove(bench, 's1', role, ' ')).rejects.toThrow();
      await remove(bench, 's1', role);
      expect(remainingIds(bench)).toEqual(['s2', 's3']);
      expect(bench.world.one(specimen, 's1')).toMatchObject({ deleted: true, status: 'CANCELED' });
      const loggedEvents = bench.world.select(event, { targetId: 's1' });
      expect(loggedEvents.map(({ type, data }) => [type, data['reason']])).toEqual([
        ['SPECIMEN_CANCELED', 'Entered twice'],
        ['SPECIMEN_DELETED', 'Entered twice'],
      ]);
      expect(loggedEvents.filter(({ customerVisible }) => customerVisible).map(({ type }) => type)).toEqual([
        'SPECIMEN_CANCELED',
      ]);
    }
  });

  test('is deleted by nobody else', async () => {
    const deleting = ROLES.filter((role) => mayDeleteSpecimen(role, { status: 'ORDERED' }, []));
    expect([...deleting].sort()).toEqual([
      'ADMIN',
      'DEVELOPER',
      'LAB_CLINICAL_DIRECTOR',
      'LAB_RESEARCH_DIRECTOR',
      'PROJECT_MANAGER',
    ]);
  });

  test('is not charged any more after its deletion, in the order and on its invoice', async () => {
    const bench = await openBillingBench({ ...ORDERED, bps: 1000 });
    expect(bench.order().total).toBe(27_000);
    await remove(bench, 's2');
    expect(bench.order()).toMatchObject({ subtotal: 20_000, total: 18_000, status: 'ORDERED' });
    expect(bench.drafts()[0]).toMatchObject({ totalDue: 18_000 });
  });

  test('deletes its order with it when it was the last', async () => {
    const bench = await openBillingBench({ status: 'ORDERED', specimens: ['ORDERED'] });
    await remove(bench);
    expect(bench.order().status).toBe('CANCELED');
    expect(bench.invoices()[0]?.status).toBe('CANCELED');
  });

  test('lets the others finish the order: missing material is not awaited any more', async () => {
    const bench = await openBillingBench({
      status: 'PROCESSING',
      specimens: ['COMPLETED', 'ACTION_REQUIRED'],
    });
    await remove(bench, 's2');
    expect(bench.order()).toMatchObject({ status: 'PENDING_COMPLETION', paymentStatus: 'AWAITING_BILLING' });
  });

  test('of a paid order gets its payment refunded, also while the order is held', async () => {
    for (const status of ['ORDERED', 'ON_HOLD'] as const) {
      const bench = await openBillingBench({
        status,
        orderType: 'ONLINE',
        heldFromStatus: status === 'ON_HOLD' ? 'ORDERED' : null,
        specimens: ['COMPLETED', 'COMPLETED'],
      });
      const [paidInvoice] = bench.invoices();
      await bench.within((tx, context) => readyToBill(tx, context, 'order'));
      await bench.issue(paidInvoice?.id ?? '');
      await bench.pay(paidInvoice?.id ?? '', 20_000, 'wire');
      await bench.within((tx) => tx.patch(specimen, 's1', { status: 'ORDERED', completedAt: null }));
      await remove(bench);
      const payments = bench.world.select(payment, { invoiceId: paidInvoice?.id ?? '' });
      expect([status, waitingRefunds(payments)]).toEqual([status, -10_000]);
      if (status !== 'ON_HOLD') continue;
      await runRule(
        bench.world,
        releaseOrder,
        { orderId: 'order', reason: null },
        inOffice('PROJECT_MANAGER'),
      );
      const later = bench.world.select(payment, { invoiceId: paidInvoice?.id ?? '' });
      expect(waitingRefunds(later)).toBe(-10_000);
    }
  });

  test('leaves its received material: the tube is out of the queue, and its open conflicts end', async () => {
    const bench = await openBillingBench({ status: 'RECEIVED', specimens: ['RECEIVED', 'RECEIVED'] });
    bench.world.putRow(
      sample,
      buildSample({ id: 'tube', specimenId: 's1', status: 'IN_QUEUE', batchId: null }),
    );
    bench.world.putRow(discrepancy, buildDiscrepancy({ id: 'odd', specimenId: 's1', resolution: 'OPEN' }));
    await remove(bench);
    expect(bench.world.one(sample, 'tube')).toMatchObject({ status: 'CANCELED', deleted: false });
    expect(bench.world.one(discrepancy, 'odd')).toMatchObject({
      resolution: 'CANCELED',
      resolutionNote: 'Entered twice',
    });
  });

  test('stays once any of its samples was in a batch, planned or run', async () => {
    const bench = await openBillingBench({ status: 'PROCESSING', specimens: ['IN_PROGRESS', 'RECEIVED'] });
    bench.world.putRow(batch, buildBatch({ id: 'batch', julianId: 'W26325-E01' }));
    bench.world.putRow(sample, buildSample({ id: 'tube', specimenId: 's1', batchId: 'batch' }));
    await expect(remove(bench)).rejects.toThrow('has been in batch W26325-E01, so it stays in the records.');
    expect(remainingIds(bench)).toEqual(['s1', 's2']);
  });

  test('can be deleted before the approval of its order, once only', async () => {
    for (const status of ['PENDING_APPROVAL', 'PO_UNDER_REVIEW'] as const) {
      const bench = await openBillingBench({ status, specimens: ['PENDING_APPROVAL'] });
      await expect(remove(bench)).rejects.toMatchObject({ code: 'WAITS_FOR_APPROVAL' });
    }
    const bench = await openBillingBench(ORDERED);
    await remove(bench);
    await expect(remove(bench)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(bench.world.select(event, { type: 'SPECIMEN_DELETED' })).toHaveLength(1);
  });

  test('can be deleted in every status except draft and finished ones', async () => {
    const deleted: SpecimenStatus[] = [];
    for (const status of SPECIMEN_STATUSES) {
      const bench = await openBillingBench({ status: 'PROCESSING', specimens: [status, 'IN_PROGRESS'] });
      const isAllowed = mayDeleteSpecimen('PROJECT_MANAGER', { status }, []);
      const isDeleted = await remove(bench).then(
        () => true,
        () => false,
      );
      expect([status, isDeleted]).toEqual([status, isAllowed]);
      if (isDeleted) deleted.push(status);
    }
    const not: Specimen['status'][] = ['DRAFT', 'COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE'];
    expect(SPECIMEN_STATUSES.filter((status) => !deleted.includes(status)).sort()).toEqual([...not].sort());
  });
});
