import { expect, test } from 'vitest';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { service } from '#db/ordering/services/service.ts';
import { event } from '#db/records/events/event.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { mayCopyOrder } from './continuation.ts';
import { copyOrder } from './copy-order.ts';
import { dataUseInfo } from './data-use-info.ts';

const CUSTOMER = {
  ...inRole('COMPANY_USER'),
  actor: { ...inRole('COMPANY_USER').actor, companyId: 'customer' },
};

function openCopyBench(overrides: Partial<Order> = {}) {
  const bench = openFinishedOrder(overrides);
  const copy = (caller = inRole('CS_REP')) =>
    runRule(bench.world, copyOrder, { orderId: 'next', copiedOrderId: 'order' }, caller);
  const change = (id: string, more: Partial<Specimen>) => {
    const row = bench.world.one(specimen, id);
    if (!row) throw new Error(`No specimen ${id}.`);
    bench.world.putRow(specimen, { ...row, ...more });
  };
  return { ...bench, copy, change };
}

test('a copied order is a draft with the service, handling and addresses of the order', async () => {
  const address = { street1: '1 Main Street' };
  const bench = openCopyBench({
    postSequenceOption: 'DESTROY',
    packageCount: 2,
    billingAddress: address,
    shippingAddress: address,
  });
  await bench.copy();
  expect(bench.draft()).toMatchObject({
    status: 'DRAFT',
    companyId: 'customer',
    protocolId: 'wgs',
    orderType: 'SALES_ORDER',
    orderClassification: 'STANDARD',
    sourceOrderId: null,
    postSequenceOption: 'DESTROY',
    packageCount: 2,
    projectedSpecimenCount: 3,
    billingAddress: address,
    shippingAddress: address,
  });
  expect(bench.draft().orderNumber).not.toBe('W-000100');
});

test('nothing that was received, paid or signed is copied', async () => {
  const bench = openCopyBench({
    purchaseOrderNumber: 'PO-1',
    purchaseOrderFileId: 'file',
    billingVerifiedPurchaseOrder: true,
    trackingNumber: '1Z999',
    paymentStatus: 'PAID_IN_FULL',
    total: 1000,
  });
  bench.change('done', {
    paidFor: true,
    tubeBarcode: 'TUBE-1',
    shipmentPlateBarcode: 'PLATE-1',
    collectedAt: '2026-11-01T10:00:00.000Z',
    salesPrice: 500,
  });
  await bench.copy();
  expect(bench.draft()).toMatchObject({
    purchaseOrderNumber: null,
    purchaseOrderFileId: null,
    billingVerifiedPurchaseOrder: false,
    trackingNumber: null,
    paymentStatus: 'PENDING',
    submittedAt: null,
    receivedAt: null,
    total: 0,
  });
  expect(bench.world.select(dataUseInfo, { orderId: 'next' })).toEqual([]);
  expect(bench.rows()).toHaveLength(3);
  for (const row of bench.rows())
    expect(row).toMatchObject({
      status: 'DRAFT',
      julianId: null,
      receivedAt: null,
      completedAt: null,
      collectedAt: null,
      tubeBarcode: null,
      shipmentPlateBarcode: null,
      failureReason: null,
      sourceSpecimenId: null,
      paidFor: false,
      salesPrice: 0,
    });
  expect(bench.samples()).toEqual([]);
});

test('specimens are copied with description and well, numbered anew, without canceled ones', async () => {
  const bench = openCopyBench({ packageType: 'PLATE', plateCount: 1 });
  bench.change('failed', { status: 'CANCELED' });
  bench.change('done', {
    shipmentPlateNumber: 1,
    shipmentPlateLocation: 'B1',
    providedConcentration: '12.5',
    providedVolume: '40',
  });
  await bench.copy();
  const { orderNumber, plateCount, projectedSpecimenCount } = bench.draft();
  expect(orderNumber).toBeNull();
  expect([plateCount, projectedSpecimenCount]).toEqual([1, 2]);
  expect(bench.rows()).toMatchObject([
    {
      customerSampleId: 'DONE',
      orderRow: 1,
      requisitionNumber: 'DRAFT-NEXT-001',
      shipmentPlateNumber: 1,
      shipmentPlateLocation: 'B1',
      providedConcentration: '12.5',
      providedVolume: '40',
    },
    { customerSampleId: 'EMPTY', orderRow: 2, requisitionNumber: 'DRAFT-NEXT-002' },
  ]);
});

test('the copy of a canceled order has all its specimens', async () => {
  const bench = openCopyBench({ status: 'CANCELED' });
  for (const id of ['failed', 'done', 'empty']) bench.change(id, { status: 'CANCELED' });
  await bench.copy();
  expect(bench.rows()).toHaveLength(3);
});

test('the history of the copy names the order', async () => {
  const bench = openCopyBench();
  await bench.copy();
  const [created] = bench.world.select(event, { targetId: 'next' });
  expect(created).toMatchObject({
    type: 'ORDER_CREATED',
    data: { copiedOrderId: 'order', copiedOrderNumber: 'W-000100' },
  });
});

test('a customer copies only orders of the own organization, with an order type that is offered', async () => {
  const bench = openCopyBench();
  await bench.copy(CUSTOMER);
  expect(bench.draft().orderType).toBe('ONLINE');
  await expect(openCopyBench().copy(inRole('COMPANY_USER'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('drafts, continuations and services off sale are not copied', async () => {
  await expect(openCopyBench({ status: 'DRAFT' }).copy()).rejects.toThrow(
    'The order is a draft. Continue it.',
  );
  await expect(openCopyBench({ orderClassification: 'REWORK' }).copy()).rejects.toThrow(
    'Order W-000100 continues another order. Copy that one.',
  );
  const bench = openCopyBench();
  for (const row of bench.world.all(service)) bench.world.putRow(service, { ...row, status: 'DRAFT' });
  await expect(bench.copy()).rejects.toMatchObject({ code: 'NOT_ON_SALE' });
});

test('only roles that draft orders copy them', async () => {
  const row = { status: 'COMPLETED', orderClassification: 'STANDARD' } as const;
  expect(mayCopyOrder('COMPANY_USER', row)).toBe(true);
  expect(mayCopyOrder('LAB_TECH', row)).toBe(false);
  await expect(openCopyBench().copy(inRole('LAB_TECH'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
