import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { OrderActionName } from '#db/ordering/orders/order-actions.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OrderActions } from './order-actions.tsx';

interface RecordedRequest {
  path: string;
  method: string | undefined;
  body: unknown;
}
let requests: RecordedRequest[];
let requestedPaths: string[];
let answer: () => Response;
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  requestedPaths = [];
  answer = () => Response.json(shownOrder({ status: 'ON_HOLD' }));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, method: init.method, body: JSON.parse(String(init.body)) });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (actions: OrderActionName[], over: Partial<ShownOrder> = {}, customer = false) =>
  render(
    <OnlineQueries>
      <OrderActions
        order={shownOrder({ ...over, actions })}
        family={customer ? 'orders' : 'lab/orders'}
        onContinue={(continuation) => requestedPaths.push(continuation)}
        onRemoved={() => undefined}
      />
    </OnlineQueries>,
  );

async function choose(title: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: title }));
  return within(await screen.findByRole('dialog'));
}

test('only actions that the server permits are offered', () => {
  const { unmount } = show(['mark-order-shipped']);
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Mark as shipped']);
  unmount();
  show([]);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('an order is put on hold only with a reason', async () => {
  show(['hold-order']);
  const dialog = await choose('Put on hold');
  fireEvent.click(dialog.getByRole('button', { name: 'Put on hold' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  expect(requests).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: ' Address unclear ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Put on hold' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([
    { path: '/api/lab/orders/order-1/hold', method: 'PATCH', body: { reason: 'Address unclear' } },
  ]);
});

test('an order is released with or without a reason', async () => {
  show(['release-order']);
  const release = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Release' }));
    return within(await screen.findByRole('dialog'));
  };
  fireEvent.click((await release()).getByRole('button', { name: 'Release' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const dialog = await release();
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'They have called.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Release' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.map(({ body }) => body)).toEqual([{}, { reason: 'They have called.' }]);
});

test('the entered number of kits is sent, and none without a number', async () => {
  show(['add-kits']);
  const dialog = await choose('Send more kits');
  fireEvent.click(dialog.getByRole('button', { name: 'Send more kits' }));
  expect(await dialog.findByText('Enter how many, from 1 to 960.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/Kits/), { target: { value: '12' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Send more kits' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([
    { path: '/api/lab/orders/order-1/kits', method: 'PATCH', body: { kitCount: 12 } },
  ]);
});

test('a refusal is shown in the dialog, which keeps the input', async () => {
  answer = () => Response.json({ error: 'It has been received meanwhile.' }, { status: 409 });
  show(['cancel-order'], {}, true);
  const dialog = await choose('Cancel order');
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'Not needed' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
  expect(await dialog.findByText('It has been received meanwhile.')).toBeTruthy();
  expect(dialog.getByLabelText(/Reason/)).toHaveProperty('value', 'Not needed');
  expect(requests[0]).toMatchObject({ path: '/api/orders/order-1/cancel', method: 'POST' });
});

test('a package is marked as shipped with an optional carrier and tracking number', async () => {
  answer = () => Response.json(shownOrder({ status: 'SHIPPED' }));
  show(['mark-order-shipped'], {}, true);
  fireEvent.click(screen.getByRole('button', { name: 'Mark as shipped' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/Carrier/), { target: { value: 'UPS' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Mark as shipped' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toEqual({
    path: '/api/orders/order-1/mark-shipped',
    method: 'POST',
    body: { carrier: 'UPS', trackingNumber: '' },
  });
});

test('a completed order can be overridden to “Processing” only, with a reason', async () => {
  show(['override-order'], { status: 'COMPLETED' });
  const dialog = await choose('Override status');
  const options = within(dialog.getByLabelText(/New status/)).getAllByRole('option');
  expect(options.map((each) => each.textContent)).toEqual(['Choose…', 'Processing']);
  fireEvent.click(dialog.getByRole('button', { name: 'Override status' }));
  expect(await dialog.findByText('Choose a status.')).toBeTruthy();
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
});

test('forced completion shows the unfinished specimens and their outcome, and sends what was shown', async () => {
  const specimenWith = (id: string, status: SpecimenStatus, receivedAt: string | null) =>
    buildSpecimen({ id, status, receivedAt, customerSampleId: id.toUpperCase() });
  const received = '2026-11-20T10:00:00.000Z';
  show(['override-order'], {
    status: 'PROCESSING',
    specimens: [
      specimenWith('done', 'COMPLETED', received),
      specimenWith('never', 'ORDERED', null),
      specimenWith('failed', 'FAILED_QC', received),
      specimenWith('again', 'RESET', received),
      specimenWith('gone', 'CANCELED', null),
    ],
    repeats: { again: 'W-000200' },
  });
  const dialog = await choose('Override status');
  fireEvent.change(dialog.getByLabelText(/New status/), { target: { value: 'RECEIVED' } });
  expect(dialog.queryByText('2 specimens are not finished')).toBeNull();
  fireEvent.change(dialog.getByLabelText(/New status/), { target: { value: 'PENDING_COMPLETION' } });
  expect(dialog.getByRole('heading', { name: '2 specimens are not finished' })).toBeTruthy();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'NEVER · Never receivedCanceled, not billed',
    'FAILED · Failed, not decidedStopped; billed unless the lab is at fault',
  ]);
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'Agreed by phone' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Override status' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({
    status: 'PENDING_COMPLETION',
    reason: 'Agreed by phone',
    unfinished: ['never', 'failed'],
  });
});

test('a single continuation is a button, several come first in the Actions menu', async () => {
  const { unmount } = show([], { continuations: ['SUPPLEMENTAL'] }, true);
  fireEvent.click(screen.getByRole('button', { name: 'Reorder for these specimens' }));
  unmount();
  show(['close-order', 'override-order'], { continuations: ['REWORK', 'SUPPLEMENTAL'] });
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Order rework',
    'Reorder for these specimens',
    'Override status',
  ]);
  const [rework] = items;
  if (rework) fireEvent.click(rework);
  expect(requestedPaths).toEqual(['SUPPLEMENTAL', 'REWORK']);
});
