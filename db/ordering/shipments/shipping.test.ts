import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildReceivingWorld } from '#db/factories/benches/receiving-bench.ts';
import { buildActor, buildContext, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { buyShippingLabel, voidShippingLabel } from './buy-shipping-label.ts';
import { CARRIER_STATUS } from './carrier-status.ts';
import { markOrderShipped } from './mark-order-shipped.ts';
import { recordShipmentStatus } from './record-shipment-status.ts';
import { saveTrackingNumber } from './save-tracking-number.ts';
import { shipment } from './shipment.ts';

const ORDER = 'order-1';
const asCustomer = { deviceId: null, actor: buildActor({ role: 'PROJECT_MANAGER' }) };

/** Return an order whose package has not been given to a carrier. */
async function ordered(): Promise<MemoryWorld> {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
  const stamp = { at: '2026-11-20T08:00:00.000Z', userId: 'user-tech', entity: 'WBL' as const };
  await world.transaction(stamp, async (tx) => {
    for (const { id } of await tx.find(specimen, { orderId: ORDER }))
      await tx.patch(specimen, id, { status: 'ORDERED' });
    await tx.patch(order, ORDER, { status: 'ORDERED', shipmentStatus: 'NOT_STARTED' });
    const [row] = await tx.find(shipment, { orderId: ORDER });
    if (row)
      await tx.patch(shipment, row.id, { status: 'NOT_STARTED', trackingNumber: null, lastEventAt: null });
  });
  return world;
}

const LABEL = {
  carrier: 'Northway',
  serviceLevel: 'Ground',
  trackingNumber: 'NW1',
  rateCost: 1290,
  estimatedDelivery: '2026-11-25',
};
const buy = (world: MemoryWorld, trackingNumber = 'NW1') =>
  runRule(
    world,
    buyShippingLabel,
    { orderId: ORDER, shipmentId: 'shipment-new', direction: 'INBOUND', label: { ...LABEL, trackingNumber } },
    asCustomer,
  );
const packageIn = (world: MemoryWorld) => world.all(shipment)[0];
const statusesIn = (world: MemoryWorld) => ({
  order: world.all(order)[0]?.status,
  mirrored: world.all(order)[0]?.shipmentStatus,
  shipment: packageIn(world)?.status,
  specimens: [...new Set(world.all(specimen).map(({ status }) => status))],
});

/** Deliver a carrier status of the package. */
const reportCarrierStatus = (world: MemoryWorld, carrierStatus: string, minute: number) => {
  const at = `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`;
  const context = buildContext({ deviceId: null, occurredAt: at });
  return world.transaction({ at, userId: 'user-tech', entity: 'WBL' }, async (tx) => {
    const [row] = await tx.find(shipment, { orderId: ORDER });
    return row ? recordShipmentStatus(tx, context, row, { carrierStatus, at }) : [];
  });
};

describe('a label', () => {
  test('makes the package wait for its carrier, and the order mirrors it', async () => {
    const world = await ordered();
    await buy(world);
    expect(statusesIn(world)).toEqual({
      order: 'ORDERED',
      mirrored: 'PRE_TRANSIT',
      shipment: 'PRE_TRANSIT',
      specimens: ['ORDERED'],
    });
    expect(world.all(order)[0]).toMatchObject({ trackingNumber: 'NW1', carrier: 'Northway' });
    expect(world.all(shipment)).toHaveLength(1);
  });

  test('is bought once: a second one is refused until the first is voided', async () => {
    const world = await ordered();
    await buy(world);
    await expect(buy(world, 'NW2')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    const shipmentId = packageIn(world)?.id ?? '';
    await runRule(world, voidShippingLabel, { shipmentId, trackingNumber: 'NW1' }, asCustomer);
    expect(packageIn(world)).toMatchObject({ status: 'NOT_STARTED', trackingNumber: null, labelUrl: null });
    expect(world.all(order)[0]).toMatchObject({ shipmentStatus: 'NOT_STARTED', trackingNumber: null });
    await buy(world, 'NW2');
    expect(packageIn(world)?.trackingNumber).toBe('NW2');
  });

  test('cannot be voided after a carrier scan', async () => {
    const world = await ordered();
    await buy(world);
    await reportCarrierStatus(world, 'in_transit', 1);
    const shipmentId = packageIn(world)?.id ?? '';
    const voided = runRule(world, voidShippingLabel, { shipmentId, trackingNumber: 'NW1' }, asCustomer);
    await expect(voided).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
  });

  test('back to the customer is for received orders', async () => {
    const world = await ordered();
    const back = runRule(
      world,
      buyShippingLabel,
      { orderId: ORDER, shipmentId: 'shipment-back', direction: 'RETURN', label: LABEL },
      asCustomer,
    );
    await expect(back).rejects.toMatchObject({ message: expect.stringContaining('Nothing of this order') });
  });
});

test('a tracking number of the customer’s own carrier makes the package wait for it', async () => {
  const world = await ordered();
  const args = { orderId: ORDER, shipmentId: 'shipment-new', carrier: 'FedEx', trackingNumber: '7712' };
  await runRule(world, saveTrackingNumber, args, asCustomer);
  expect(packageIn(world)).toMatchObject({ status: 'PRE_TRANSIT', carrier: 'FedEx', trackingNumber: '7712' });
  // A typing mistake is corrected.
  await runRule(world, saveTrackingNumber, { ...args, trackingNumber: '7713' }, asCustomer);
  expect(packageIn(world)?.trackingNumber).toBe('7713');
});

describe('after the first delivery', () => {
  /** Receive the order; specimen b has to be sent again, or only what the other argument names. */
  async function received(specimenStatus: 'ORDERED' | 'RECEIVED'): Promise<MemoryWorld> {
    const world = await ordered();
    const at = '2026-11-21T08:00:00.000Z';
    await world.transaction({ at, userId: 'user-tech', entity: 'WBL' }, async (tx) => {
      const [row] = await tx.find(shipment, { orderId: ORDER });
      if (row) await tx.patch(shipment, row.id, { status: 'RECEIVED', trackingNumber: 'OLD' });
      await tx.patch(order, ORDER, { status: 'RECEIVED', receivedAt: at, packageCount: 3 });
      await tx.patch(specimen, 'specimen-a', { status: 'RECEIVED', receivedAt: at });
      if (specimenStatus === 'RECEIVED')
        await tx.patch(specimen, 'specimen-b', { status: specimenStatus, receivedAt: at });
    });
    return world;
  }

  test('a replacement is its own package, and its status changes no other row', async () => {
    const world = await received('ORDERED');
    await buy(world, 'NW2');
    const [first, second] = world.all(shipment);
    expect(first).toMatchObject({ status: 'RECEIVED', trackingNumber: 'OLD' });
    expect(second).toMatchObject({ status: 'PRE_TRANSIT', trackingNumber: 'NW2', packageCount: 1 });
    await expect(buy(world, 'NW3')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    const at = '2026-11-22T10:00:00.000Z';
    const context = buildContext({ deviceId: null, occurredAt: at });
    await world.transaction({ at, userId: 'user-tech', entity: 'WBL' }, async (tx) => {
      if (second) await recordShipmentStatus(tx, context, second, { carrierStatus: 'in_transit', at });
    });
    expect(world.all(specimen).map(({ status }) => status)).toEqual(['RECEIVED', 'SHIPPED']);
    expect(world.all(order)[0]).toMatchObject({ status: 'RECEIVED', shipmentStatus: 'IN_TRANSIT' });
  });

  test('a customer reports a replacement given to their own carrier, and only awaited specimens are on their way', async () => {
    const world = await received('ORDERED');
    const shippedArgs = { orderId: ORDER, carrier: 'By hand' };
    await runRule(world, markOrderShipped, shippedArgs, asCustomer);
    const [first, second] = world.all(shipment);
    expect(first).toMatchObject({ status: 'RECEIVED', trackingNumber: 'OLD' });
    expect(second).toMatchObject({ status: 'IN_TRANSIT', carrier: 'By hand', trackingNumber: null });
    expect(second?.packageCount).toBe(1);
    expect(world.all(specimen).map(({ status }) => status)).toEqual(['RECEIVED', 'SHIPPED']);
    expect(world.all(order)[0]).toMatchObject({ status: 'RECEIVED', shipmentStatus: 'IN_TRANSIT' });
    await expect(runRule(world, markOrderShipped, shippedArgs, asCustomer)).rejects.toMatchObject({
      code: 'NOTHING_TO_SEND',
    });
  });

  test('no package is sent when none is awaited', async () => {
    await expect(buy(await received('RECEIVED'))).rejects.toMatchObject({
      message: expect.stringContaining('The way to the lab is not chosen'),
    });
  });
});

describe('a carrier event', () => {
  test('moves the order and its specimens along', async () => {
    const world = await ordered();
    await buy(world);
    await reportCarrierStatus(world, 'in_transit', 1);
    expect(statusesIn(world)).toEqual({
      order: 'SHIPPED',
      mirrored: 'IN_TRANSIT',
      shipment: 'IN_TRANSIT',
      specimens: ['SHIPPED'],
    });
    await reportCarrierStatus(world, 'delivered', 2);
    expect(statusesIn(world)).toEqual({
      order: 'SHIPPED',
      mirrored: 'RECEIVED',
      shipment: 'RECEIVED',
      specimens: ['DELIVERED'],
    });
  });

  test('of a return or a failure takes them back, and a new label starts again', async () => {
    for (const carrierStatus of ['return_to_sender', 'failure']) {
      const world = await ordered();
      await buy(world);
      await reportCarrierStatus(world, 'in_transit', 1);
      await reportCarrierStatus(world, carrierStatus, 2);
      expect(statusesIn(world)).toMatchObject({ order: 'ORDERED', specimens: ['ORDERED'] });
      await buy(world, 'NW2');
      await reportCarrierStatus(world, 'in_transit', 3);
      expect(statusesIn(world)).toMatchObject({ order: 'SHIPPED', specimens: ['SHIPPED'] });
    }
  });

  test('of a failure is undone when scans resume', async () => {
    const world = await ordered();
    await buy(world);
    await reportCarrierStatus(world, 'in_transit', 1);
    await reportCarrierStatus(world, 'failure', 2);
    await reportCarrierStatus(world, 'in_transit', 3);
    expect(statusesIn(world)).toMatchObject({ order: 'SHIPPED', shipment: 'IN_TRANSIT' });
  });

  test('in any order and number leaves order, package and specimens consistent', async () => {
    const carrierStatus = fc.constantFrom(...Object.keys(CARRIER_STATUS), 'a word nobody knows');
    const anyReport = fc.record({ word: carrierStatus, minute: fc.integer({ min: 0, max: 59 }) });
    const same: Record<string, readonly [string, string]> = {
      NOT_STARTED: ['ORDERED', 'ORDERED'],
      PRE_TRANSIT: ['ORDERED', 'ORDERED'],
      IN_TRANSIT: ['SHIPPED', 'SHIPPED'],
      RECEIVED: ['SHIPPED', 'DELIVERED'],
      RETURNED: ['ORDERED', 'ORDERED'],
      FAILED: ['ORDERED', 'ORDERED'],
    };
    await fc.assert(
      fc.asyncProperty(fc.array(anyReport, { maxLength: 8 }), async (reports) => {
        const world = await ordered();
        await buy(world);
        for (const { word: carrierStatus, minute } of reports) {
          await reportCarrierStatus(world, carrierStatus, minute);
          const before = statusesIn(world);
          expect(await reportCarrierStatus(world, carrierStatus, minute)).toEqual([]);
          expect(statusesIn(world)).toEqual(before);
          const [orderStatus, specimenStatus] = same[before.shipment ?? ''] ?? [];
          expect(before).toMatchObject({
            order: orderStatus,
            mirrored: before.shipment,
            specimens: [specimenStatus],
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});
