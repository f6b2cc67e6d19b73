import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildOrder, buildShipment, shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { Timeline } from '#pwa/ui/history/timeline.tsx';
import { orderEntries } from './order-facts.tsx';
import { OrderShipments } from './order-shipments.tsx';

const order = shownOrder({
  ...buildOrder({ kitCount: 12, kitTemperature: 'REFRIGERATED' }),
  shipments: [
    buildShipment({
      direction: 'KIT_OUT',
      status: 'PRE_TRANSIT',
      carrier: 'Northway',
      trackingNumber: 'KIT1',
      packageCount: 1,
      temperature: 'REFRIGERATED',
      lastEventAt: null,
    }),
    buildShipment({ direction: 'INBOUND', status: 'NOT_STARTED', trackingNumber: null }),
  ],
  history: [
    {
      id: 'event-1',
      type: 'SHIPMENT_STATUS_CHANGED',
      at: '2026-11-21T10:00:00.000Z',
      by: 'Paul Mbeki',
      data: { from: 'NOT_STARTED', to: 'PRE_TRANSIT', direction: 'KIT_OUT' },
    },
  ],
});

test('the kits of an order are listed beside the shipment to the lab, with count and status', () => {
  render(<OrderShipments order={order} />);
  const [kits, inbound] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(kits).toContain('Collection kits from the lab');
  expect(kits).toContain('Pre-transit');
  expect(kits).toContain('KIT1');
  expect(kits).toContain('12 kits, Northway, 1 package, refrigerated');
  expect(inbound).toContain('To the lab');
  expect(inbound).not.toContain('kits');
});

test('a package left by its carrier is delivered, one accepted by the lab is received', () => {
  const arrived = { direction: 'INBOUND', status: 'RECEIVED' } as const;
  const shipments = [
    buildShipment({ ...arrived, carrierStatus: 'delivered' }),
    buildShipment({ ...arrived, id: 'by-hand', carrierStatus: null }),
  ];
  const shipmentTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const holding = (status: 'DELIVERED' | 'RECEIVED') =>
    shownOrder({ shipments, specimens: [buildSpecimen({ status })] });
  const { rerender } = render(<OrderShipments order={holding('DELIVERED')} />);
  const [unopenedText, receivedText] = shipmentTexts();
  expect(unopenedText).toContain('Delivered');
  expect(receivedText).toContain('Received');
  rerender(<OrderShipments order={holding('RECEIVED')} />);
  expect(shipmentTexts()[0], 'what was in it is in the lab').toContain('Received');
});

test('an order that continues with stored material says that nothing is sent', () => {
  const source = {
    id: 'earlier',
    orderNumber: 'W-000103',
    status: 'COMPLETED',
    orderClassification: 'STANDARD',
  } as const;
  render(<OrderShipments order={shownOrder({ status: 'DRAFT', source })} />);
  expect(screen.getByText('Nothing is sent: the lab has the material.')).toBeTruthy();
});

test('the history names the kits as what moved', () => {
  render(<Timeline label="History" entries={orderEntries(order)} />);
  expect(screen.getByText('Collection kits')).toBeTruthy();
  expect(screen.getByText('Not started → Pre-transit')).toBeTruthy();
});
