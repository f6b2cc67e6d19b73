import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { OrderPage } from '#db/ordering/orders/listed-order.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { ShownRates, ShownShipping } from '#db/ordering/shipments/shown-shipping.ts';
import { ShownCompany } from '#db/organizations/shown-company.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { applyTracking } from './routes.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const STAFF: Caller = 'PROJECT_MANAGER';
const ORDERER: Caller = 'INSTITUTION_MANAGER';
const SPONSOR: Caller = 'COMPANY_MANAGER';
const PLACE = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };

async function ok(caller: Caller, method: Parameters<DemoServer['call']>[1], path: string, body?: object) {
  const answer = await lab.call(caller, method, path, body);
  expect([200, 201], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
}
const idOf = async (text: string, values: unknown[] = []): Promise<string> =>
  (await lab.rows<{ id: string }>(text, values))[0]?.id ?? '';
const companyId = (name: string) => idOf(`SELECT id FROM company WHERE entity = 'WBL' AND name = $1`, [name]);

async function save(id: string, changes: object): Promise<ShownDraft> {
  const { order } = ShownDraft.parse(await ok(STAFF, 'get', `/api/create-order/${id}`));
  const body = { seenVersion: order.version, changes };
  return ShownDraft.parse(await ok(STAFF, 'post', `/api/create-order/${id}`, body));
}

/**
 * A campaign of Northfield Biotech, in which Lakeside University orders before its specimens are collected.
 */
async function beginOrder(code: string): Promise<ShownDraft> {
  const path = `/api/companies/${await companyId('Northfield Biotech')}/campaigns`;
  await ok('CS_MANAGER', 'post', path, { code, name: 'Kits for universities', kitFee: 1500 });
  const protocolId = await idOf(
    `SELECT protocol_id AS id FROM service WHERE entity = 'WBL' AND status = 'LIVE' AND package_types @> '{TUBE}'
      ORDER BY min_specimens, sort_order, name LIMIT 1`,
  );
  const draftRequest = {
    protocolId,
    companyId: await companyId('Lakeside University'),
    orderType: 'CAMPAIGN',
  };
  const { order } = ShownDraft.parse(await ok(STAFF, 'post', '/api/create-order', draftRequest));
  const agreed = { agreementTypes: ['NO_RIGHTS'], otherText: '', retentionPeriod: 'YEARS_2' };
  await ok(STAFF, 'post', `/api/create-order/${order.id}/data-use`, {
    ...agreed,
    agreementVersion: AGREEMENT_VERSION,
  });
  return save(order.id, { campaignCode: code, shippingAddress: null });
}

async function submitted(code: string, kitCount: number): Promise<ShownOrder> {
  const { order } = await beginOrder(code);
  const kits = { kitCount, kitTemperature: 'REFRIGERATED', shippingAddress: PLACE };
  const { order: ready } = await save(order.id, kits);
  const submitBody = { seenVersion: ready.version };
  return ShownOrder.parse(await ok(STAFF, 'post', `/api/create-order/${order.id}/submit`, submitBody));
}

const toSend = async (caller: Caller, query = '') => {
  const page = OrderPage.parse(await ok(caller, 'get', `/api/lab/orders?kits=TO_SEND${query}`));
  return page.rows.map(({ id }) => id);
};

test('kits are requested with a draft: they need an address and are charged to the sponsor', async () => {
  const { order } = await beginOrder('ASK-27');
  const kitDraft = await save(order.id, { kitCount: 12 });
  expect(kitDraft.order).toMatchObject({ kitCount: 12, kitTemperature: 'AMBIENT' });
  expect(kitDraft.problems.map(({ step, field }) => [step, field])).toEqual([
    ['shipping', 'shippingAddress.line1'],
    ['shipping', 'shippingAddress.city'],
    ['shipping', 'shippingAddress.state'],
    ['shipping', 'shippingAddress.postalCode'],
  ]);
  const fee = kitDraft.quote.totals.adjustments;
  expect(fee).toMatchObject([{ label: '12 collection kits', lineAmount: 18_000 }]);
  const completeDraft = await save(order.id, { shippingAddress: PLACE });
  expect(completeDraft.problems).toEqual([]);
  const tooMany = { seenVersion: completeDraft.order.version, changes: { kitCount: 961 } };
  expect((await lab.call(STAFF, 'post', `/api/create-order/${order.id}`, tooMany)).status).toBe(422);
});

test('the lab sends the kits of an order, their shipment changes nothing else, and the sponsor pays for them', async () => {
  const before = await toSend(STAFF);
  const beforeOfService = await toSend('CS_REP');
  const submittedOrder = await submitted('SEND-27', 30);
  const { id } = submittedOrder;
  expect(submittedOrder).toMatchObject({ status: 'ANTICIPATED', total: 0 });
  expect(submittedOrder.shipments).toMatchObject([
    { direction: 'KIT_OUT', status: 'NOT_STARTED', packageCount: 2, temperature: 'REFRIGERATED' },
  ]);
  expect(await toSend('CS_REP')).toEqual([...beforeOfService, id]);
  expect(await toSend(STAFF, `&search=${submittedOrder.orderNumber}`)).toEqual([id]);
  expect(await toSend(STAFF, '&proposals=OPEN')).toEqual([]);

  const path = `/api/shipping/orders/${id}`;
  const readOpenDirections = async (caller: Caller) =>
    ShownShipping.parse(await ok(caller, 'get', path)).open;
  expect([
    await readOpenDirections(STAFF),
    await readOpenDirections('CS_REP'),
    await readOpenDirections(ORDERER),
  ]).toEqual([['KIT_OUT'], [], []]);
  expect((await lab.call(SPONSOR, 'get', path)).status).toBe(404);
  const rates = ShownRates.parse(await ok(STAFF, 'get', `${path}/rates?direction=KIT_OUT`)).rates;
  const labelRequest = { direction: 'KIT_OUT', rateId: rates[0]?.id };
  expect((await lab.call(ORDERER, 'post', `${path}/labels`, labelRequest)).status).toBe(409);
  await ok(STAFF, 'post', `${path}/labels`, labelRequest);
  const [label] = ShownOrder.parse(await ok(STAFF, 'get', `/api/lab/orders/${id}`)).shipments;
  expect(label?.labelUrl).toBe(`/api/shipping/labels/${label?.id}`);
  expect((await lab.call(STAFF, 'get', label?.labelUrl ?? '')).status).toBe(200);
  const [customerLabel] = ShownOrder.parse(await ok(ORDERER, 'get', `/api/orders/${id}`)).shipments;
  expect(customerLabel).toMatchObject({ trackingNumber: label?.trackingNumber, labelUrl: null });
  expect((await lab.call(ORDERER, 'get', label?.labelUrl ?? '')).status).toBe(404);
  const voidBody = { trackingNumber: label?.trackingNumber };
  expect((await lab.call(ORDERER, 'post', `${label?.labelUrl}/void`, voidBody)).status).toBe(409);
  expect(await toSend(STAFF)).toEqual(before);

  const readShipment = async () =>
    ShownOrder.parse(await ok(ORDERER, 'get', `/api/orders/${id}`)).shipments[0];
  const trackingNumber = (await readShipment())?.trackingNumber ?? '';
  const deliverTracking = (carrierStatus: string, minute: number) =>
    applyTracking(lab.services, {
      id: `evt-kits-${carrierStatus}`,
      trackingNumber,
      carrierStatus,
      message: null,
      place: null,
      at: `2030-01-01T10:0${minute}:00.000Z`,
    });
  await deliverTracking('in_transit', 1);
  await deliverTracking('return_to_sender', 2);
  expect(await readShipment()).toMatchObject({ status: 'RETURNED', trackingNumber });
  expect(await toSend(STAFF), 'kits that came back are sent again').toEqual([...before, id]);
  await ok(STAFF, 'post', `${path}/tracking`, {
    direction: 'KIT_OUT',
    carrier: 'FedEx',
    trackingNumber: 'KIT-2',
  });
  expect(await readShipment()).toMatchObject({
    status: 'PRE_TRANSIT',
    trackingNumber: 'KIT-2',
    packageCount: 2,
  });
  const orderView = ShownOrder.parse(await ok(ORDERER, 'get', `/api/orders/${id}`));
  expect(orderView).toMatchObject({
    status: 'ANTICIPATED',
    shipmentStatus: 'NOT_STARTED',
    trackingNumber: null,
  });
  const mails = await lab.rows<{ to: string; subject: string }>(
    `SELECT "to", subject FROM email WHERE data ->> 'targetId' = $1 AND kind LIKE 'SHIP%' ORDER BY subject, "to"`,
    [id],
  );
  // Staff entered the order, so the customer's manager is notified too.
  const hears = ['institution-manager@wbl.example', 'project-manager@wbl.example'];
  expect(mails).toEqual(
    ['are packed', 'did not arrive'].flatMap((subjectEnding) =>
      hears.map((to) => ({
        to,
        subject: `Collection kits for order ${submittedOrder.orderNumber} ${subjectEnding}`,
      })),
    ),
  );

  const invoiceId = await idOf('SELECT id FROM invoice WHERE order_id = $1', [id]);
  const bill = ShownInvoice.parse(await ok('BILLING_MANAGER', 'get', `/api/billing/invoice/${invoiceId}`));
  expect(bill.company.name).toBe('Northfield Biotech');
  expect(bill.lines.map(({ description, amount }) => [description, amount])).toContainEqual([
    '30 collection kits',
    45_000,
  ]);
  const sponsor = ShownCompany.parse(
    await ok(SPONSOR, 'get', `/api/companies/${await companyId('Northfield Biotech')}`),
  );
  expect(sponsor.campaigns.find(({ code }) => code === 'SEND-27')).toMatchObject({
    orders: 1,
    kits: 30,
    kitFee: 1500,
  });
});

test('an order that is canceled before its kits were sent no longer requests any', async () => {
  const { id } = await submitted('STOP-27', 3);
  expect(await toSend(STAFF)).toContain(id);
  await ok('CS_MANAGER', 'post', `/api/lab/orders/${id}/cancel`, { reason: 'The study was stopped' });
  expect(await toSend(STAFF)).not.toContain(id);
  expect(ShownShipping.parse(await ok(STAFF, 'get', `/api/shipping/orders/${id}`)).open).toEqual([]);
});

test('more kits can be added to an order while its bill is open, and the sponsor pays for them too', async () => {
  const { id } = await submitted('MORE-27', 30);
  const more = (caller: Caller, kitCount: number) =>
    lab.call(caller, 'patch', `/api/lab/orders/${id}/kits`, { kitCount });
  const read = async () => ShownOrder.parse(await ok(STAFF, 'get', `/api/lab/orders/${id}`));
  expect((await read()).actions).toContain('add-kits');
  expect((await more(ORDERER, 6)).status).toBe(403);
  expect((await more(STAFF, 0)).status).toBe(422);
  const added = ShownOrder.parse(
    await ok('CS_MANAGER', 'patch', `/api/lab/orders/${id}/kits`, { kitCount: 6 }),
  );
  expect(added).toMatchObject({ kitCount: 36, total: 0, shipments: [{ kitCount: 36, packageCount: 2 }] });
  const invoiceId = await idOf('SELECT id FROM invoice WHERE order_id = $1', [id]);
  const bill = ShownInvoice.parse(await ok('BILLING_MANAGER', 'get', `/api/billing/invoice/${invoiceId}`));
  const lines = bill.lines.map(({ description, amount }) => [description, amount]);
  expect(lines).toContainEqual(['30 collection kits', 45_000]);
  expect(lines).toContainEqual(['6 more collection kits', 9_000]);
  await lab.database.pool.query(`UPDATE invoice SET status = 'AWAITING_BILLING' WHERE id = $1`, [invoiceId]);
  await ok('BILLING_MANAGER', 'post', `/api/billing/invoice/${invoiceId}/issue`, {});
  const issuedRefusal = await more(STAFF, 1);
  expect([issuedRefusal.status, issuedRefusal.body]).toMatchObject([409, { code: 'ISSUED' }]);
  expect((await read()).kitCount).toBe(36);
});
