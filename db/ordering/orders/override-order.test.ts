import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildOrderApproval } from '#db/factories/build-ordering.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { type ApprovalKind, orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { upcast } from '#db/sync/protocol-version.ts';
import { closeOrder } from './close-order.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import { releaseOrder } from './hold-order.ts';
import { OVERRIDE_TO, type OverrideTo, overridesFrom } from './order-actions.ts';
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts';
import { overrideOrder } from './override-order.ts';

type Setting = NonNullable<Parameters<typeof openBillingBench>[0]>;
type Bench = Awaited<ReturnType<typeof openBillingBench>>;

async function buildOrderIn(setting: Setting, ...open: ApprovalKind[]) {
  const bench = await openBillingBench(setting);
  for (const kind of open)
    bench.world.putRow(
      orderApproval,
      buildOrderApproval({ id: kind, orderId: 'order', kind, status: 'OPEN' }),
    );
  if (open.length > 0)
    await bench.within((tx) => tx.patch(invoice, bench.drafts()[0]?.id ?? '', { status: 'PENDING' }));
  return bench;
}
const force = (
  bench: Bench,
  status: OverrideTo,
  role: Role = 'PROJECT_MANAGER',
  reason = 'Agreed by phone',
) => runRule(bench.world, overrideOrder, { orderId: 'order', status, reason }, inOffice(role));
const forced = (bench: Bench) =>
  bench.world.select(event, { type: 'ORDER_OVERRIDE' }).map(({ data }) => [data['from'], data['to']]);
const statuses = (bench: Bench) => bench.world.all(specimen).map(({ status }) => status);
const approvals = (bench: Bench) =>
  bench.world.all(orderApproval).map(({ status, reason, decidedById }) => ({ status, reason, decidedById }));

describe('an order that is forced past its approvals', () => {
  test('waits for none of them any more and is accepted with all effects', async () => {
    const bench = await buildOrderIn(
      { status: 'PO_UNDER_REVIEW', specimens: ['PENDING_APPROVAL', 'PENDING_APPROVAL'] },
      'PURCHASE_ORDER',
      'CREDIT_LIMIT',
    );
    await force(bench, 'ORDERED');
    const closed = {
      status: 'WITHDRAWN',
      reason: 'Agreed by phone',
      decidedById: 'user-PROJECT_MANAGER',
    };
    expect(approvals(bench)).toEqual([closed, closed]);
    expect(statuses(bench)).toEqual(['ORDERED', 'ORDERED']);
    expect(bench.order()).toMatchObject({ status: 'ORDERED', paymentStatus: 'SERVICE_IN_PROGRESS' });
    expect(bench.world.select(shipment, { orderId: 'order' })).toHaveLength(1);
    expect(forced(bench)).toEqual([['PO_UNDER_REVIEW', 'ORDERED']]);
  });

  test('reaches every status that can be forced, and leaves none of its approvals open', async () => {
    // None of it is finished, so it cannot be forced to be done.
    for (const to of OVERRIDE_TO.filter((one) => one !== 'PENDING_COMPLETION')) {
      const bench = await buildOrderIn(
        { status: 'PENDING_APPROVAL', specimens: ['PENDING_APPROVAL'] },
        'CREDIT_LIMIT',
      );
      await force(bench, to);
      expect([to, bench.order().status]).toEqual([to, to]);
      expect(approvals(bench)[0]?.status).toBe('WITHDRAWN');
      expect(statuses(bench)).toEqual(['ORDERED']);
      expect(forced(bench).at(-1)?.[1]).toBe(to);
    }
  });

  test('is anticipated while its specimens are not all named, and ordered when that is forced', async () => {
    const setting: Setting = {
      status: 'PENDING_APPROVAL',
      specimens: ['PENDING_APPROVAL'],
      projectedSpecimenCount: 3,
    };
    const waitingOrder = await buildOrderIn(setting, 'CREDIT_LIMIT');
    await force(waitingOrder, 'ANTICIPATED');
    expect([waitingOrder.order().status, ...statuses(waitingOrder)]).toEqual(['ANTICIPATED', 'DRAFT']);
    const forcedOrder = await buildOrderIn(setting, 'CREDIT_LIMIT');
    await force(forcedOrder, 'ORDERED');
    expect([forcedOrder.order().status, ...statuses(forcedOrder)]).toEqual(['ORDERED', 'ORDERED']);
  });
});

describe('closing an order', () => {
  test('names every unfinished specimen with what blocks it', async () => {
    const bench = await buildOrderIn({
      status: 'PENDING_COMPLETION',
      specimens: [
        'COMPLETED',
        'ORDERED',
        'SHIPPED',
        'IN_PROGRESS',
        'RECEIVED_ON_HOLD',
        'RECEIVED_QUARANTINED',
        'ACTION_REQUIRED',
        'FAILED_QC',
        'RESET',
        'CANCELED',
        'FAILED_QC_CANCELED',
      ],
    });
    const name = (n: number) => bench.world.one(specimen, `s${n}`)?.customerSampleId;
    await bench.within((tx, context) => readyToBill(tx, context, 'order'));
    await expect(
      runRule(bench.world, closeOrder, { orderId: 'order' }, inOffice('PROJECT_MANAGER')),
    ).rejects.toMatchObject({
      code: 'NOT_FINISHED',
      message: [
        `Never received: ${name(2)}, ${name(3)}.`,
        `In work: ${name(4)}.`,
        `On hold: ${name(5)}.`,
        `In quarantine: ${name(6)}.`,
        `Waiting for the customer: ${name(7)}.`,
        `Failed, not decided: ${name(8)}.`,
        `Waiting to be repeated: ${name(9)}.`,
        'Finish the work on these specimens, or cancel them, first.',
      ].join(' '),
    });
    expect(bench.order().status).toBe('PENDING_COMPLETION');
  });
});

describe('an override', () => {
  test('to hold is a hold: its tubes wait, and its release leads back', async () => {
    const bench = await buildOrderIn({ status: 'RECEIVED', specimens: ['RECEIVED', 'BATCH_ASSIGNED'] });
    bench.world.putRow(sample, buildSample({ id: 'tube', specimenId: 's1', status: 'IN_QUEUE' }));
    await force(bench, 'ON_HOLD');
    expect(statuses(bench)).toEqual(['RECEIVED_ON_HOLD', 'BATCH_ASSIGNED']);
    expect(bench.world.one(sample, 'tube')?.status).toBe('RECEIVED_ON_HOLD');
    await runRule(bench.world, releaseOrder, { orderId: 'order', reason: null }, inOffice('PROJECT_MANAGER'));
    expect(bench.order()).toMatchObject({ status: 'PROCESSING', heldFromStatus: null, holdReason: null });
    expect(bench.world.one(sample, 'tube')?.status).toBe('IN_QUEUE');
  });

  test('out of a hold releases what was held with the order', async () => {
    const bench = await buildOrderIn({ status: 'RECEIVED', specimens: ['RECEIVED'] });
    await force(bench, 'ON_HOLD');
    await force(bench, 'PROCESSING');
    expect(bench.order()).toMatchObject({ status: 'PROCESSING', heldFromStatus: null, holdReason: null });
    expect(statuses(bench)).toEqual(['RECEIVED']);
  });

  test('from all work done to a hold can be released again', async () => {
    const bench = await buildOrderIn({ status: 'PENDING_COMPLETION', specimens: ['COMPLETED'] });
    await force(bench, 'ON_HOLD');
    await runRule(bench.world, releaseOrder, { orderId: 'order', reason: null }, inOffice('PROJECT_MANAGER'));
    expect(bench.order().status).toBe('PENDING_COMPLETION');
  });

  test('to all work done allows issuing its invoice, so that it can be closed', async () => {
    const bench = await buildOrderIn({ status: 'PROCESSING', specimens: ['COMPLETED'] });
    await force(bench, 'PENDING_COMPLETION');
    expect(bench.order().paymentStatus).toBe('AWAITING_BILLING');
    await bench.within((tx) => tx.patch(specimen, 's1', { resultsReleasedAt: '2026-11-20T10:00:00.000Z' }));
    await runRule(bench.world, closeOrder, { orderId: 'order' }, inOffice('PROJECT_MANAGER'));
    expect(bench.order().status).toBe('COMPLETED');
  });

  test('to all work done ends unfinished specimens and bills charges, so that the invoice is issued and it is closed', async () => {
    const bench = await buildOrderIn({
      status: 'PROCESSING',
      specimens: ['COMPLETED', 'ORDERED', 'IN_PROGRESS', 'FAILED_QC', 'RECEIVED_ON_HOLD'],
    });
    bench.world.putRow(batch, buildBatch({ id: 'run', startedAt: '2026-11-19T10:00:00.000Z' }));
    bench.world.putRow(
      sample,
      buildSample({ id: 'tube', specimenId: 's3', status: 'IN_PROGRESS', batchId: 'run' }),
    );
    bench.world.putRow(sample, buildSample({ id: 'held', specimenId: 's5', status: 'RECEIVED_ON_HOLD' }));
    await force(bench, 'PENDING_COMPLETION');
    expect(statuses(bench)).toEqual(['COMPLETED', 'CANCELED', 'CANCELED', 'FAILED_QC_CANCELED', 'CANCELED']);
    expect([bench.world.one(sample, 'tube')?.status, bench.world.one(sample, 'held')?.status]).toEqual([
      'CANCELED',
      'CANCELED',
    ]);
    expect(bench.order()).toMatchObject({
      status: 'PENDING_COMPLETION',
      paymentStatus: 'AWAITING_BILLING',
      // The one with its result, and the one whose batch had started.
      total: 20_000,
    });
    await bench.issue(bench.drafts()[0]?.id ?? '');
    await runRule(bench.world, closeOrder, { orderId: 'order' }, inOffice('PROJECT_MANAGER'));
    expect(bench.order()).toMatchObject({ status: 'COMPLETED', paymentStatus: 'BILLED' });
  });

  test('to all work done ends only the specimens that its person was shown', async () => {
    const bench = await buildOrderIn({
      status: 'PROCESSING',
      specimens: ['COMPLETED', 'ORDERED', 'IN_PROGRESS'],
    });
    const to = { orderId: 'order', status: 'PENDING_COMPLETION', reason: 'Agreed by phone' } as const;
    const forceWith = (unfinished: string[]) =>
      runRule(bench.world, overrideOrder, { ...to, unfinished }, inOffice('PROJECT_MANAGER'));
    for (const otherIds of [['s2'], ['s1', 's2'], ['s2', 's3', 's1']])
      await expect(forceWith(otherIds)).rejects.toMatchObject({ code: 'UNFINISHED_CHANGED' });
    expect(statuses(bench)).toEqual(['COMPLETED', 'ORDERED', 'IN_PROGRESS']);
    await forceWith(['s3', 's2']);
    expect(statuses(bench)).toEqual(['COMPLETED', 'CANCELED', 'CANCELED']);
  });

  test('to all work done is refused without a finished specimen: the order is canceled instead', async () => {
    for (const setting of [
      { status: 'SHIPPED', specimens: ['SHIPPED', 'ORDERED'] },
      { status: 'PENDING_APPROVAL', specimens: ['PENDING_APPROVAL'] },
    ] as const) {
      const bench = await buildOrderIn(setting);
      await expect(force(bench, 'PENDING_COMPLETION')).rejects.toMatchObject({
        code: 'NOTHING_FINISHED',
        message: 'No specimen of this order is finished. Cancel the order instead.',
      });
      expect([bench.order().status, ...statuses(bench)]).toEqual([setting.status, ...setting.specimens]);
    }
  });

  test('of an older device counts as shown nothing', () => {
    const args = { orderId: 'order', status: 'PENDING_COMPLETION', reason: 'Agreed by phone' };
    const read = overrideOrder.args.safeParse(upcast('override-order', 1, overrideOrder.version, args));
    expect(read.data).toEqual({ ...args, internalReason: null, unfinished: null });
  });

  test('reopens a completed order and cannot change it otherwise', async () => {
    const bench = await buildOrderIn({
      status: 'COMPLETED',
      completedAt: '2026-11-20T10:00:00.000Z',
      specimens: ['COMPLETED'],
    });
    await expect(force(bench, 'RECEIVED')).rejects.toThrow(
      'Cannot change status from Completed to Received.',
    );
    await force(bench, 'PROCESSING');
    expect(bench.order()).toMatchObject({ status: 'PROCESSING', completedAt: null });
    await bench.within((tx, context) => deriveOrderStatus(tx, context, 'order'));
    expect(bench.order().status).toBe('PENDING_COMPLETION');
  });

  test('requires a reason and a project manager, and is refused for drafts and canceled orders', async () => {
    const bench = await buildOrderIn({ status: 'PROCESSING', specimens: ['IN_PROGRESS'] });
    await expect(force(bench, 'RECEIVED', 'PROJECT_MANAGER', '  ')).rejects.toThrow();
    for (const role of ['BILLING_MANAGER', 'LAB_MANAGER', 'CS_MANAGER'] as const)
      await expect(force(bench, 'RECEIVED', role)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(force(bench, 'PROCESSING')).rejects.toMatchObject({ code: 'NOTHING_CHANGED' });
    for (const status of ['DRAFT', 'CANCELED'] as const) {
      const endedOrder = await buildOrderIn({ status, specimens: ['IN_PROGRESS'] });
      await expect(force(endedOrder, 'RECEIVED')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    }
  });

  test('of an order held before its specimens were confirmed waits for its release', async () => {
    const bench = await buildOrderIn({
      status: 'ON_HOLD',
      heldFromStatus: 'ANTICIPATED',
      specimens: ['DRAFT'],
    });
    await expect(force(bench, 'PROCESSING')).rejects.toMatchObject({ code: 'RELEASE_FIRST' });
    await force(bench, 'ANTICIPATED');
    expect(bench.order().status).toBe('ANTICIPATED');
  });

  test('never leads to a draft, a wait without an approver, or an end', () => {
    const never: readonly OrderStatus[] = [
      'DRAFT',
      'PO_UNDER_REVIEW',
      'PENDING_APPROVAL',
      'COMPLETED',
      'CANCELED',
    ];
    for (const from of ORDER_STATUSES)
      for (const to of never) expect(overridesFrom(from).some((one) => one === to)).toBe(false);
    expect([...OVERRIDE_TO, ...never].sort()).toEqual([...ORDER_STATUSES].sort());
  });
});
