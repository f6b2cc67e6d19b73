import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ParcelsTab } from './parcels-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a shipment advances by a simulated carrier event, and the list reloads', async () => {
  const parcel = {
    id: 'p1',
    createdAt: '2026-11-21T10:00:00.000Z',
    trackingNumber: 'NO398450408420',
    carrier: 'Northway',
    service: 'Ground',
    reference: 'W-000110',
    status: 'unknown',
    waiting: 0,
  };
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ rows: [parcel], total: 1, page: 1, limit: 50 });
    sent.push([path, JSON.parse(String(init.body))]);
    parcel.status = 'in_transit';
    return new Response(null, { status: 204 });
  });
  const rootRoute = createRootRoute({
    component: () => (
      <OnlineQueries>
        <ParcelsTab />
      </OnlineQueries>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(<RouterProvider router={createRouter({ routeTree: rootRoute, history })} />);
  const menu = await screen.findByRole('button', { name: 'Move' });
  // The filter contains the status names too.
  const before = screen.getAllByText('In transit').length;
  fireEvent.click(menu);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'In transit, told twice' }));
  const path = '/api/shipping/simulator/parcels/p1/move';
  await vi.waitFor(() => expect(sent).toEqual([[path, { status: 'in_transit', times: 2 }]]));
  await vi.waitFor(() => expect(screen.getAllByText('In transit').length).toBeGreaterThan(before));
});
