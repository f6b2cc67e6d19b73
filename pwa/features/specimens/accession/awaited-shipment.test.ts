import { describe, expect, test } from 'vitest';
import { buildOrder, buildShipment } from '#db/factories/build-ordering.ts';
import { buildDiscrepancy, buildSpecimen } from '#db/factories/build-specimens.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Shipment } from '#db/ordering/shipments/shipment.ts';
import type { Discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { filterShipments, findAwaitedShipments, SHIPMENT_DISPLAY, shipmentName } from './awaited-shipment.ts';

const CUSTOMERS = new Map([['company-1', 'Northwind']]);
const of = (orderNumber: string, shipments: Partial<Shipment>[], order: Partial<Order> = {}) => ({
  order: buildOrder({ id: orderNumber, orderNumber, status: 'SHIPPED', companyId: 'company-1', ...order }),
  shipments: shipments.map((one) => buildShipment({ orderId: orderNumber, ...one })),
});
const delivered = (day: string) => ({
  status: 'RECEIVED' as const,
  lastEventAt: `2026-11-${day}T09:00:00.000Z`,
});
const numbers = (orders: ReturnType<typeof of>[]) =>
  findAwaitedShipments(orders, CUSTOMERS).map(({ orderNumber }) => orderNumber);

test('delivered shipments come first, longest wait first; then the earliest expected', () => {
  const orders = [
    of('W-000005', []),
    of('W-000004', [{ status: 'IN_TRANSIT', estimatedDelivery: '2026-11-24' }]),
    of('W-000003', [{ status: 'IN_TRANSIT', estimatedDelivery: '2026-11-23' }]),
    of('W-000002', [delivered('21')]),
    of('W-000001', [delivered('20')]),
  ];
  expect(numbers(orders)).toEqual(['W-000001', 'W-000002', 'W-000003', 'W-000004', 'W-000005']);
});

test('unsent shipments, received shipments and outgoing kits are not listed', () => {
  expect(
    numbers([of('W-000001', [], { status: 'ORDERED' }), of('W-000002', [], { status: 'RECEIVED' })]),
  ).toEqual([]);
  const [row] = findAwaitedShipments(
    [of('W-000003', [{ direction: 'KIT_OUT', status: 'RECEIVED', carrier: 'Kits' }], { carrier: 'UPS' })],
    CUSTOMERS,
  );
  expect(row).toMatchObject({ carrier: 'UPS', deliveredAt: null });
});

describe('a shipment sent after the order was received', () => {
  const received = { status: 'RECEIVED' as const, receivedAt: '2026-11-20T10:00:00.000Z' };
  const first = { ...delivered('20'), createdAt: '2026-11-18T09:00:00.000Z' };
  const secondShipment = { createdAt: '2026-11-21T09:00:00.000Z', trackingNumber: 'AGAIN', packageCount: 1 };
  const tube = (row: Partial<Specimen>, discrepancies: Partial<Discrepancy>[] = []) => ({
    row: buildSpecimen({ orderId: 'W-000001', status: 'SHIPPED', ...row }),
    discrepancies: discrepancies.map((one) => buildDiscrepancy(one)),
  });
  const buildOrderShipments = (
    shipments: Partial<Shipment>[],
    specimens: ReturnType<typeof tube>[],
    order: Partial<Order> = {},
  ) => ({ ...of('W-000001', shipments, { ...received, packageCount: 3, ...order }), specimens });

  test('is listed as a replacement, with its content', () => {
    const awaitedList = findAwaitedShipments(
      [
        buildOrderShipments(
          [first, { ...secondShipment, status: 'IN_TRANSIT' }],
          [tube({}), tube({ status: 'RECEIVED' })],
        ),
      ],
      CUSTOMERS,
    );
    expect(awaitedList).toMatchObject([
      { replacement: true, status: 'IN_TRANSIT', trackingNumber: 'AGAIN', specimens: 1, packages: 1 },
    ]);
    expect(awaitedList.map(shipmentName)).toEqual(['Replacement for W-000001']);
    expect(filterShipments(awaitedList, 'replacement', '')).toHaveLength(1);
  });

  test('counts as delivered until its tubes are received, also while the other specimens are in work or on hold', () => {
    const deliveredShipment = { ...secondShipment, ...delivered('22') };
    for (const status of ['RECEIVED', 'QUARANTINED', 'PROCESSING', 'ON_HOLD'] as const)
      expect(
        findAwaitedShipments(
          [buildOrderShipments([first, deliveredShipment], [tube({ status: 'DELIVERED' })], { status })],
          CUSTOMERS,
        ),
      ).toMatchObject([
        { replacement: true, status: 'RECEIVED', deliveredAt: deliveredShipment.lastEventAt },
      ]);
    const inHand = tube({ status: 'RECEIVED', receivedAt: '2026-11-22T11:00:00.000Z' });
    expect(
      findAwaitedShipments([buildOrderShipments([first, deliveredShipment], [inHand])], CUSTOMERS),
    ).toEqual([]);
  });

  test('is not listed before a carrier has it, and a tube missing in the first shipment is not listed either', () => {
    expect(
      findAwaitedShipments(
        [buildOrderShipments([first, { ...secondShipment, status: 'PRE_TRANSIT' }], [tube({})])],
        CUSTOMERS,
      ),
    ).toEqual([]);
    expect(findAwaitedShipments([buildOrderShipments([first], [tube({})])], CUSTOMERS)).toEqual([]);
    const missing = tube({}, [{ type: 'MISSING', resolution: 'OPEN' }]);
    const lateShipment = { ...first, lastEventAt: '2026-11-20T12:00:00.000Z' };
    expect(findAwaitedShipments([buildOrderShipments([lateShipment], [missing])], CUSTOMERS)).toEqual([]);
  });
});

test('of several shipments of one order the delivered one is shown', () => {
  const [row] = findAwaitedShipments(
    [
      of('W-000001', [
        { status: 'IN_TRANSIT', trackingNumber: 'B' },
        { ...delivered('21'), trackingNumber: 'A' },
      ]),
    ],
    CUSTOMERS,
  );
  expect(row).toMatchObject({ trackingNumber: 'A', customer: 'Northwind', status: 'RECEIVED' });
  expect(SHIPMENT_DISPLAY.RECEIVED.label).toBe('Delivered');
});

test('a shipment is found by its order, customer, carrier or tracking number, and by its status', () => {
  const awaitedList = findAwaitedShipments(
    [
      of('W-000101', [{ ...delivered('21'), carrier: 'UPS', trackingNumber: '1ZA' }]),
      of('W-000202', [{ status: 'IN_TRANSIT', carrier: 'FedEx', trackingNumber: '77B' }], {
        companyId: 'other',
      }),
    ],
    CUSTOMERS,
  );
  const findOrderNumbers = (typed: string, filter: '' | 'DELIVERED' | 'ON_THE_WAY' = '') =>
    filterShipments(awaitedList, typed, filter).map(({ orderNumber }) => orderNumber);
  for (const typed of ['000101', 'northwind', 'ups', '1za ups'])
    expect(findOrderNumbers(typed)).toEqual(['W-000101']);
  expect(findOrderNumbers('', 'DELIVERED')).toEqual(['W-000101']);
  expect(findOrderNumbers('', 'ON_THE_WAY')).toEqual(['W-000202']);
  expect(findOrderNumbers('ups', 'ON_THE_WAY')).toEqual([]);
});
