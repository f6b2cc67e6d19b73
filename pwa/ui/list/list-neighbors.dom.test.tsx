import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { pageOf } from '#db/api/page-of.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { DataList } from './data-list.tsx';
import { useServerList } from './server-list.tsx';

const Row = z.object({ id: z.string() });
type Row = z.infer<typeof Row>;
const ROWS: readonly Row[] = Array.from({ length: 30 }, (_, at) => ({
  id: `o${String(at).padStart(2, '0')}`,
}));
const listOrders = defineCall({
  id: 'listOrders',
  method: 'get',
  path: '/api/neighbor-orders',
  access: 'session',
  summary: 'Lists the orders of a test.',
  query: z.looseObject({}),
  answer: pageOf(Row),
});

let openRow: (id: string) => void;
const listProps = {
  label: 'Orders',
  columns: [{ id: 'id', header: 'Order', cell: ({ id }: Row) => id, sortBy: ({ id }: Row) => id }],
  rowKey: ({ id }: Row) => id,
  rowLabel: ({ id }: Row) => id,
  onOpen: ({ id }: Row) => openRow(id),
  link: ({ id }: Row) => ({ to: '/orders/$id', params: { id } }) as const,
};
const DeviceOrders = () => (
  <DataList {...listProps} rows={ROWS} pageSize={10} initialSort={{ column: 'id', descending: true }} />
);
function ServerOrders() {
  return <DataList {...listProps} {...useServerList({ call: listOrders, limit: 10 }).list} />;
}

function open(list: () => React.ReactNode, address = '/') {
  const root = createRootRoute();
  const home = createRoute({ getParentRoute: () => root, path: '/', component: list });
  const detail = createRoute({
    getParentRoute: () => root,
    path: '/orders/$id',
    component: function Detail() {
      return (
        <DetailPage number={useParams({ strict: false }).id ?? ''} breadcrumbs={[]}>
          content
        </DetailPage>
      );
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([home, detail]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  openRow = (id) => router.history.push(`/orders/${id}`);
  render(<RouterProvider router={router} />);
  return router;
}
const heading = async (number: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(number));

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async () =>
    Response.json({ rows: ROWS.slice(10, 20), total: ROWS.length, page: 1, limit: 10 }),
  );
});

test('a row opened from a list of this device leads to the rows before and after it, as sorted', async () => {
  const user = userEvent.setup();
  const router = open(DeviceOrders);
  await user.click(await screen.findByText('o28'));
  await heading('o28');
  expect(screen.getByRole('link', { name: 'Previous in list' }).getAttribute('href')).toBe('/orders/o29');
  await user.click(screen.getByRole('link', { name: 'Next in list' }));
  await heading('o27');
  expect(screen.getByText('3/10')).toBeTruthy();
  router.history.back();
  expect(await screen.findByText('o28')).toBeTruthy();
});

test('a row opened from a list of the server leads through the page shown and not beyond it', async () => {
  const user = userEvent.setup();
  open(() => (
    <OnlineQueries>
      <ServerOrders />
    </OnlineQueries>
  ));
  await user.click(await screen.findByText('o18'));
  await heading('o18');
  await user.click(screen.getByRole('link', { name: 'Next in list' }));
  await heading('o19');
  expect(screen.queryByRole('link', { name: 'Next in list' })).toBeNull();
});

test('a record opened by a link has no neighbors, also after a list that holds it', async () => {
  const user = userEvent.setup();
  const router = open(DeviceOrders);
  await user.click(await screen.findByText('o28'));
  await heading('o28');
  router.history.push('/orders/o25');
  await heading('o25');
  expect(screen.queryByRole('navigation', { name: 'Records of the list' })).toBeNull();
  router.history.back();
  await heading('o28');
  expect(screen.getByRole('navigation', { name: 'Records of the list' })).toBeTruthy();
});
