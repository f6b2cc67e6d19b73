import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildOrder, buildShipment } from '#db/factories/build-ordering.ts';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { findLateShipments, LateShipments } from './waiting-work.tsx';

afterEach(cleanup);

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const of = (
  shipment: Parameters<typeof buildShipment>[0],
  order: Parameters<typeof buildOrder>[0] = { status: 'SHIPPED' },
) => {
  const row = buildOrder(order);
  return {
    order: row,
    shipments: [
      buildShipment({
        orderId: row.id,
        direction: 'INBOUND',
        status: 'RECEIVED',
        lastEventAt: '2026-11-20T11:59:00.000Z',
        ...shipment,
      }),
    ],
  };
};

test('shipments delivered over 24 hours ago and not received are listed, the oldest first', () => {
  const [lateOrder, later] = [of({}), of({ lastEventAt: '2026-11-18T09:00:00.000Z' })];
  expect(findLateShipments([lateOrder, later], NOW).map(({ orderId }) => orderId)).toEqual([
    later.order.id,
    lateOrder.order.id,
  ]);
});

test('shipments that are on their way, came today, go out, or are received are not listed', () => {
  const none = [
    of({ status: 'IN_TRANSIT' }),
    of({ lastEventAt: '2026-11-20T12:01:00.000Z' }),
    of({ direction: 'KIT_OUT' }),
    of({}, { status: 'RECEIVED' }),
  ];
  expect(findLateShipments(none, NOW)).toEqual([]);
});

test('the notice links to receiving, and is absent when there is nothing to report', () => {
  const lateOrder = of({ carrier: 'Northway', trackingNumber: 'NO1' });
  const { rerender } = render(<LateShipments shipments={findLateShipments([lateOrder], NOW)} />, {
    wrapper: RouterWrapper,
  });
  const link = screen.getByRole('link', { name: new RegExp(`${lateOrder.order.orderNumber}.*Northway NO1`) });
  expect(link.getAttribute('href')).toBe(`/lab/specimens/accession?order=${lateOrder.order.id}`);
  rerender(<LateShipments shipments={[]} />);
  expect(screen.queryByRole('link')).toBeNull();
});
