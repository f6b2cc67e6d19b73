import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { pageOf } from '#db/api/page-of.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { DataList } from './data-list.tsx';
import { useServerList } from './server-list.tsx';

const Person = z.object({ id: z.string(), name: z.string() });
const PEOPLE = Array.from({ length: 60 }, (_, at) => ({ id: `p-${at}`, name: `Person ${at}` }));
const LIMIT = 25;

const listPeople = (number: number) =>
  defineCall({
    id: 'listPeople',
    method: 'get',
    path: `/api/people-${number}`,
    access: 'session',
    summary: 'Lists the people of a test.',
    query: z.looseObject({}),
    answer: pageOf(Person),
  });

let requestedUrls: URL[] = [];
let failing = false;
let tested = 0;

function answer(url: URL): Response {
  if (failing) return Response.json({ error: 'The list is being rebuilt. Try again.' }, { status: 503 });
  const search = url.searchParams.get('search') ?? '';
  const page = Number(url.searchParams.get('page'));
  const matches = PEOPLE.filter(({ name }) => name.includes(search));
  const rows = matches.slice((page - 1) * LIMIT, page * LIMIT);
  return Response.json({ rows, total: matches.length, page, limit: LIMIT });
}

function People() {
  // Each test uses a separate path, so that cached data is not shared.
  const people = useServerList({
    call: listPeople(tested),
    filters: ['role'],
    sort: 'name:asc',
    limit: LIMIT,
  });
  return (
    <>
      <button type="button" onClick={() => people.setFilter('role', ['ADMIN', 'DEVELOPER'])}>
        Staff only
      </button>
      <DataList
        label="People"
        {...people.list}
        columns={[{ id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true }]}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
      />
    </>
  );
}

function open(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <OnlineQueries>
          <People />
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

beforeEach(() => {
  requestedUrls = [];
  failing = false;
  tested += 1;
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    requestedUrls.push(url);
    return answer(url);
  });
});
afterEach(() => vi.unstubAllGlobals());

const lastQuery = () => Object.fromEntries(requestedUrls.at(-1)?.searchParams ?? []);

describe('a list that the server pages', () => {
  test('shows the page of the address and requests no other', async () => {
    open('/?page=2');
    expect(await screen.findByText('26–50 of 60')).toBeTruthy();
    expect(screen.getByText('Person 25')).toBeTruthy();
    expect(lastQuery()).toEqual({ page: '2', limit: '25', sort: 'name:asc' });
    expect(requestedUrls.length).toBe(1);
  });

  test('goes to the next page and updates the address without a history entry', async () => {
    const router = open('/?tab=people');
    await screen.findByText('1–25 of 60');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('26–50 of 60')).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?tab=people&page=2');
    expect(router.history.length).toBe(1);
  });

  test('searches when the typing pauses, starting at the first page', async () => {
    const router = open('/?page=3');
    await screen.findByText('51–60 of 60');
    await userEvent.type(screen.getByRole('searchbox'), '1e5');
    expect(await screen.findByText('No people match “1e5”')).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?search=1e5');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('1–25 of 60')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  test('repeats a filter for each of its values', async () => {
    const router = open('/');
    await screen.findByText('1–25 of 60');
    await userEvent.click(screen.getByRole('button', { name: 'Staff only' }));
    await waitFor(() =>
      expect(requestedUrls.at(-1)?.searchParams.getAll('role')).toEqual(['ADMIN', 'DEVELOPER']),
    );
    expect(router.state.location.searchStr).toBe('?role=ADMIN&role=DEVELOPER');
  });

  test('goes to the last page when the address names a page that no longer exists', async () => {
    open('/?page=9');
    expect(await screen.findByText('51–60 of 60')).toBeTruthy();
  });

  test('shows an error and reads again on request', async () => {
    failing = true;
    open('/');
    expect(await screen.findByText('The list is being rebuilt. Try again.')).toBeTruthy();
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1–25 of 60')).toBeTruthy();
  });
});
