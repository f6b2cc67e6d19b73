import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildShipment, shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { OrderNotices } from './order-notices.tsx';

// No user is signed in.
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({})));
afterEach(cleanup);

const Notices = ({ order, customer }: { order: ShownOrder; customer: boolean }) => (
  <OrderNotices order={order} viewer={{ ...useViewer(), customer }} />
);
const TITLE = 'Pack and send your specimens';

test('the sender of a replacement sees which specimens to send, although the order was received', () => {
  const arrived = buildShipment({ direction: 'INBOUND', status: 'RECEIVED' });
  const awaitedAgain = (status: 'ORDERED' | 'RECEIVED') =>
    shownOrder({
      status: 'RECEIVED',
      receivedAt: '2026-11-20T10:00:00.000Z',
      shipments: [arrived],
      specimens: [
        buildSpecimen({ id: 's1', status: 'RECEIVED' }),
        buildSpecimen({ id: 's2', status, customerSampleId: 'B-17' }),
      ],
    });
  const { rerender } = render(<Notices order={awaitedAgain('ORDERED')} customer />);
  expect(screen.getByText('The lab is still waiting for B-17')).toBeTruthy();
  expect(screen.queryByText(TITLE)).toBeNull();
  rerender(<Notices order={awaitedAgain('RECEIVED')} customer />);
  expect(screen.queryByText(/still waiting/)).toBeNull();
});

test('the customer sees the next step until the package has its label or is on its way', () => {
  const order = shownOrder({ status: 'ORDERED', shipments: [] });
  const { rerender } = render(<Notices order={order} customer />);
  const link = screen.getByRole('link', { name: 'buy a label or enter the tracking number' });
  expect(link.getAttribute('href')).toBe('#packages');
  const withPackage = (status: 'RETURNED' | 'PRE_TRANSIT') =>
    shownOrder({ status: 'ORDERED', shipments: [buildShipment({ direction: 'INBOUND', status })] });
  rerender(<Notices order={withPackage('RETURNED')} customer />);
  expect(screen.getByText(TITLE)).toBeTruthy();
  rerender(<Notices order={withPackage('PRE_TRANSIT')} customer />);
  expect(screen.queryByText(TITLE)).toBeNull();
  rerender(<Notices order={order} customer={false} />);
  expect(screen.queryByText(TITLE)).toBeNull();
});

test('an order whose material is in the lab shows no warning against sending', () => {
  const order = shownOrder({ status: 'ANTICIPATED' });
  const { rerender } = render(<Notices order={order} customer />);
  expect(screen.getByText('Specimen list needed')).toBeTruthy();
  rerender(<Notices order={{ ...order, receivedAt: '2026-11-20T10:00:00.000Z' }} customer />);
  expect(screen.queryByText('Specimen list needed')).toBeNull();
});
