import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SavedView } from '#db/records/saved-view.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { shownColumns, useListView } from './list-view.ts';
import { useServerViews } from './use-server-views.ts';
import { ViewMenu } from './view-menu.tsx';

const COLUMNS = ['number', 'status', 'total'].map((id) => ({ id, header: id, cell: () => id }));
const AWAITED: SavedView = {
  id: '01J00000000000000000000001',
  list: 'orders',
  name: 'Awaited',
  query: { search: 'W-', filters: { status: ['ORDERED'] }, sort: 'total:desc', hidden: ['total'] },
  isDefault: false,
};

let storedViews: SavedView[] = [];
// Query results are cached between tests, so tests with a default view use another list.
let list: SavedView['list'] = 'orders';
let sentBodies: { method: string; body: unknown }[] = [];

function Orders() {
  const viewing = useListView(['status']);
  return (
    <>
      <ViewMenu store={useServerViews(list)} viewing={viewing} columns={COLUMNS} />
      <p>
        {shownColumns(COLUMNS, viewing.view.hidden)
          .map(({ id }) => id)
          .join(' ')}
      </p>
    </>
  );
}

function open(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <OnlineQueries>
          <Orders />
        </OnlineQueries>
      ),
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: parseQuery,
    stringifySearch: queryString,
  });
  render(<RouterProvider router={router} />);
  return router;
}
const choose = async (name: string) => {
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Views' }));
  await person.click(await screen.findByRole('menuitem', { name }));
  return person;
};

beforeEach(() => {
  storedViews = [AWAITED];
  list = 'orders';
  sentBodies = [];
  vi.stubGlobal('fetch', (_address: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json(storedViews));
    const data = JSON.parse(String(body));
    sentBodies.push({ method: method ?? '', body: data });
    return Promise.resolve(Response.json({ ...AWAITED, ...data }, { status: 201 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a view restores search, filters, order and columns, and the address shows it', async () => {
  const router = open('/');
  await choose('Awaited');
  await waitFor(() =>
    expect(router.latestLocation.searchStr).toBe('?search=W-&sort=total%3Adesc&hide=total&status=ORDERED'),
  );
  expect(screen.getByText('number status')).toBeDefined();
});

test('a list opens with its default view, unless its address has a query', async () => {
  storedViews = [{ ...AWAITED, isDefault: true }];
  list = 'specimens';
  const openedRouter = open('/?status=SHIPPED');
  await screen.findByRole('button', { name: 'Views' });
  expect(openedRouter.latestLocation.searchStr).toBe('?status=SHIPPED');
});

test('the list without a query opens with its view', async () => {
  storedViews = [{ ...AWAITED, isDefault: true }];
  list = 'specimens';
  const router = open('/');
  await waitFor(() => expect(router.latestLocation.searchStr).toContain('status=ORDERED'));
});

test('a column is hidden and shown again; the first one stays', async () => {
  open('/');
  const person = await choose('Columns…');
  const first = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'number' });
  expect(first.disabled).toBe(true);
  await person.click(screen.getByRole('checkbox', { name: 'total' }));
  await screen.findByText('number status');
  await person.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByText('number status total');
});

test('the current view is saved under a name', async () => {
  open('/?search=N-1&status=SHIPPED');
  const person = await choose('Save this view…');
  await person.type(await screen.findByLabelText(/^Name/), 'Underway');
  await person.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() =>
    expect(sentBodies).toEqual([
      {
        method: 'POST',
        body: {
          list: 'orders',
          name: 'Underway',
          query: { search: 'N-1', filters: { status: ['SHIPPED'] }, sort: null, hidden: [] },
          isDefault: false,
        },
      },
    ]),
  );
});
