import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { type Decidable, DecideDialog } from './decide-dialog.tsx';

let requests: { path: string; body: unknown }[];
let answer: () => Response;
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, body: JSON.parse(String(init.body)) });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const APPROVAL: Decidable = {
  id: 'approval-1',
  orderId: 'order-1',
  orderNumber: 'W-000105',
  kind: 'PURCHASE_ORDER',
  detail: { total: 645_000 },
  purchaseOrderNumber: 'PO-7004',
  ownOrder: false,
};

const closed = vi.fn();
async function show(over: Partial<Decidable> = {}) {
  closed.mockReset();
  render(
    <OnlineQueries>
      <DecideDialog approval={{ ...APPROVAL, ...over }} family="lab/orders" onClose={closed} />
    </OnlineQueries>,
  );
  return within(await screen.findByRole('dialog'));
}

test('nothing is preselected, and nothing is sent without a selection', async () => {
  const dialog = await show();
  expect(dialog.getByText('PO-7004 for $6,450.00')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('Choose what you decide.')).toBeTruthy();
  expect(requests).toEqual([]);
});

test('an order cannot be returned without a reason', async () => {
  const dialog = await show();
  fireEvent.click(dialog.getByRole('radio', { name: 'Return' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Return' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'Wrong cost center' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Return' }));
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  expect(requests).toEqual([
    {
      path: '/api/lab/orders/approvals/approval-1',
      body: { decision: 'RETURNED', reason: 'Wrong cost center' },
    },
  ]);
});

test('a decision that needs no reason removes the error of the reason', async () => {
  const dialog = await show();
  fireEvent.click(dialog.getByRole('radio', { name: 'Decline' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('radio', { name: 'Approve' }));
  await vi.waitFor(() => expect(dialog.queryByText('A reason is required.')).toBeNull());
  expect(dialog.getByLabelText('Reason for the customer (Optional)')).toBeTruthy();
});

test('the user who entered the order sees that somebody else has to approve it', async () => {
  const dialog = await show({ ownOrder: true });
  expect(dialog.getByText('You entered this order. Somebody else has to approve it.')).toBeTruthy();
  expect(dialog.getByRole('radio', { name: 'Approve' })).toHaveProperty('disabled', true);
});

test('a decision made by somebody else meanwhile is shown, and the dialog stays open', async () => {
  answer = () => Response.json({ error: 'Somebody has decided this already.' }, { status: 409 });
  const dialog = await show();
  fireEvent.click(dialog.getByRole('radio', { name: 'Approve' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await dialog.findByText('Somebody has decided this already.')).toBeTruthy();
  expect(closed).not.toHaveBeenCalled();
});
