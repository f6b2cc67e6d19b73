import { describe, expect, test } from 'vitest';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { buildReceivingWorld } from '#db/factories/benches/receiving-bench.ts';
import { buildCampaign } from '#db/factories/build-ordering.ts';
import { buildActor, buildContext, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { campaign } from '#db/ordering/campaigns/campaign.ts';
import type { DraftChanges } from '#db/ordering/drafts/draft-form.ts';
import { updateOrderDraft } from '#db/ordering/drafts/update-order-draft.ts';
import { expectKits } from '#db/ordering/orders/accept-order.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { addKits } from './add-kits.ts';
import { buyShippingLabel, voidShippingLabel } from './buy-shipping-label.ts';
import { kitBoxes, requestedKits } from './collection-kits.ts';
import { recordShipmentStatus } from './record-shipment-status.ts';
import { saveTrackingNumber } from './save-tracking-number.ts';
import { shipment } from './shipment.ts';

const ORDER = 'order-1';
const STAFF = { deviceId: null, actor: buildActor({ role: 'PROJECT_MANAGER' }) };
const CUSTOMER = { deviceId: null, actor: buildActor({ role: 'COMPANY_MANAGER', companyId: 'company-1' }) };
const stamp = { at: '2026-11-20T08:00:00.000Z', userId: 'user-tech', entity: 'WBL' as const };

/** Return an order of the campaign SPRING-26, whose sponsor pays $15 for each kit. */
async function inCampaign(fields: Partial<Order>): Promise<MemoryWorld> {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }] });
  world.putRow(campaign, buildCampaign({ code: 'SPRING-26', kitFee: 1500 }));
  await world.transaction(stamp, async (tx) => {
    const [package1] = await tx.find(shipment, { orderId: ORDER });
    if (package1) await tx.patch(shipment, package1.id, { status: 'NOT_STARTED', trackingNumber: null });
    await tx.patch(specimen, 'specimen-a', { status: fields.status === 'DRAFT' ? 'DRAFT' : 'ORDERED' });
    await tx.patch(order, ORDER, {
      orderType: 'CAMPAIGN',
      campaignCode: 'SPRING-26',
      shipmentStatus: 'NOT_STARTED',
      trackingNumber: null,
      ...fields,
    });
  });
  return world;
}
const orderIn = (world: MemoryWorld) => world.one(order, ORDER);
const save = (world: MemoryWorld, changes: DraftChanges) =>
  runRule(
    world,
    updateOrderDraft,
    { orderId: ORDER, seenVersion: orderIn(world)?.version ?? 0, changes },
    STAFF,
  );
const feesIn = (world: MemoryWorld) => world.all(priceAdjustment).filter(({ deleted }) => !deleted);

describe('kits requested with a draft', () => {
  test('are stored on it with their temperature, and each costs the sponsor the agreed fee', async () => {
    const world = await inCampaign({ status: 'DRAFT' });
    await save(world, { kitCount: 12 });
    expect(orderIn(world)).toMatchObject({ kitCount: 12, kitTemperature: 'AMBIENT' });
    await save(world, { kitCount: 20, kitTemperature: 'REFRIGERATED' });
    expect(feesIn(world)).toMatchObject([
      { type: 'FEE', status: 'APPROVED', amount: 30_000, label: '20 collection kits' },
    ]);
    expect(world.all(shipment).filter(({ direction }) => direction === 'KIT_OUT')).toEqual([]);
  });

  test('are removed with their fee when none are wanted or the order type changes', async () => {
    const world = await inCampaign({ status: 'DRAFT' });
    await save(world, { kitCount: 12 });
    await save(world, { kitCount: null });
    expect(orderIn(world)).toMatchObject({ kitCount: null, kitTemperature: null });
    expect(feesIn(world)).toEqual([]);
    await save(world, { kitCount: 3 });
    expect(feesIn(world)).toMatchObject([{ amount: 4500 }]);
    await save(world, { orderType: 'SALES_ORDER' });
    expect(orderIn(world)).toMatchObject({ orderType: 'SALES_ORDER', kitCount: null });
    expect(feesIn(world)).toEqual([]);
  });

  test('are for orders of a campaign only', async () => {
    const world = await inCampaign({ status: 'DRAFT', orderType: 'SALES_ORDER', campaignCode: null });
    await expect(save(world, { kitCount: 3 })).rejects.toThrow(
      'Collection kits are sent with orders of a campaign only.',
    );
  });

  test('are free in a campaign without an agreed fee', async () => {
    const world = await inCampaign({ status: 'DRAFT' });
    world.putRow(campaign, buildCampaign({ code: 'FREE-26' }));
    await save(world, { kitCount: 12 });
    await save(world, { campaignCode: 'free-26' });
    expect(orderIn(world)).toMatchObject({ campaignCode: 'FREE-26', kitCount: 12 });
    expect(feesIn(world)).toEqual([]);
  });
});

const PLACE = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };
const raise = (): never => {
  throw new Error('The order is gone.');
};
const KITS = { kitCount: 30, kitTemperature: 'REFRIGERATED' } as const;
const LABEL = {
  carrier: 'Northway',
  serviceLevel: 'Ground',
  trackingNumber: 'KIT1',
  rateCost: 1290,
  estimatedDelivery: null,
};
const kitsIn = (world: MemoryWorld) => world.all(shipment).find(({ direction }) => direction === 'KIT_OUT');
const expectIn = (world: MemoryWorld) =>
  world.transaction(stamp, async (tx) => {
    const row = await tx.get(order, ORDER);
    if (row) await expectKits(tx, buildContext({ deviceId: null }), row);
  });
const buy = (world: MemoryWorld, caller = STAFF) =>
  runRule(
    world,
    buyShippingLabel,
    { orderId: ORDER, shipmentId: 'shipment-kits', direction: 'KIT_OUT', label: LABEL },
    caller,
  );
const reportCarrierStatus = (world: MemoryWorld, carrierStatus: string, minute: number) => {
  const at = `2026-11-22T10:0${minute}:00.000Z`;
  return world.transaction({ ...stamp, at }, async (tx) => {
    const row = await tx.get(shipment, kitsIn(world)?.id ?? '');
    if (row) await recordShipmentStatus(tx, buildContext({ deviceId: null }), row, { carrierStatus, at });
  });
};
/** Return the rows that kits must not change. */
const untouched = (world: MemoryWorld) => ({
  order: orderIn(world),
  specimen: world.one(specimen, 'specimen-a')?.status,
  inbound: world.all(shipment).filter(({ direction }) => direction !== 'KIT_OUT'),
});

describe('the kits of an accepted order', () => {
  test('are one shipment that waits for the lab, with the necessary number of boxes', async () => {
    const world = await inCampaign({ status: 'ANTICIPATED', ...KITS });
    await expectIn(world);
    await expectIn(world);
    expect(world.all(shipment).filter(({ direction }) => direction === 'KIT_OUT')).toMatchObject([
      { status: 'NOT_STARTED', packageCount: 2, temperature: 'REFRIGERATED' },
    ]);
    expect([kitBoxes(1), kitBoxes(24), kitBoxes(25)]).toEqual([1, 1, 2]);
    expect(requestedKits({ ...KITS })).toBe('30, refrigerated');
    expect(requestedKits({ kitCount: 1, kitTemperature: 'AMBIENT' })).toBe('1, ambient');
  });

  test.each(['ANTICIPATED', 'ORDERED'] as const)(
    'follow their carrier, and an order that is %s does not change',
    async (status) => {
      const world = await inCampaign({ status, ...KITS });
      await expectIn(world);
      const before = untouched(world);
      await buy(world);
      expect(kitsIn(world)).toMatchObject({ status: 'PRE_TRANSIT', trackingNumber: 'KIT1', packageCount: 2 });
      await reportCarrierStatus(world, 'in_transit', 1);
      await reportCarrierStatus(world, 'return_to_sender', 2);
      expect(kitsIn(world)?.status).toBe('RETURNED');
      const trackingArgs = {
        orderId: ORDER,
        shipmentId: 'shipment-x',
        direction: 'KIT_OUT',
        carrier: '',
      } as const;
      await runRule(world, saveTrackingNumber, { ...trackingArgs, trackingNumber: 'KIT2' }, STAFF);
      await reportCarrierStatus(world, 'delivered', 3);
      expect(kitsIn(world)).toMatchObject({ status: 'RECEIVED', trackingNumber: 'KIT2' });
      expect(untouched(world)).toEqual(before);
      await expect(buy(world)).rejects.toThrow('The kits have arrived.');
    },
  );

  test('are sent by the lab, once, and their unused label is refunded', async () => {
    const world = await inCampaign({ status: 'ORDERED', ...KITS });
    await expectIn(world);
    await expect(buy(world, CUSTOMER)).rejects.toThrow('The lab sends this shipment. Contact support.');
    await buy(world);
    await expect(buy(world)).rejects.toThrow('This shipment already has a label.');
    const shipmentId = kitsIn(world)?.id ?? '';
    const labelArgs = { shipmentId, trackingNumber: 'KIT1' };
    await expect(runRule(world, voidShippingLabel, labelArgs, CUSTOMER)).rejects.toThrow(
      'The lab sends this shipment.',
    );
    await runRule(world, voidShippingLabel, labelArgs, STAFF);
    expect(kitsIn(world)).toMatchObject({ status: 'NOT_STARTED', labelUrl: null });
  });

  test('are not sent while the order waits, has ended or requested none', async () => {
    const heldWorld = await inCampaign({ status: 'ON_HOLD', ...KITS });
    await expectIn(heldWorld);
    await expect(buy(heldWorld)).rejects.toThrow('No kits are sent while the order is “On hold”.');
    const none = await inCampaign({ status: 'ORDERED' });
    await expectIn(none);
    await expect(buy(none)).rejects.toThrow('No collection kits were asked for with this order.');
  });
});

describe('more kits for an accepted order', () => {
  const kitShipmentsIn = (world: MemoryWorld) =>
    world.all(shipment).filter(({ direction, deleted }) => direction === 'KIT_OUT' && !deleted);
  const add = (world: MemoryWorld, kitCount: number, caller = STAFF) =>
    runRule(world, addKits, { orderId: ORDER, kitCount }, caller);
  async function free(fields: Partial<Order>): Promise<MemoryWorld> {
    const world = await inCampaign({ ...KITS, campaignCode: 'FREE-26', ...fields });
    world.putRow(campaign, buildCampaign({ code: 'FREE-26' }));
    world.putRow(order, { ...(orderIn(world) ?? raise()), shippingAddress: PLACE });
    await expectIn(world);
    return world;
  }

  test('join those that still wait, or are a shipment of their own once these are on their way', async () => {
    const world = await free({ status: 'ANTICIPATED' });
    await add(world, 6);
    expect(kitShipmentsIn(world)).toMatchObject([{ status: 'NOT_STARTED', kitCount: 36, packageCount: 2 }]);
    await buy(world);
    await expect(add(world, 6)).rejects.toThrow('The kits before are packed already.');
    await reportCarrierStatus(world, 'in_transit', 1);
    await add(world, 50);
    expect(kitShipmentsIn(world)).toMatchObject([
      { status: 'IN_TRANSIT', kitCount: 36 },
      { status: 'NOT_STARTED', kitCount: 50, packageCount: 3, temperature: 'REFRIGERATED' },
    ]);
    expect(orderIn(world)).toMatchObject({ kitCount: 86 });
    expect(world.all(event).at(-1)).toMatchObject({
      type: 'SHIPMENT_STATUS_CHANGED',
      data: { direction: 'KIT_OUT', kits: 50 },
    });
  });

  test('a returned shipment is sent again before one that was added after it', async () => {
    const world = await free({ status: 'ANTICIPATED' });
    await buy(world);
    await reportCarrierStatus(world, 'in_transit', 1);
    await add(world, 5);
    await reportCarrierStatus(world, 'return_to_sender', 2);
    const trackingArgs = {
      orderId: ORDER,
      shipmentId: 'shipment-x',
      direction: 'KIT_OUT',
      carrier: '',
    } as const;
    await runRule(world, saveTrackingNumber, { ...trackingArgs, trackingNumber: 'KIT2' }, STAFF);
    expect(kitShipmentsIn(world)).toMatchObject([
      { kitCount: 30, trackingNumber: 'KIT2', status: 'PRE_TRANSIT' },
      { kitCount: 5, status: 'NOT_STARTED' },
    ]);
  });

  test('are sent by customer-facing roles, to an address, for an order of a running campaign', async () => {
    const world = await free({ status: 'ORDERED' });
    await expect(add(world, 1, CUSTOMER)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(add(world, 931)).rejects.toThrow('No more than 960 kits are sent with one order.');
    await expect(add(await free({ status: 'ON_HOLD' }), 1)).rejects.toThrow('is not possible while');
    const nowhere = await free({ status: 'ORDERED' });
    nowhere.putRow(order, { ...(orderIn(nowhere) ?? raise()), shippingAddress: null });
    await expect(add(nowhere, 1)).rejects.toThrow('This order has no complete shipping address');
    const other = await free({ status: 'ORDERED', orderType: 'SALES_ORDER' });
    await expect(add(other, 1)).rejects.toThrow('Collection kits are sent with orders of a campaign only.');
  });
});
