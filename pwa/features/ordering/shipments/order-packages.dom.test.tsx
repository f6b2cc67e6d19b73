import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildShipment, shownOrder } from '#db/factories/build-ordering.ts';
import type { ShownShipping } from '#db/ordering/shipments/shown-shipping.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OrderPackages } from './order-packages.tsx';

const RATES = [
  { id: 'rate-1', carrier: 'Northway', service: 'Ground', cost: 1470, days: 4 },
  { id: 'rate-2', carrier: 'Swiftpost', service: 'Two Day', cost: 2770, days: 2 },
];
let requests: { path: string; body: unknown }[];
let shippingView: ShownShipping;
let refusalMessage: string | null;
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  refusalMessage = null;
  shippingView = { events: [], voidable: [], open: ['INBOUND'], notTakenBack: [], sellsLabels: true };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'POST') {
      requests.push({ path, body: JSON.parse(String(init.body)) });
      if (refusalMessage)
        return Response.json({ error: refusalMessage, code: 'RATE_EXPIRED' }, { status: 409 });
    }
    return Response.json(path.includes('/rates') ? { rates: RATES } : shippingView);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let orders = 0;
// Queries are cached between tests, so each test has its own order.
const show = (shipments = [buildShipment({ status: 'NOT_STARTED' })]) => {
  orders += 1;
  const order = shownOrder({ id: `order-${orders}`, shipments });
  return render(
    <OnlineQueries>
      <OrderPackages order={order} />
    </OnlineQueries>,
  );
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('the carrier rates are compared and the selected label is bought', async () => {
  show();
  await press('Buy label');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('radio', { name: /Swiftpost Two Day.*2 days.*\$27\.70/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Buy label' }));
  await vi.waitFor(() =>
    expect(requests).toEqual([
      { path: '/api/shipping/orders/order-1/labels', body: { direction: 'INBOUND', rateId: 'rate-2' } },
    ]),
  );
});

test('the lab buys the label of collection kits separately from that of the shipment to the lab', async () => {
  shippingView = { ...shippingView, open: ['INBOUND', 'KIT_OUT'] };
  show([
    buildShipment({ status: 'NOT_STARTED' }),
    buildShipment({ status: 'NOT_STARTED', direction: 'KIT_OUT' }),
  ]);
  expect(await screen.findByRole('button', { name: 'Buy label' })).toBeTruthy();
  await press('Enter tracking number of the kits');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await press('Buy label for the kits');
  const dialog = within(await screen.findByRole('dialog', { name: 'Buy a label for the kits' }));
  fireEvent.click(await dialog.findByRole('radio', { name: /Northway/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Buy label' }));
  await vi.waitFor(() => expect(requests.at(-1)?.body).toEqual({ direction: 'KIT_OUT', rateId: 'rate-1' }));
});

test('an expired rate is reported and the dialog stays open', async () => {
  refusalMessage = 'This price is not valid any more. Ask for the prices again.';
  show();
  await press('Buy label');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('radio', { name: /Northway/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Buy label' }));
  expect(await dialog.findByText(refusalMessage)).toBeTruthy();
});

test('a lab without labels offers only the tracking number', async () => {
  shippingView = { ...shippingView, sellsLabels: false };
  show();
  expect(await screen.findByRole('button', { name: 'Enter tracking number' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buy label' })).toBeNull();
});

test("a label is printed or voided, and the carrier's events are listed", async () => {
  const shipmentWithLabel = buildShipment({
    id: 'shipment-1',
    status: 'PRE_TRANSIT',
    trackingNumber: 'NW1',
    labelUrl: '/api/shipping/labels/shipment-1',
  });
  shippingView = {
    ...shippingView,
    open: [],
    voidable: ['shipment-1'],
    events: [
      {
        id: 'e',
        shipmentId: 'shipment-1',
        carrierStatus: 'pre_transit',
        message: null,
        place: 'Boston, MA',
        toldAt: '2026-11-20T10:00:00.000Z',
        moved: true,
      },
    ],
  };
  show([shipmentWithLabel]);
  expect(await screen.findByText('Pre transit')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Print label NW1' }).getAttribute('href')).toBe(
    shipmentWithLabel.labelUrl,
  );
  await press('Void label');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Void label' }));
  await vi.waitFor(() =>
    expect(requests).toEqual([
      { path: '/api/shipping/labels/shipment-1/void', body: { trackingNumber: 'NW1' } },
    ]),
  );
});

test('the label of a received shipment is not offered beside that of its replacement', async () => {
  const shipmentWithLabel = (id: string, status: 'RECEIVED' | 'PRE_TRANSIT') =>
    buildShipment({ id, status, trackingNumber: id, labelUrl: `/api/shipping/labels/${id}` });
  show([shipmentWithLabel('NW1', 'RECEIVED'), shipmentWithLabel('NW2', 'PRE_TRANSIT')]);
  expect(await screen.findByRole('link', { name: 'Print label NW2' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Print label NW1' })).toBeNull();
});

test('a label of a canceled order that its carrier keeps shows the carrier’s reason', async () => {
  shippingView = {
    ...shippingView,
    open: [],
    notTakenBack: [{ trackingNumber: 'NW1', problem: 'The carrier is closed.' }],
  };
  show();
  expect(await screen.findByText('The carrier has not taken label NW1 back yet.')).toBeTruthy();
  expect(screen.getByText(/^The carrier is closed\./)).toBeTruthy();
});
