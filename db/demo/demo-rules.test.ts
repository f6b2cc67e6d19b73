import { beforeAll, describe, expect, it } from 'vitest';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { orderTotals } from '#db/billing/invoices/order-totals.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { closingProblems } from '#db/ordering/orders/close-order.ts';
import { orderStatusOf } from '#db/ordering/orders/derive-order-status.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#db/ordering/orders/order-status.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { buildDemoLab, type DemoLab } from './demo-lab.ts';
import type { DemoWorld } from './demo-world.ts';

const SETTINGS = {
  now: '2026-11-21T14:00:00.000Z',
  labTimezone: 'America/New_York',
  passwordHash: 'x',
  pinHash: 'y',
};
/** These statuses change only manually; every other status follows from the specimens (domain 4.1). */
const BY_HAND: readonly OrderStatus[] = [
  'DRAFT',
  'PENDING_APPROVAL',
  'PO_UNDER_REVIEW',
  'ANTICIPATED',
  'ON_HOLD',
  'CANCELED',
  'COMPLETED',
];
/** The specimen statuses of an order whose status is set manually. */
const ALLOWED_SPECIMEN_STATUSES: Partial<Record<OrderStatus, readonly SpecimenStatus[]>> = {
  DRAFT: ['DRAFT'],
  PENDING_APPROVAL: ['PENDING_APPROVAL'],
  PO_UNDER_REVIEW: ['PENDING_APPROVAL'],
  ANTICIPATED: [],
  ON_HOLD: ['RECEIVED_ON_HOLD'],
  CANCELED: ['CANCELED'],
  COMPLETED: ['COMPLETED', 'IN_STORAGE', 'FAILED_QC_CANCELED'],
};
/** The allowed statuses of the newest tube of a specimen (domain 4.3). */
const TUBES: Partial<Record<SpecimenStatus, readonly SampleStatus[]>> = {
  RECEIVED: ['IN_QUEUE'],
  RECEIVED_QUARANTINED: ['RECEIVED_QUARANTINED'],
  RECEIVED_ON_HOLD: ['RECEIVED_ON_HOLD'],
  BATCH_ASSIGNED: ['BATCH_ASSIGNED'],
  IN_PROGRESS: ['IN_PROGRESS', 'IN_QUEUE', 'BATCH_ASSIGNED', 'COMPLETED', 'DEPLETED'],
  COMPLETED: ['IN_STORAGE', 'COMPLETED'],
  IN_STORAGE: ['IN_STORAGE'],
};

let lab: DemoLab;
beforeAll(async () => {
  lab = await buildDemoLab(SETTINGS);
});

describe.each(BUSINESS_ENTITIES)('the demo lab %s', (entity) => {
  let demo: DemoWorld;
  let orders: readonly Order[];
  beforeAll(() => {
    demo = lab[entity];
    orders = demo.all(order);
  });
  const specimensOf = ({ id }: Order): Specimen[] => demo.select(specimen, { orderId: id });
  const tubesOf = ({ id }: Specimen): Sample[] => demo.select(sample, { specimenId: id });

  it('has orders in every status, each matching its specimens', () => {
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
    for (const row of orders) {
      const specimens = specimensOf(row);
      const actual = [row.orderNumber, row.status];
      if (!BY_HAND.includes(row.status))
        expect(actual).toEqual([row.orderNumber, orderStatusOf(specimens, row.receivedAt !== null)]);
      const allowed = ALLOWED_SPECIMEN_STATUSES[row.status];
      if (allowed) expect(specimens.filter(({ status }) => !allowed.includes(status))).toEqual([]);
    }
  });

  it('numbers orders in the order in which they were begun', () => {
    const ordersByCreation = [...orders].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    const numbers = ordersByCreation.map(({ orderNumber }) => orderNumber);
    expect(numbers).toEqual([...numbers].sort());
  });

  it('prices submitted orders by their specimens and adjustments, and no draft', () => {
    for (const row of orders) {
      if (row.status === 'DRAFT') expect([row.total, row.subtotal]).toEqual([0, 0]);
      if (row.status === 'DRAFT' || row.orderType === 'CAMPAIGN') continue;
      const prices = specimensOf(row).map(({ salesPrice }) => salesPrice);
      const { subtotal, total } = orderTotals(prices, demo.select(priceAdjustment, { orderId: row.id }));
      expect([row.orderNumber, row.subtotal, row.total]).toEqual([row.orderNumber, subtotal, total]);
    }
  });

  it('records why an order is canceled or held, and since when its specimens wait', () => {
    for (const { status, cancelReason, canceledAt } of orders)
      expect([cancelReason !== null, canceledAt !== null]).toEqual(Array(2).fill(status === 'CANCELED'));
    for (const row of orders.filter(({ status }) => status === 'ON_HOLD')) {
      expect(row).toMatchObject({ holdReason: expect.any(String), heldFromStatus: 'RECEIVED' });
      for (const each of specimensOf(row))
        expect(each).toMatchObject({ statusBeforeHold: 'RECEIVED', holdReason: row.holdReason });
    }
  });

  it('expects a shipment for each accepted order, which its order mirrors', () => {
    for (const row of orders) {
      const inboundShipments = demo.select(shipment, { orderId: row.id, direction: 'INBOUND' });
      const awaited = !['DRAFT', 'PENDING_APPROVAL', 'PO_UNDER_REVIEW', 'ANTICIPATED', 'CANCELED'].includes(
        row.status,
      );
      const { shipmentStatus: status, trackingNumber, carrier } = row;
      expect(inboundShipments).toMatchObject(awaited ? [{ status, trackingNumber, carrier }] : []);
      expect(row.receivedAt !== null).toBe(status === 'RECEIVED');
    }
  });

  it('has tubes only of received specimens, each matching its specimen', () => {
    for (const each of demo.all(specimen)) {
      const tubes = tubesOf(each);
      expect(tubes.length > 0).toBe(each.receivedAt !== null);
      const allowed = TUBES[each.status];
      const newest = tubes.at(-1);
      if (newest) expect([each.status, allowed?.includes(newest.status)]).toEqual([each.status, true]);
    }
  });

  it('works on at least one specimen of each order in work', () => {
    const works = orders.filter(({ status }) => status === 'PROCESSING');
    for (const row of works)
      expect(
        specimensOf(row).some(({ status }) => status === 'IN_PROGRESS' || status === 'BATCH_ASSIGNED'),
      ).toBe(true);
  });

  it('leaves an open decision about each quarantined specimen', () => {
    const open = demo.select(discrepancy, { resolution: 'OPEN' }).map(({ specimenId }) => specimenId);
    for (const { id, status } of demo.all(specimen)) {
      if (status === 'RECEIVED_QUARANTINED') expect(open).toContain(id);
      else if (open.includes(id)) expect(status).toBe('COMPLETED');
    }
  });

  it('closed only orders that may be closed, and leaves none that would be closed automatically', async () => {
    const stamp = { at: SETTINGS.now, userId: null, entity };
    for (const row of orders) {
      if (row.status !== 'COMPLETED' && row.status !== 'PENDING_COMPLETION') continue;
      const problems = await demo.world.transaction(stamp, (tx) => closingProblems(tx, row.id));
      expect(problems).toEqual(
        row.status === 'COMPLETED'
          ? []
          : [expect.stringMatching(/^Resolve 1 discrepancy first: [A-Z]-\d{3}-\d{3}\.$/)],
      );
      for (const each of specimensOf(row)) expect(each.resultsReleasedAt).toBe(each.completedAt);
      if (row.status === 'COMPLETED') expect(row.postSequenceOption).toBe('STORE');
    }
  });

  it('was paid after billing, and never more than the amount due', () => {
    for (const one of demo.all(payment)) {
      const billed = demo.world.one(invoice, one.invoiceId);
      expect((billed?.issuedAt ?? 'never') < one.createdAt).toBe(true);
      expect(billed?.amountPaid).toBeLessThanOrEqual(billed?.totalDue ?? 0);
    }
  });
});
