import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { invoice } from '#db/billing/invoice.ts';
import { inOffice, openBillingBench } from '#db/factories/billing-bench.ts';
import { buildOrderApproval } from '#db/factories/build-order-approval.ts';
import { buildSample } from '#db/factories/build-sample.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { ApprovalKind } from './approval-kind.ts';
import { closeOrder } from './close-order.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import { orderApproval } from './order-approval.ts';
import type { OrderStatus } from './order-status.ts';
import { ORDER_STATUSES } from './order-status.ts';
import { overrideOrder } from './override-order.ts';
import { OVERRIDE_TO, type OverrideTo, overridesFrom } from './override-to.ts';
import { releaseOrder } from './release-order.ts';
import { shipment } from './shipment.ts';

type Setting = NonNullable<Parameters<typeof openBillingBench>[0]>;
type Bench = Awaited<ReturnType<typeof openBillingBench>>;

async function standing(setting: Setting, ...open: ApprovalKind[]) {
  const bench = await openBillingBench(setting);
  for (const kind of open)
    bench.world.put(orderApproval, buildOrderApproval({ id: kind, orderId: 'order', kind, status: 'OPEN' }));
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
  bench.world.where(event, { type: 'ORDER_OVERRIDE' }).map(({ data }) => [data['from'], data['to']]);
const statuses = (bench: Bench) => bench.world.all(specimen).map(({ status }) => status);
const approvals = (bench: Bench) =>
  bench.world.all(orderApproval).map(({ status, reason, decidedById }) => ({ status, reason, decidedById }));

describe('an order that waits for approvals and is forced on', () => {
  test('waits for none of them any more and is accepted with all that belongs to it', async () => {
    const bench = await standing(
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
    expect(bench.world.where(shipment, { orderId: 'order' })).toHaveLength(1);
    expect(forced(bench)).toEqual([['PO_UNDER_REVIEW', 'ORDERED']]);
  });

  test('comes into every status that can be forced, and leaves none of its approvals open', async () => {
    for (const to of OVERRIDE_TO) {
      const bench = await standing(
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
    const waits = await standing(setting, 'CREDIT_LIMIT');
    await force(waits, 'ANTICIPATED');
    expect([waits.order().status, ...statuses(waits)]).toEqual(['ANTICIPATED', 'DRAFT']);
    const goesOn = await standing(setting, 'CREDIT_LIMIT');
    await force(goesOn, 'ORDERED');
    expect([goesOn.order().status, ...statuses(goesOn)]).toEqual(['ORDERED', 'ORDERED']);
  });
});

describe('an override', () => {
  test('into a hold is a hold: its tubes wait, and its release leads back', async () => {
    const bench = await standing({ status: 'RECEIVED', specimens: ['RECEIVED', 'BATCH_ASSIGNED'] });
    bench.world.put(sample, buildSample({ id: 'tube', specimenId: 's1', status: 'IN_QUEUE' }));
    await force(bench, 'ON_HOLD');
    expect(statuses(bench)).toEqual(['RECEIVED_ON_HOLD', 'BATCH_ASSIGNED']);
    expect(bench.world.one(sample, 'tube')?.status).toBe('RECEIVED_ON_HOLD');
    await runRule(bench.world, releaseOrder, { orderId: 'order', reason: null }, inOffice('PROJECT_MANAGER'));
    expect(bench.order()).toMatchObject({ status: 'PROCESSING', heldFromStatus: null, holdReason: null });
    expect(bench.world.one(sample, 'tube')?.status).toBe('IN_QUEUE');
  });

  test('out of a hold releases what was held with the order', async () => {
    const bench = await standing({ status: 'RECEIVED', specimens: ['RECEIVED'] });
    await force(bench, 'ON_HOLD');
    await force(bench, 'PROCESSING');
    expect(bench.order()).toMatchObject({ status: 'PROCESSING', heldFromStatus: null, holdReason: null });
    expect(statuses(bench)).toEqual(['RECEIVED']);
  });

  test('from all work done into a hold can be released again', async () => {
    const bench = await standing({ status: 'PENDING_COMPLETION', specimens: ['COMPLETED'] });
    await force(bench, 'ON_HOLD');
    await runRule(bench.world, releaseOrder, { orderId: 'order', reason: null }, inOffice('PROJECT_MANAGER'));
    expect(bench.order().status).toBe('PENDING_COMPLETION');
  });

  test('to all work done lets its invoice be issued, so that it can be closed', async () => {
    const bench = await standing({ status: 'PROCESSING', specimens: ['COMPLETED'] });
    await force(bench, 'PENDING_COMPLETION');
    expect(bench.order().paymentStatus).toBe('AWAITING_BILLING');
    await bench.within((tx) => tx.patch(specimen, 's1', { resultsReleasedAt: '2026-11-20T10:00:00.000Z' }));
    await runRule(bench.world, closeOrder, { orderId: 'order' }, inOffice('PROJECT_MANAGER'));
    expect(bench.order().status).toBe('COMPLETED');
  });

  test('reopens a completed order and does nothing else with it', async () => {
    const bench = await standing({
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

  test('needs a reason and a project manager, and leads out of no draft and no canceled order', async () => {
    const bench = await standing({ status: 'PROCESSING', specimens: ['IN_PROGRESS'] });
    await expect(force(bench, 'RECEIVED', 'PROJECT_MANAGER', '  ')).rejects.toThrow();
    for (const role of ['BILLING_MANAGER', 'LAB_MANAGER', 'CS_MANAGER'] as const)
      await expect(force(bench, 'RECEIVED', role)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(force(bench, 'PROCESSING')).rejects.toMatchObject({ code: 'NOTHING_CHANGED' });
    for (const status of ['DRAFT', 'CANCELED'] as const) {
      const ended = await standing({ status, specimens: ['IN_PROGRESS'] });
      await expect(force(ended, 'RECEIVED')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    }
  });

  test('of an order held before its specimens were confirmed waits for its release', async () => {
    const bench = await standing({ status: 'ON_HOLD', heldFromStatus: 'ANTICIPATED', specimens: ['DRAFT'] });
    await expect(force(bench, 'PROCESSING')).rejects.toMatchObject({ code: 'RELEASE_FIRST' });
    await force(bench, 'ANTICIPATED');
    expect(bench.order().status).toBe('ANTICIPATED');
  });

  test('never leads to a draft, a wait that nobody is asked about, or an end', () => {
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
