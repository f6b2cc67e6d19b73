import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownOrder } from '#db/factories/build-ordering.ts';
import type { OrderActionName } from '#db/ordering/orders/order-actions.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OrderActions } from './order-actions.tsx';

let bodies: unknown[];
beforeEach(async () => {
  await loadDialogs();
  bodies = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return Response.json(shownOrder({ status: 'ON_HOLD' }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openDialog(name: OrderActionName, title: string, customer = false) {
  render(
    <OnlineQueries>
      <OrderActions
        order={shownOrder({ actions: [name] })}
        family={customer ? 'orders' : 'lab/orders'}
        onContinue={() => undefined}
        onRemoved={() => undefined}
      />
    </OnlineQueries>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: title }));
  return within(await screen.findByRole('dialog'));
}

test('the dialog of a hold says who reads each field, and sends both', async () => {
  const dialog = await openDialog('hold-order', 'Put on hold');
  expect(dialog.getByText('The customer reads this.')).toBeTruthy();
  expect(dialog.getByText('Only the lab reads this.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/Reason for the customer/), {
    target: { value: 'Address unclear' },
  });
  fireEvent.change(dialog.getByLabelText(/Note for the lab/), { target: { value: 'Called twice' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Put on hold' }));
  await vi.waitFor(() =>
    expect(bodies).toEqual([{ reason: 'Address unclear', internalReason: 'Called twice' }]),
  );
});

test('a customer who cancels writes one reason', async () => {
  const dialog = await openDialog('cancel-order', 'Cancel order', true);
  expect(dialog.queryByLabelText(/Note for the lab/)).toBeNull();
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Ordered twice' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
  await vi.waitFor(() => expect(bodies).toEqual([{ reason: 'Ordered twice' }]));
});
