import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatedRates } from '#sync-server/services/ordering/shipments/carriers-of.ts';
import type { Consignment } from './carriers.ts';
import { easypostCarriers } from './easypost-carriers.ts';
import { signTracking } from './tracker-event.ts';

const SECRET = 'a secret of the tests';
const requests: { method: string; url: string; authorization: string; body: string }[] = [];
let server: http.Server;
let url = '';
let isTaken = false;
let refund: string | null = null;

const RATE = {
  id: 'rate_1',
  carrier: 'USPS',
  service: 'Priority',
  rate: '8.45',
  currency: 'USD',
  delivery_days: 2,
};
const shipmentOf = () => ({
  id: 'shp_1',
  refund_status: refund,
  rates: [{ ...RATE, id: 'rate_2', rate: '31.10500', delivery_days: null }, RATE],
  ...(isTaken
    ? { tracking_code: '9400', selected_rate: RATE, postage_label: { label_pdf_url: `${url}/label.pdf` } }
    : {}),
});

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const { method = '', url: path = '', headers } = request;
    if (path === '/label.pdf') return response.end('%PDF-1.7');
    requests.push({ method, url: path, authorization: headers.authorization ?? '', body });
    response.setHeader('Content-Type', 'application/json');
    if (path.endsWith('/refund') && !isTaken) {
      response.statusCode = 422;
      return response.end(JSON.stringify({ error: { message: 'Nothing was bought.' } }));
    }
    if (path.endsWith('/buy')) isTaken = true;
    return response.end(JSON.stringify(shipmentOf()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const address = {
  name: 'Ann',
  company: null,
  line1: '1 Main St',
  line2: null,
  city: 'Boston',
  state: 'MA',
  postalCode: '02115',
  country: 'US',
  phone: null,
};
const consignment: Consignment = {
  from: address,
  to: { ...address, line1: '100 Sequencing Way' },
  measures: { grams: 1500, count: 1 },
  reference: 'W-000001',
};
const carriers = () => easypostCarriers({ url, key: 'EZTKtest', secret: SECRET });

test('rates from EasyPost are in whole cents, the cheapest first', async () => {
  expect(await carriers().rates(consignment)).toEqual([
    { id: 'shp_1:rate_1', carrier: 'USPS', service: 'Priority', cost: 845, days: 2 },
    { id: 'shp_1:rate_2', carrier: 'USPS', service: 'Priority', cost: 3111, days: null },
  ]);
  const [first] = requests;
  expect(first?.authorization).toBe(`Basic ${Buffer.from('EZTKtest:').toString('base64')}`);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    shipment: { parcel: { weight: 52.9 }, to_address: { street1: '100 Sequencing Way', zip: '02115' } },
  });
});

test('an EasyPost refusal is reported in its words', async () => {
  await expect(carriers().voidLabel('shp_1')).rejects.toMatchObject({
    code: 'CARRIER_REFUSED',
    message: 'The carrier answers: Nothing was bought.',
  });
});

test('a rate bought twice is bought once and gives the same label', async () => {
  const first = await carriers().buyLabel('shp_1:rate_1', consignment);
  const secondLabel = await carriers().buyLabel('shp_1:rate_1', consignment);
  expect(first).toMatchObject({ reference: 'shp_1', trackingNumber: '9400', cost: 845 });
  expect(secondLabel).toEqual(first);
  expect(requests.filter((one) => one.url.endsWith('/buy'))).toHaveLength(1);
});

test("a label is refunded once; the carrier's refusal is reported and the refund may be requested again", async () => {
  const countRefundRequests = () => requests.filter((one) => one.url.endsWith('/refund')).length;
  const before = countRefundRequests();
  refund = 'rejected';
  await expect(carriers().voidLabel('shp_1')).rejects.toMatchObject({ code: 'CARRIER_REFUSED' });
  await expect(carriers().voidLabel('shp_1')).rejects.toMatchObject({ code: 'CARRIER_REFUSED' });
  expect(countRefundRequests()).toBe(before + 2);
  for (const refundStatus of ['submitted', 'refunded', 'not_applicable']) {
    refund = refundStatus;
    await carriers().voidLabel('shp_1');
  }
  expect(countRefundRequests()).toBe(before + 2);
  refund = null;
});

test('one label cannot be bought for several boxes', async () => {
  await expect(
    carriers().rates({ ...consignment, measures: { grams: 1500, count: 2 } }),
  ).rejects.toMatchObject({
    code: 'CARRIER_REFUSED',
  });
});

test('a webhook with an undated scan or a long message is parsed', () => {
  const details = [{ status: 'in_transit', message: 'x'.repeat(900), datetime: null }];
  const result = {
    object: 'Tracker',
    tracking_code: '9400',
    status: 'in_transit',
    updated_at: '2026-11-20T10:00:00Z',
    tracking_details: details,
  };
  const body = Buffer.from(JSON.stringify({ id: 'evt_4', result }));
  const trackingEvent = carriers().readEvent(body, signTracking(SECRET, body));
  expect([trackingEvent?.at, trackingEvent?.message?.length]).toEqual(['2026-11-20T10:00:00.000Z', 500]);
});

test('a webhook is valid only with the signature of its own bytes', () => {
  const trackingEvent = {
    id: 'evt_1',
    result: {
      object: 'Tracker',
      tracking_code: '9400',
      status: 'in_transit',
      updated_at: '2026-11-20T10:00:00Z',
      tracking_details: [],
    },
  };
  const body = Buffer.from(JSON.stringify(trackingEvent));
  expect(carriers().readEvent(body, signTracking(SECRET, body))).toEqual({
    id: 'evt_1',
    trackingNumber: '9400',
    carrierStatus: 'in_transit',
    message: null,
    place: null,
    at: '2026-11-20T10:00:00.000Z',
  });
  const other = Buffer.from(JSON.stringify({ ...trackingEvent, id: 'evt_2' }));
  expect(() => carriers().readEvent(other, signTracking(SECRET, body))).toThrow('signature');
  const batch = Buffer.from('{"id":"evt_3","result":{"object":"Batch"}}');
  expect(carriers().readEvent(batch, signTracking(SECRET, batch))).toBeNull();
});

test('simulated services cost more for speed and weight', () => {
  const rates = simulatedRates(consignment, '2026-11-20');
  expect(rates.map(({ cost, days }) => [cost, days])).toEqual([
    [1470, 4],
    [2770, 2],
    [6530, 1],
  ]);
  const heavier = simulatedRates({ ...consignment, measures: { grams: 4000, count: 2 } }, '2026-11-20');
  for (const [index, { cost }] of heavier.entries()) expect(cost).toBeGreaterThan(rates[index]?.cost ?? 0);
});
