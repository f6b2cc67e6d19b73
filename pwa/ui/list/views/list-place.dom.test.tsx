import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { DataList } from '../data-list.tsx';
import { useTypedSearch } from '../use-typed-search.ts';
import { placeOf, useListQuery } from './use-list-query.ts';

const TUBES = Array.from({ length: 60 }, (_, at) => ({
  id: `t-${at}`,
  name: `Tube ${at}`,
  rack: `R${at % 2}`,
}));

function Tubes() {
  const query = useListQuery({ filters: ['rack'], sort: 'name:asc' });
  const [rack] = query.filter('rack');
  const rows = TUBES.filter((tube) => tube.name.includes(query.search) && (!rack || tube.rack === rack));
  return (
    <>
      <button type="button" onClick={() => query.setFilter('rack', 'R1')}>
        Rack 1
      </button>
      <button type="button" onClick={query.clear}>
        Clear
      </button>
      <DataList
        label="Tubes"
        rows={rows}
        columns={[{ id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name }]}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        search={useTypedSearch(query.search, query.setSearch)}
        pageSize={25}
        place={placeOf(query)}
      />
    </>
  );
}

function open(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: Tubes }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: parseQuery,
    stringifySearch: queryString,
  });
  render(<RouterProvider router={router} />);
  return router;
}
const address = (router: ReturnType<typeof open>) => router.state.location.searchStr;

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
});

test('a list of this device opens as linked: searched, filtered, sorted and at its page', async () => {
  open('/?search=Tube&rack=R1&sort=name:desc&page=2');
  // The rack has 30 tubes; the second page from the end begins with the fifth lowest.
  expect(await screen.findByText('Tube 9')).toBeTruthy();
  expect(screen.getByText('Tube 1')).toBeTruthy();
  expect(screen.queryByText('Tube 59')).toBeNull();
  expect(screen.queryByText('Tube 2')).toBeNull();
});

test('a choice on this device is stored in the address, so that it can be shared', async () => {
  const user = userEvent.setup();
  const router = open('/');
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(address(router)).toBe('?page=2'));
  await user.click(screen.getByRole('button', { name: 'Rack 1' }));
  await waitFor(() => expect(address(router)).toBe('?rack=R1'));
  expect(screen.queryByText('Tube 0')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(address(router)).toBe(''));
  expect(await screen.findByText('Tube 0')).toBeTruthy();
});
