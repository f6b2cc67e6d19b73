import { expect, test } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import {
  expectedWells,
  labelProblem,
  openSession,
  orderRemark,
  packageProblem,
  resolveTube,
  unscanned,
} from './accession-lookup.ts';

const order = (overrides: Partial<Order> = {}) =>
  buildOrder({ id: 'order-x', orderNumber: 'W-004711', trackingNumber: '1ZX', ...overrides });
const tube = (overrides: Partial<Specimen> = {}) =>
  buildSpecimen({
    id: 'specimen-x',
    orderId: 'order-x',
    requisitionNumber: 'W-004711-001',
    tubeBarcode: 'TUBE-X',
    ...overrides,
  });

test.each(['W-004711', ' w-004711-001\r', 'tube-x', '1ZX', 'PLATE-X'])(
  'the code %j opens its order',
  (code) => {
    const openedSession = openSession(code, {
      orders: [order()],
      specimens: [tube({ shipmentPlateBarcode: 'PLATE-X' })],
    });
    expect(openedSession.orders.map((one) => one.id)).toEqual(['order-x']);
  },
);

test('all unreceived orders of one tracking number join the session', () => {
  const at = (id: string, overrides: Partial<Order> = {}) =>
    order({ id, orderNumber: `W-00000${id.length}`, ...overrides });
  const orders = [order(), at('y'), at('zz'), at('other', { trackingNumber: '1ZOTHER' })];
  const of = (orderId: string, overrides: Partial<Specimen> = {}) =>
    tube({
      id: `specimen-${orderId}`,
      orderId,
      tubeBarcode: `TUBE-${orderId}`,
      requisitionNumber: `REQ-${orderId}`.toUpperCase(),
      ...overrides,
    });
  const specimens = [
    tube(),
    of('y'),
    of('zz', { status: 'RECEIVED', receivedAt: '2026-11-20T10:00:00.000Z' }),
    of('other'),
  ];
  expect(openSession('TUBE-X', { orders, specimens }).orders.map((one) => one.id)).toEqual(['order-x', 'y']);
});

test('an unknown code matches no order', () => {
  expect(openSession('nope', { orders: [order()], specimens: [tube()] })).toEqual({
    orders: [],
    message: 'No order matches NOPE.',
  });
});

const RECEIVED = { status: 'RECEIVED', receivedAt: '2026-11-20T10:00:00.000Z' } as const;
test.each<[string, Partial<Order>, Specimen[], string | null]>([
  ['ask', { status: 'CANCELED' }, [tube()], 'Order W-004711 was canceled. Receive it into quarantine?'],
  ['stop', { status: 'RECEIVED' }, [tube(RECEIVED)], 'Order W-004711 is already fully received.'],
  [
    'note',
    { status: 'PENDING_APPROVAL' },
    [tube({ status: 'PENDING_APPROVAL' })],
    'Order W-004711 is still awaiting approval.',
  ],
  [
    'note',
    { status: 'PO_UNDER_REVIEW' },
    [tube({ status: 'PENDING_APPROVAL' })],
    'Order W-004711 is still awaiting approval.',
  ],
  ['note', { status: 'DRAFT' }, [tube({ status: 'DRAFT' })], 'Order W-004711 has not been submitted.'],
  ['note', { status: 'DRAFT', orderNumber: null }, [], 'The draft has not been submitted.'],
  ['note', { status: 'ANTICIPATED' }, [], 'Order W-004711 has not been submitted.'],
  ['', { status: 'SHIPPED' }, [tube()], null],
  ['', { status: 'RECEIVED' }, [tube(RECEIVED), tube({ id: 'b' })], null],
])('%s: the remark for an order that is %o', (kind, overrides, specimens, message) => {
  expect(orderRemark(order(overrides), specimens)).toEqual(message === null ? null : { kind, message });
});

test('a tube is expected, was scanned before, or is unexpected', () => {
  const session = { orderIds: ['order-x'], specimens: [tube()], scanned: new Set<string>() };
  expect(resolveTube('tube-x ', session)).toMatchObject({ kind: 'EXPECTED', specimen: { id: 'specimen-x' } });
  expect(resolveTube('TUBE-X', { ...session, scanned: new Set(['specimen-x']) })).toMatchObject({
    kind: 'REPEATED',
    message: 'TUBE-X was already scanned in this session.',
  });
  expect(resolveTube('other', session)).toEqual({ kind: 'UNEXPECTED', code: 'OTHER' });
  expect(resolveTube('TUBE-X', { ...session, orderIds: ['order-y'] }).kind).toBe('UNEXPECTED');
});

test('a damaged package needs a note or a photo', () => {
  expect(packageProblem('INTACT', null, 0)).toBeNull();
  expect(packageProblem('OPENED', ' ', 0)).toBe('Describe the damage or add a photo.');
  expect(packageProblem('OPENED', 'Torn', 0)).toBeNull();
  expect(packageProblem('DAMAGED', null, 1)).toBeNull();
});

test('a label scan must match the tube', () => {
  expect(labelProblem('w26325-0007-01', 'W26325-0007-01', 'W26325-0007')).toBeNull();
  expect(labelProblem('W26325-0008-01', 'W26325-0007-01', 'W26325-0007')).toBe(
    'Label does not match W26325-0007.',
  );
});

test('the wells of a plate are listed in column-major order', () => {
  const wells = ['A2', 'H1', 'B1'].map((well) =>
    tube({ id: well, shipmentPlateLocation: well, shipmentPlateNumber: 2 }),
  );
  expect(expectedWells([...wells, tube()], 'order-x', 2).map((one) => one.id)).toEqual(['B1', 'H1', 'A2']);
});

test('specimens without a scan become missing', () => {
  const specimens = [
    tube(),
    tube({ id: 'b' }),
    tube({ id: 'c', ...RECEIVED }),
    tube({ id: 'd', status: 'CANCELED' }),
  ];
  expect(unscanned(specimens, ['order-x'], new Set(['specimen-x'])).map((one) => one.id)).toEqual(['b']);
});
