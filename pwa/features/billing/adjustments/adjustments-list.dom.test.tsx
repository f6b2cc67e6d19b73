import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShownAdjustment } from '#db/billing/prices/shown-prices.ts';
import { buildPriceAdjustment } from '#db/factories/build-billing.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { chooseFilter } from '#pwa/ui/list/filters/choose-filter.ts';
import { AdjustmentsList } from './adjustments-list.tsx';

const ROW: ShownAdjustment = {
  ...buildPriceAdjustment({
    id: 'adj-1',
    orderId: 'order-1',
    type: 'FEE',
    percentBps: null,
    amount: 4550,
    label: 'Rush',
    status: 'PROPOSED',
  }),
  orderNumber: 'W-000105',
  orderCreatedAt: '2026-11-20T10:00:00.000Z',
  serviceName: 'Genomes',
  companyName: 'Northgate University',
  proposedBy: 'Rae Rep',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  total: { before: 240_000, after: 244_550 },
  acts: ['approve', 'reject'],
};

let requests: URL[];
let rows: ShownAdjustment[];
const onOpen = vi.fn();
beforeEach(() => {
  requests = [];
  rows = [ROW];
  onOpen.mockClear();
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(new URL(path, 'http://lab.example'));
    return Response.json({ rows, total: rows.length, page: 1, limit: 50 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(waiting: boolean) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <OnlineQueries>
          <AdjustmentsList waiting={waiting} onOpenOrder={onOpen} />
        </OnlineQueries>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    parseSearch: parseQuery,
    stringifySearch: queryString,
  });
  render(<RouterProvider router={router} />);
}
const last = () => Object.fromEntries(requests.at(-1)?.searchParams ?? []);

test('the pending adjustments are queried separately, show old and new total, and link to their orders', async () => {
  rows = [ROW, { ...ROW, id: 'adjustment-2', label: 'Freight', acts: [] }];
  show(true);
  expect((await screen.findAllByText('$2,400.00 → $2,445.50')).length).toBeGreaterThan(0);
  expect(last()).toMatchObject({ status: 'PROPOSED', sort: 'createdAt:asc' });
  expect(screen.getAllByRole('button', { name: 'Decide Rush' }).length).toBeGreaterThan(0);
  // Users without an action see who decides.
  expect(screen.queryByRole('button', { name: 'Decide Freight' })).toBeNull();
  expect(screen.getAllByText('Others decide, or the approvals of its order.').length).toBeGreaterThan(0);
  fireEvent.click(screen.getAllByRole('link', { name: /W-000105/ })[0] as HTMLElement);
  expect(onOpen).toHaveBeenCalledWith('order-1');
});

test('all adjustments are filtered by status and type, and an empty list explains their origin', async () => {
  rows = [];
  show(false);
  expect(await screen.findByText('No price was adjusted yet')).toBeTruthy();
  await chooseFilter(userEvent.setup(), 'Status', 'Rejected');
  await vi.waitFor(() => expect(last()).toMatchObject({ status: 'REJECTED', sort: 'createdAt:desc' }));
  expect(await screen.findByText(/ match these filters$/)).toBeTruthy();
});
