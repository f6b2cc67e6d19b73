import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PaymentsTab } from './payments-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a payment is disputed, and the dispute is won or lost by the bank's decision", async () => {
  const payment = {
    id: 'pi_sim_1',
    createdAt: '2026-11-21T10:00:00.000Z',
    orderNumber: 'W-000110',
    companyName: 'Northfield Biotech',
    amount: 20_000,
    refunded: 0,
    state: 'PAID',
    waiting: 0,
  };
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ rows: [payment], total: 1, page: 1, limit: 50 });
    requests.push([path, JSON.parse(String(init.body))]);
    payment.state = requests.length === 1 ? 'DISPUTED' : 'DISPUTE_WON';
    return new Response(null, { status: 204 });
  });
  const rootRoute = createRootRoute({
    component: () => (
      <OnlineQueries>
        <PaymentsTab />
      </OnlineQueries>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(<RouterProvider router={createRouter({ routeTree: rootRoute, history })} />);
  const choose = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Dispute' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('The owner disputes it');
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  await vi.waitFor(async () => {
    await choose('The lab wins the dispute');
  });
  const path = '/api/payments/simulator/payments/pi_sim_1/dispute';
  await vi.waitFor(() =>
    expect(requests).toEqual([
      [path, { dispute: 'open' }],
      [path, { dispute: 'won' }],
    ]),
  );
  // A decided dispute has no further actions.
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Dispute' })).toBeNull());
});
