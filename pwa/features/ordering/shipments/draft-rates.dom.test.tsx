import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { DraftRates } from './draft-rates.tsx';

let sellsLabels: boolean;
let closed: boolean;
let requests: string[];
beforeEach(() => {
  sellsLabels = true;
  closed = false;
  requests = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    if (path.endsWith('/choice'))
      return Response.json({ id: 'r1', carrier: 'Northway', service: 'Ground', cost: 1470, days: 4 });
    if (!path.includes('/rates'))
      return Response.json({ events: [], voidable: [], open: [], notTakenBack: [], sellsLabels });
    if (closed)
      return Response.json({ error: 'The carriers are closed.', code: 'UNAVAILABLE' }, { status: 503 });
    return Response.json({
      rates: [{ id: 'r1', carrier: 'Northway', service: 'Ground', cost: 1470, days: 4 }],
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let orders = 0;
function show(over: { basis?: string | null; selected?: string } = {}) {
  orders += 1;
  const onChosen = vi.fn(async () => undefined);
  render(
    <OnlineQueries>
      <DraftRates orderId={`order-${orders}`} basis="1" selected={null} onChosen={onChosen} {...over} />
    </OnlineQueries>,
  );
  return onChosen;
}

test('services are listed with days and price, and the chosen one is put into the total', async () => {
  const onChosen = show();
  const ground = await screen.findByRole('radio', { name: 'Northway Ground 4 days $14.70' });
  expect(ground).toHaveProperty('checked', false);
  fireEvent.click(ground);
  await vi.waitFor(() => expect(onChosen).toHaveBeenCalled());
  expect(requests.some((path) => path.endsWith('/choice'))).toBe(true);
  cleanup();
  show({ selected: 'Northway Ground' });
  expect(await screen.findByRole('radio', { name: /Northway/ })).toHaveProperty('checked', true);
});

test('carriers that do not respond block nothing, and can be queried again', async () => {
  closed = true;
  show();
  expect(await screen.findByText('The carriers do not answer.')).toBeTruthy();
  expect(screen.getByText(/^The carriers are closed\. You can continue/)).toBeTruthy();
  closed = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio')).toBeTruthy();
});

test('without an address no rates are queried, and a lab without labels offers none', async () => {
  show({ basis: null });
  expect(await screen.findByText(/^Enter your address/)).toBeTruthy();
  cleanup();
  sellsLabels = false;
  show();
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(screen.queryByRole('radio')).toBeNull();
  expect(requests.some((path) => path.includes('/rates'))).toBe(false);
});
