import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { DataList } from '../data-list.tsx';
import { ListFilters } from '../filters/list-filters.tsx';
import type { DefaultFilters } from '../server-list-query.ts';
import { useTypedSearch } from '../use-typed-search.ts';
import type { ViewStore } from './list-view.ts';
import { useListQuery } from './use-list-query.ts';

const STATUSES = ['OPEN', 'LATE', 'PAID'];
const ROWS = Array.from({ length: 130 }, (_, at) => ({
  id: `i-${at}`,
  name: `INV-${at}`,
  status: STATUSES[at % 3] ?? '',
}));
const OWN: ViewStore = {
  views: [
    {
      id: 'own',
      name: 'Mine',
      query: { search: 'INV-1', filters: { status: ['PAID'] }, sort: null, hidden: [] },
      isDefault: false,
    },
  ],
  reach: '',
  add: async () => undefined,
  change: async () => undefined,
  remove: async () => undefined,
};

function Invoices({ defaults }: { defaults?: DefaultFilters }) {
  const query = useListQuery({ filters: ['status'], ...(defaults ? { defaults } : {}) });
  const statuses = query.filter('status');
  return (
    <DataList
      label="Invoices"
      rows={ROWS.filter(
        ({ status, name }) =>
          (statuses.length === 0 || statuses.includes(status)) && name.includes(query.search),
      )}
      columns={[
        { id: 'name', header: 'Invoice', cell: ({ name }) => name },
        { id: 'status', header: 'Status', cell: ({ status }) => status },
      ]}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      viewing={query.viewing}
      store={OWN}
      views={[
        { id: 'due', label: 'Due', filters: { status: ['OPEN', 'LATE'] }, count: 2 },
        { id: 'all', label: 'All', filters: {}, count: 130 },
        { id: 'paid', label: 'Paid', filters: { status: ['PAID'] }, count: null },
      ]}
      search={useTypedSearch(query.search, query.setSearch)}
      filters={
        <ListFilters
          list={query}
          filters={[
            {
              name: 'status',
              label: 'Status',
              multiple: true,
              options: STATUSES.map((value) => ({ value, label: value })),
            },
          ]}
        />
      }
      onClear={query.narrowed ? query.clear : undefined}
    />
  );
}

function open(address: string, defaults?: DefaultFilters) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Invoices {...(defaults ? { defaults } : {})} /> }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: parseQuery,
    stringifySearch: queryString,
  });
  render(<RouterProvider router={router} />);
  return router;
}
const views = async () => within(await screen.findByRole('navigation', { name: 'Views' }));
const current = async (): Promise<(string | null)[]> =>
  (await views())
    .getAllByRole('button')
    .filter((tab) => tab.getAttribute('aria-current') === 'true')
    .map((tab) => tab.textContent);

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('views are tabs with counts, and the one of the address is current', async () => {
  const router = open('/?status=PAID');
  expect(await current()).toEqual(['Paid0']);
  const tabs = await views();
  expect(tabs.getAllByRole('button').map((tab) => tab.textContent)).toEqual([
    'Due2',
    'All99+',
    'Paid0',
    'Mine',
  ]);
  await userEvent.click(tabs.getByRole('button', { name: /^Due/ }));
  await waitFor(() => expect(router.latestLocation.searchStr).toBe('?status=OPEN&status=LATE'));
  await waitFor(async () => expect(await current()).toEqual(['Due2']));
});

test('an own view is a tab with its search and filters', async () => {
  const router = open('/');
  await userEvent.click((await views()).getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(router.latestLocation.searchStr).toBe('?search=INV-1&status=PAID'));
  await waitFor(async () => expect(await current()).toEqual(['Mine']));
});

test('a list opens with its default filter, which can be removed and shared', async () => {
  const defaults = { status: ['OPEN', 'LATE'] };
  const router = open('/', defaults);
  expect(await current()).toEqual(['Due2']);
  expect(screen.queryByText('INV-2'), 'a paid one').toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status: OPEN, LATE' }));
  await waitFor(() => expect(router.latestLocation.searchStr).toBe('?status=any'));
  expect(await screen.findByText('INV-2')).toBeTruthy();
  expect(await current()).toEqual(['All99+']);
  await userEvent.click((await views()).getByRole('button', { name: /^Due/ }));
  await waitFor(() => expect(router.latestLocation.searchStr).toBe(''));
});

test('the display menu changes the height of rows, which is remembered, and the columns', async () => {
  const user = userEvent.setup();
  const router = open('/');
  await user.click(await screen.findByRole('button', { name: 'Display' }));
  await user.click(await screen.findByRole('radio', { name: 'Compact' }));
  expect(localStorage.getItem('list-density')).toBe('compact');
  await user.click(screen.getByRole('checkbox', { name: 'Status' }));
  await waitFor(() => expect(router.latestLocation.searchStr).toBe('?hide=status'));
  expect(screen.queryByRole('columnheader', { name: 'Status' })).toBeNull();
});
