import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ShipmentsTab } from './shipments-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a shipment advances by a simulated carrier event, and the list reloads', async () => {
  const shipment = {
    id: 'p1',
    createdAt: '2026-11-21T10:00:00.000Z',
    trackingNumber: 'NO398450408420',
    carrier: 'Northway',
    service: 'Ground',
    reference: 'W-000110',
    status: 'unknown',
    waiting: 0,
  };
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ rows: [shipment], total: 1, page: 1, limit: 50 });
    requests.push([path, JSON.parse(String(init.body))]);
    shipment.status = 'in_transit';
    return new Response(null, { status: 204 });
  });
  const rootRoute = createRootRoute({
    component: () => (
      <OnlineQueries>
        <ShipmentsTab />
      </OnlineQueries>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(<RouterProvider router={createRouter({ routeTree: rootRoute, history })} />);
  const menu = await screen.findByRole('button', { name: 'Move' });
  expect(screen.queryByText('In transit')).toBeNull();
  fireEvent.click(menu);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'In transit, sent twice' }));
  const path = '/api/shipping/simulator/parcels/p1/move';
  await vi.waitFor(() => expect(requests).toEqual([[path, { status: 'in_transit', times: 2 }]]));
  expect(await screen.findByText('In transit')).toBeTruthy();
});
