import { beforeAll, describe, expect, it } from 'vitest';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { ORDER_LIFECYCLE, type Order, order } from '#db/ordering/orders/order.ts';
import { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { address } from '#db/organizations/address.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { buildDemoLab, type DemoLab } from './demo-lab.ts';
import type { DemoWorld } from './demo-world.ts';

const NOW = '2026-11-21T14:00:00.000Z';
const SETTINGS = { now: NOW, labTimezone: 'America/New_York', passwordHash: 'x', pinHash: 'y' };

let lab: DemoLab;
beforeAll(async () => {
  lab = await buildDemoLab(SETTINGS);
});

describe.each(BUSINESS_ENTITIES)('the orders of the demo lab %s', (entity) => {
  let demo: DemoWorld;
  let orders: Order[];
  beforeAll(() => {
    demo = lab[entity];
    orders = demo.all(order);
  });
  const eventsOf = ({ id }: Order) =>
    demo
      .select(event, { targetType: 'Order', targetId: id })
      .sort((one, other) => (`${one.occurredAt} ${one.id}` < `${other.occurredAt} ${other.id}` ? -1 : 1));

  it('have a history of listed transitions, without future events', () => {
    for (const row of orders) {
      const loggedEvents = eventsOf(row);
      expect(loggedEvents[0]).toMatchObject({ type: 'ORDER_CREATED', occurredAt: row.createdAt });
      expect(loggedEvents.some(({ type }) => type === 'ORDER_SUBMITTED')).toBe(row.submittedAt !== null);
      let status: OrderStatus = 'DRAFT';
      for (const { type, data, occurredAt } of loggedEvents) {
        expect(occurredAt <= NOW).toBe(true);
        if (type === 'SHIPMENT_STATUS_CHANGED' || data['to'] === undefined) continue;
        expect(data['from']).toBe(status);
        expect(ORDER_LIFECYCLE[status]).toContain(data['to']);
        status = OrderStatus.parse(data['to']);
      }
      expect([row.orderNumber, status]).toEqual([row.orderNumber, row.status]);
    }
  });

  it('were begun, submitted, approved, received and ended in this order', () => {
    for (const { createdAt, submittedAt, approvedAt, receivedAt, completedAt, canceledAt } of orders) {
      const times = [createdAt, submittedAt, approvedAt, receivedAt, completedAt ?? canceledAt];
      const known = times.filter((one) => one !== null);
      expect(known).toEqual([...known].sort());
    }
  });

  it('have an agreement on the data as soon as they are submitted', () => {
    for (const { id, submittedAt, createdByUserId } of orders)
      expect(demo.select(dataUseInfo, { orderId: id })).toMatchObject(
        submittedAt === null ? [] : [{ acceptedByUserId: createdByUserId, acceptedAt: submittedAt }],
      );
  });

  it("are billed and sent to their customer's addresses", () => {
    for (const { companyId, billingAddress, shippingAddress } of orders) {
      const [place] = demo.select(address, { companyId, kind: 'BILLING' });
      expect(billingAddress).toMatchObject({ line1: place?.line1, city: place?.city });
      expect(shippingAddress).toEqual(billingAddress);
    }
  });

  it('have no shipment or proposed price older than the order, and material that was collected before', () => {
    for (const { id, createdAt } of orders) {
      const parts = [
        ...demo.select(shipment, { orderId: id }),
        ...demo.select(priceAdjustment, { orderId: id }),
      ];
      expect(parts.filter((each) => each.createdAt < createdAt)).toEqual([]);
      for (const { collectedAt } of demo.select(specimen, { orderId: id }))
        expect(collectedAt === null || collectedAt < createdAt).toBe(true);
    }
  });

  it('are priced for the sponsor of a campaign, also before specimens are named', () => {
    const [anticipated] = orders.filter(({ status }) => status === 'ANTICIPATED');
    expect(anticipated).toMatchObject({ orderType: 'CAMPAIGN', total: 0 });
    expect(anticipated?.subtotal).toBe(12 * (anticipated?.pricePerSpecimen ?? 0));
  });
});
