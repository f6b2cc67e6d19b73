import { expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { invoice, invoiceLine } from '#db/billing/invoices/invoice.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { inRole, openPriceBench } from '#db/factories/benches/price-bench.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildInvoice, buildInvoiceLine, buildPayment } from '#db/factories/build-billing.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { deleteOrder } from './end-order.ts';
import { type Order, order } from './order.ts';
import { overrideCancelOrder } from './override-order.ts';

const RECEIVED = '2026-11-20T10:00:00.000Z';

/**
 * Return an order in work: one specimen waits in a batch, one is in work, one is finished, one failed by the
 * lab.
 */
function inWork(more: Partial<Order> = {}): MemoryWorld {
  const { world } = openPriceBench({
    status: 'PROCESSING',
    receivedAt: RECEIVED,
    projectedSpecimenCount: 4,
    ...more,
  });
  const putSpecimen = (id: string, orderRow: number, fields: Partial<Specimen>) =>
    world.putRow(
      specimen,
      buildSpecimen({ id, orderId: 'order', orderRow, salesPrice: 10_000, receivedAt: RECEIVED, ...fields }),
    );
  putSpecimen('waits', 1, { status: 'BATCH_ASSIGNED' });
  putSpecimen('works', 2, { status: 'IN_PROGRESS' });
  putSpecimen('done', 3, { status: 'COMPLETED', completedAt: RECEIVED });
  putSpecimen('spoilt', 4, { status: 'FAILED_QC', failureReason: 'LAB_TECHNICIAN_ERROR' });
  world.putRow(batch, buildBatch({ id: 'planned', status: 'NOT_STARTED', startedAt: null }));
  world.putRow(batch, buildBatch({ id: 'running', status: 'IN_PROGRESS', startedAt: RECEIVED }));
  const tube = (
    specimenId: string,
    batchId: string,
    status: 'BATCH_ASSIGNED' | 'IN_PROGRESS' | 'FAILED_QC',
  ) =>
    world.putRow(
      sample,
      buildSample({
        id: `tube-${specimenId}`,
        specimenId,
        batchId,
        status,
        plateLocation: 'A1',
        batchOrder: 1,
      }),
    );
  tube('waits', 'planned', 'BATCH_ASSIGNED');
  tube('works', 'running', 'IN_PROGRESS');
  tube('spoilt', 'running', 'FAILED_QC');
  return world;
}
const cancel = (world: MemoryWorld, role: Role = 'PROJECT_MANAGER') =>
  runRule(world, overrideCancelOrder, { orderId: 'order', reason: 'Study stopped' }, inRole(role));
const specimensOf = (world: MemoryWorld) =>
  Object.fromEntries(world.all(specimen).map(({ id, status, billable }) => [id, [status, billable]]));

test('canceling after receipt frees waiting wells, keeps finished specimens, and bills the work that had begun', async () => {
  const world = inWork();
  world.putRow(
    invoice,
    buildInvoice({
      id: 'draft',
      orderId: 'order',
      status: 'SERVICE_IN_PROGRESS',
      issuedAt: null,
      totalDue: 40_000,
    }),
  );
  await cancel(world);
  expect(world.one(order, 'order')).toMatchObject({
    status: 'CANCELED',
    cancelReason: 'Study stopped',
    total: 20_000,
    paymentStatus: 'AWAITING_BILLING',
  });
  expect(specimensOf(world)).toEqual({
    waits: ['CANCELED', false],
    works: ['CANCELED', true],
    done: ['COMPLETED', true],
    spoilt: ['CANCELED', false],
  });
  expect(world.one(sample, 'tube-waits')).toMatchObject({
    status: 'CANCELED',
    batchId: null,
    plateLocation: null,
  });
  expect(world.one(sample, 'tube-works')).toMatchObject({ status: 'CANCELED', batchId: 'running' });
  expect(world.one(invoice, 'draft')).toMatchObject({ status: 'AWAITING_BILLING', totalDue: 20_000 });
  const lines = world.all(invoiceLine).filter(({ deleted }) => !deleted);
  expect(lines.map(({ amount, specimenIds }) => [amount, [...specimenIds].sort()])).toEqual([
    [20_000, ['done', 'works']],
  ]);
});

test('payments for specimens that are not billed are refunded', async () => {
  const world = inWork({ orderType: 'ONLINE' });
  const paidInvoice = {
    orderId: 'order',
    status: 'PAID_IN_FULL',
    issuedAt: RECEIVED,
    totalDue: 40_000,
  } as const;
  world.putRow(invoice, buildInvoice({ id: 'paid', ...paidInvoice, amountPaid: 40_000 }));
  const specimenIds = ['waits', 'works', 'done', 'spoilt'];
  world.putRow(
    invoiceLine,
    buildInvoiceLine({ invoiceId: 'paid', quantity: 4, unitPrice: 10_000, amount: 40_000, specimenIds }),
  );
  world.putRow(payment, buildPayment({ id: 'card', invoiceId: 'paid', status: 'SUCCEEDED', amount: 40_000 }));
  await cancel(world);
  const refunds = world.all(payment).filter(({ kind }) => kind === 'REFUND');
  expect(refunds).toMatchObject([{ amount: -20_000, status: 'PENDING', refundsPaymentId: 'card' }]);
  // Its total equals what is billed, though its issued invoice stays unchanged.
  expect(world.one(order, 'order')).toMatchObject({ subtotal: 20_000, total: 20_000 });
});

test('only a project manager cancels after receipt, and an unreceived order needs no override', async () => {
  await expect(cancel(inWork(), 'CS_MANAGER')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { world } = openPriceBench({ status: 'ORDERED' });
  await expect(cancel(world)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
});

test('customer service deletes a draft with its rows; a submitted order is not deleted', async () => {
  const { world } = openPriceBench({ status: 'DRAFT' });
  world.putRow(specimen, buildSpecimen({ id: 'row', orderId: 'order', status: 'DRAFT', receivedAt: null }));
  const remove = (to: MemoryWorld) =>
    runRule(to, deleteOrder, { orderId: 'order', reason: 'Entered twice' }, inRole('CS_REP'));
  await remove(world);
  expect(world.all(order)).toMatchObject([{ status: 'CANCELED', deleted: true }]);
  await expect(remove(openPriceBench({ status: 'ORDERED' }).world)).rejects.toMatchObject({
    code: 'TRANSITION_NOT_ALLOWED',
  });
});
