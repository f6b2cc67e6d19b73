import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { chooseFilter } from '#pwa/ui/list/filters/choose-filter.ts';
import { EventLogPage } from './event-log-page.tsx';

const EVENT = {
  id: 'event-1',
  occurredAt: '2026-11-20T09:00:00.000Z',
  userId: 'manager',
  userName: 'Ada Okafor',
  recordName: 'Mia Okafor',
  pageId: 'user-mia',
  type: 'ROLE_CHANGED',
  targetType: 'UserCompany',
  targetId: 'membership-7',
  companyName: 'WBL Laboratory',
  deviceName: null,
  syncedAt: null,
  data: {},
};
const COMPANY = {
  id: 'north',
  name: 'Northfield Biotech',
  type: 'COMPANY',
  status: 'ACTIVE',
  verificationStatus: 'NOT_APPLICABLE',
  billingEmails: [],
  parentCompanyId: null,
  parentName: null,
  place: 'Boston, MA',
  members: 2,
  waitingSince: null,
  createdAt: '2026-11-01T09:00:00.000Z',
};

let requestedUrls: URL[];
beforeEach(() => {
  requestedUrls = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://lab.example');
    requestedUrls.push(url);
    if (url.pathname === '/api/companies')
      return Response.json({ rows: [COMPANY], total: 1, page: 1, limit: 500 });
    if (url.pathname.endsWith('/activity')) return Response.json({ unit: 'day', buckets: [] });
    return Response.json({ rows: [EVENT], total: 1, page: 1, limit: 50 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(role: Role): Promise<void> {
  const rootRoute = createRootRoute();
  const log = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: () => (
      <OnlineQueries>
        <EventLogPage role={role} permissions={[]} mayOpen={() => true} />
      </OnlineQueries>
    ),
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([log]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    parseSearch: parseQuery,
    stringifySearch: queryString,
  });
  render(<RouterProvider router={router} />);
  await screen.findByText(/Ada Okafor changed/);
}

test('an event of a membership links to the page of its user', async () => {
  await open('LAB_MANAGER');
  expect(screen.getByRole('link', { name: 'Mia Okafor' }).getAttribute('href')).toBe('/users/user-mia');
});

test('staff filter events by the organization of the acting user', async () => {
  await open('LAB_MANAGER');
  await chooseFilter(userEvent.setup(), 'Organization of the user', /Northfield Biotech/);
  await waitFor(() =>
    expect(
      requestedUrls.some(
        ({ pathname, searchParams }) =>
          pathname === '/api/lab/events' && searchParams.get('companyId') === 'north',
      ),
    ).toBe(true),
  );
});

test('customers see only their own events and have no organization filter', async () => {
  await open('COMPANY_MANAGER');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('button', { name: 'Event' });
  expect(screen.queryByRole('button', { name: 'Organization of the user' })).toBeNull();
  expect(requestedUrls.some(({ pathname }) => pathname === '/api/companies')).toBe(false);
});
