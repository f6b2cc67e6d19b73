import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { ShipmentPage, ShownRates, ShownShipping } from '#db/ordering/shipments/shown-shipping.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { SHIPPING_WEBHOOK } from '#sync-server/http/request-bodies.ts';
import { deliverTrackingEvents } from '#sync-server/integrations/shipping/deliver-tracking-events.ts';
import { voidUnusedLabels } from '#sync-server/jobs/tasks/void-unused-labels.ts';
import { carriersOf, trackingSecret } from './carriers-of.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const STAFF: Caller = 'PROJECT_MANAGER';
const DEV: Caller = 'DEVELOPER';
const secret = () => trackingSecret(lab.services);
const send = async (body: Buffer, signature: string): Promise<number> => {
  const webhookRequest = request(lab.server)
    .post(SHIPPING_WEBHOOK)
    .set({ Host: 'localhost:3000', 'Content-Type': 'application/json', 'X-Hmac-Signature': signature });
  return (await webhookRequest.send(body.toString('utf8'))).status;
};
/** Deliver all events of the simulated carriers, including repetitions. */
const hear = async (): Promise<void> => {
  const now = new Date(Date.now() + 1_000);
  while ((await deliverTrackingEvents(lab.database.pool, { secret: secret(), send, now })) > 0);
};

const ok = async (caller: Caller, path: string, body?: object) => {
  const answer = await lab.call(caller, body ? 'post' : 'get', path, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};

/** Create an order of the demo lab, reset to before any shipment. */
async function ordered(): Promise<string> {
  const [row] = await lab.rows<{ id: string }>(
    `SELECT o.id FROM "order" o WHERE o.entity = 'WBL' AND o.status IN ('ORDERED', 'SHIPPED') AND o.received_at IS NULL
        AND EXISTS (SELECT 1 FROM specimen s WHERE s.order_id = o.id AND NOT s.deleted)
        AND NOT EXISTS (SELECT 1 FROM shipment s JOIN carrier_event e ON e.shipment_id = s.id WHERE s.order_id = o.id)
        AND NOT EXISTS (SELECT 1 FROM shipping_label l JOIN shipment s ON s.id = l.shipment_id WHERE s.order_id = o.id)
      ORDER BY o.id LIMIT 1`,
  );
  const id = row?.id ?? '';
  const address = JSON.stringify({
    line1: '1 Test Way',
    city: 'Boston',
    state: 'MA',
    postalCode: '02115',
    country: 'US',
  });
  await lab.rows(
    `UPDATE "order" SET status = 'ORDERED', shipment_status = 'NOT_STARTED', tracking_number = NULL, shipping_address = $2
      WHERE id = $1`,
    [id, address],
  );
  await lab.rows(`UPDATE specimen SET status = 'ORDERED' WHERE order_id = $1 AND status <> 'CANCELED'`, [id]);
  await lab.rows(
    `UPDATE shipment SET status = 'NOT_STARTED', tracking_number = NULL, last_event_at = NULL WHERE order_id = $1`,
    [id],
  );
  return id;
}

const stateOf = async (orderId: string) => {
  const [row] = await lab.rows(
    `SELECT o.status AS "order", o.shipment_status AS package,
            (SELECT string_agg(DISTINCT s.status, ',') FROM specimen s WHERE s.order_id = o.id AND s.status <> 'CANCELED') AS specimens
       FROM "order" o WHERE o.id = $1`,
    [orderId],
  );
  return row;
};

async function bought(orderId: string): Promise<{ shipmentId: string; trackingNumber: string }> {
  const { rates } = ShownRates.parse(await ok(STAFF, `/api/shipping/orders/${orderId}/rates`));
  expect(rates).toHaveLength(3);
  const body = { direction: 'INBOUND', rateId: rates[0]?.id };
  await ok(STAFF, `/api/shipping/orders/${orderId}/labels`, body);
  const [label] = await lab.rows(
    'SELECT carrier_reference AS "parcelId", l.tracking_number AS "trackingNumber" FROM shipping_label l JOIN shipment s ON s.id = l.shipment_id WHERE s.order_id = $1',
    [orderId],
  );
  return { shipmentId: label?.parcelId ?? '', trackingNumber: label?.trackingNumber ?? '' };
}
const move = (shipmentId: string, body: object) =>
  ok(DEV, `/api/shipping/simulator/parcels/${shipmentId}/move`, body);

test('a label is bought and printed, and the shipment advances order and specimens, despite repeated or late events', async () => {
  const orderId = await ordered();
  const { shipmentId } = await bought(orderId);
  expect(await stateOf(orderId)).toEqual({ order: 'ORDERED', package: 'PRE_TRANSIT', specimens: 'ORDERED' });
  const shippingView = ShownShipping.parse(await ok(STAFF, `/api/shipping/orders/${orderId}`));
  const label = await lab.call(STAFF, 'get', `/api/shipping/labels/${shippingView.voidable[0]}`);
  expect([label.status, label.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(label.body).subarray(0, 5).toString()).toBe('%PDF-');
  await move(shipmentId, { status: 'in_transit', times: 2 });
  await hear();
  expect(await stateOf(orderId)).toEqual({ order: 'SHIPPED', package: 'IN_TRANSIT', specimens: 'SHIPPED' });
  await move(shipmentId, { status: 'return_to_sender', late: true });
  await hear();
  expect(await stateOf(orderId)).toEqual({ order: 'SHIPPED', package: 'IN_TRANSIT', specimens: 'SHIPPED' });
  await move(shipmentId, { status: 'delivered' });
  await hear();
  expect(await stateOf(orderId)).toEqual({ order: 'SHIPPED', package: 'RECEIVED', specimens: 'DELIVERED' });
  const { events } = ShownShipping.parse(await ok(STAFF, `/api/shipping/orders/${orderId}`));
  expect(events.map(({ carrierStatus, moved }) => [carrierStatus, moved])).toEqual([
    ['delivered', true],
    ['in_transit', true],
    ['return_to_sender', false],
  ]);
  const mails = await lab.rows(
    `SELECT kind FROM email WHERE data ->> 'targetId' = $1 AND kind LIKE 'SHIP%'`,
    [orderId],
  );
  expect(mails).toEqual([{ kind: 'SHIPPING_LABEL' }]);
});

test('the same rate bought in two tabs is one label, and a voided one can be bought again', async () => {
  const orderId = await ordered();
  const { rates } = ShownRates.parse(await ok(STAFF, `/api/shipping/orders/${orderId}/rates`));
  const body = { direction: 'INBOUND', rateId: rates[1]?.id };
  const both = await Promise.all(
    [1, 2].map(() => lab.call(STAFF, 'post', `/api/shipping/orders/${orderId}/labels`, body)),
  );
  expect(both.some(({ status }) => status === 200)).toBe(true);
  const listShipments = async () =>
    ShipmentPage.parse(await ok(DEV, '/api/shipping/simulator/parcels')).rows.filter(
      ({ carrier }) => carrier === rates[1]?.carrier,
    );
  const [first, ...otherShipments] = await listShipments();
  expect(otherShipments).toEqual([]);
  const [row] = await lab.rows('SELECT id FROM shipment WHERE tracking_number = $1', [first?.trackingNumber]);
  const voiding = { trackingNumber: first?.trackingNumber };
  await ok(STAFF, `/api/shipping/labels/${row?.id}/void`, voiding);
  expect(await listShipments()).toEqual([]);
  expect(await stateOf(orderId)).toMatchObject({ package: 'NOT_STARTED' });
  await ok(STAFF, `/api/shipping/orders/${orderId}/labels`, body);
  expect((await listShipments())[0]?.trackingNumber).not.toBe(first?.trackingNumber);
});

test('a failed shipment resets the order, and its author gets an email', async () => {
  const orderId = await ordered();
  const { shipmentId } = await bought(orderId);
  await move(shipmentId, { status: 'in_transit' });
  await hear();
  await move(shipmentId, { status: 'failure' });
  await hear();
  expect(await stateOf(orderId)).toEqual({ order: 'ORDERED', package: 'FAILED', specimens: 'ORDERED' });
  const mails = await lab.rows(
    `SELECT kind FROM email WHERE data ->> 'targetId' = $1 AND kind = 'SHIPMENT_EXCEPTION'`,
    [orderId],
  );
  expect(mails).toHaveLength(1);
});

test("an event without the carrier's signature changes nothing", async () => {
  const before = await lab.rows('SELECT count(*)::int AS n FROM carrier_event');
  const body = Buffer.from('{"id":"evt_forged","result":{"object":"Tracker"}}');
  expect(await send(body, 'hmac-sha256-hex=00')).toBe(400);
  expect(await lab.rows('SELECT count(*)::int AS n FROM carrier_event')).toEqual(before);
});

test('only super admins advance simulated shipments, and customers refund no label', async () => {
  for (const caller of [STAFF, 'COMPANY_MANAGER', 'LAB_TECH'] as const)
    expect((await lab.call(caller, 'get', '/api/shipping/simulator/parcels')).status).toBe(403);
  const orderId = await ordered();
  expect((await lab.call('LAB_TECH', 'get', `/api/shipping/orders/${orderId}/rates`)).status).toBe(403);
});

test('simulated shipments are searched by number, order and carrier, paged and sorted', async () => {
  const orderId = await ordered();
  const { trackingNumber } = await bought(orderId);
  await bought(await ordered());
  const webhookRequest = async (query: string) =>
    ShipmentPage.parse(await ok(DEV, `/api/shipping/simulator/parcels?${query}`));
  expect((await webhookRequest(`search=${trackingNumber}`)).rows.map((row) => row.trackingNumber)).toEqual([
    trackingNumber,
  ]);
  expect(await webhookRequest('search=%25')).toMatchObject({ rows: [], total: 0 });
  expect(await webhookRequest('status=delivered&search=no-such-number')).toMatchObject({ total: 0 });
  const all = await webhookRequest('sort=trackingNumber:asc');
  expect(all.total).toBeGreaterThan(1);
  const numbers = all.rows.map((row) => row.trackingNumber);
  expect(numbers).toEqual([...numbers].sort());
  const second = await webhookRequest('sort=trackingNumber:asc&limit=1&page=2');
  expect(second).toMatchObject({ total: all.total, page: 2, limit: 1 });
  expect(second.rows.map((row) => row.trackingNumber)).toEqual(numbers.slice(1, 2));
  expect((await lab.call(DEV, 'get', '/api/shipping/simulator/parcels?sort=content:asc')).status).toBe(422);
});

test('the unused label of a canceled order is refunded automatically, once; a refused refund shows the reason', async () => {
  const orderId = await ordered();
  const { trackingNumber } = await bought(orderId);
  const webhookRequest: string[] = [];
  let refuses = true;
  const carriers = {
    ...carriersOf(lab.services),
    voidLabel: async (reference: string) => {
      webhookRequest.push(reference);
      if (refuses) throw new AppError('UNAVAILABLE', 'The carrier is closed.');
    },
  };
  const at = (hours: number) => ({ ...lab.services, now: () => new Date(Date.now() + hours * 3_600_000) });
  expect(await voidUnusedLabels(at(0), carriers), 'an order that goes on keeps its label').toBe(0);
  await ok('CS_MANAGER', `/api/lab/orders/${orderId}/cancel`, { reason: 'Not needed any more' });
  expect(await voidUnusedLabels(at(0), carriers)).toBe(0);
  expect(await voidUnusedLabels(at(0), carriers), 'it is not asked at once again').toBe(0);
  expect(webhookRequest).toHaveLength(1);
  const shippingView = async (caller: Caller) =>
    ShownShipping.parse(await ok(caller, `/api/shipping/orders/${orderId}`)).notTakenBack;
  expect(await shippingView(STAFF)).toEqual([{ trackingNumber, problem: 'The carrier is closed.' }]);
  refuses = false;
  const both = await Promise.all([voidUnusedLabels(at(2), carriers), voidUnusedLabels(at(2), carriers)]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(webhookRequest).toHaveLength(2);
  expect(await shippingView(STAFF)).toEqual([]);
  expect(await stateOf(orderId)).toMatchObject({ order: 'CANCELED', package: 'NOT_STARTED' });
  expect(await voidUnusedLabels(at(4), carriers)).toBe(0);
});

test('customers can compare rates for a draft with an address, but not buy yet', async () => {
  const [row] = await lab.rows<{ id: string }>(
    `UPDATE "order" SET shipping_address = '{"line1":"1 Test Way","city":"Boston","state":"MA","postalCode":"02115","country":"US"}'
      WHERE id = (SELECT o.id FROM "order" o JOIN user_company m ON m.company_id = o.company_id
        WHERE o.status = 'DRAFT' AND m.role = 'COMPANY_MANAGER' AND o.entity = 'WBL' ORDER BY o.id LIMIT 1)
      RETURNING id`,
  );
  const path = `/api/shipping/orders/${row?.id}`;
  const { rates } = ShownRates.parse(await ok('COMPANY_MANAGER', `${path}/rates`));
  expect(rates).toHaveLength(3);
  const body = { direction: 'INBOUND', rateId: rates[0]?.id };
  expect((await lab.call('COMPANY_MANAGER', 'post', `${path}/labels`, body)).status).toBe(409);
  expect((await lab.call('COMPANY_MANAGER', 'get', `${path}/rates?direction=RETURN`)).status).toBe(409);
});
