import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildService } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import type { ShownService } from '#db/ordering/services/shown-service.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { chooseFilter } from '#pwa/ui/list/filters/choose-filter.ts';
import { ManagedServicePage } from './managed-service-page.tsx';
import { ManagedServicesPage } from './managed-services-page.tsx';

let role = 'PROJECT_MANAGER';
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user: { role } } }) }));

let serviceView: ShownService;
let requests: { path: string; method: string; body: unknown }[];
let tested = 0;
beforeEach(() => {
  role = 'PROJECT_MANAGER';
  // Queries are cached between tests, so each test has its own service.
  tested += 1;
  serviceView = {
    ...buildService({
      id: `s${tested}`,
      protocolId: 'wgs',
      name: 'Whole genome',
      status: 'LIVE',
      version: 4,
    }),
    fromAmount: 50_000,
    protocol: buildProtocol({ id: 'wgs' }),
    tiers: [{ minQuantity: 1, amount: 50_000 }],
    history: [],
    missing: [],
    nextStatuses: ['DRAFT'],
  };
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    requests.push({ path, method, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (path.includes(`/${serviceView.id}`)) return Response.json(serviceView);
    return Response.json({ rows: [serviceView], total: 1, page: 1, limit: 50 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const writeRequests = () => requests.filter(({ method }) => method !== 'GET');
const showPage = () =>
  render(
    <OnlineQueries>
      <ManagedServicePage id={serviceView.id} onPrices={() => undefined} />
    </OnlineQueries>,
  );

test('the list includes services that are not on sale, and filters by status on the server', async () => {
  const routeTree = createRootRoute({
    component: () => (
      <OnlineQueries>
        <ManagedServicesPage onOpen={() => undefined} onPrices={undefined} />
      </OnlineQueries>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/lab/services'] });
  const codec = { parseSearch: parseQuery, stringifySearch: queryString };
  render(<RouterProvider router={createRouter({ routeTree, history, ...codec })} />);
  expect((await screen.findAllByText('Whole genome')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Prices' })).toBeNull();
  await chooseFilter(userEvent.setup(), 'Status', 'Draft');
  await vi.waitFor(() => expect(requests.at(-1)?.path).toContain('status=DRAFT'));
  expect(requests[0]?.path).not.toContain('status=');
});

test('a service is taken off sale only with a reason', async () => {
  showPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Take off sale' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Take off sale' }));
  expect(writeRequests()).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Kit recalled' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Take off sale' }));
  await vi.waitFor(() => expect(writeRequests()).toHaveLength(1));
  expect(writeRequests()[0]).toMatchObject({
    path: `/api/lab/services/${serviceView.id}/status`,
    body: { status: 'DRAFT', reason: 'Kit recalled' },
  });
});

test('a draft shows what is missing and cannot be put on sale before that is added', async () => {
  serviceView = {
    ...serviceView,
    status: 'DRAFT',
    missing: ['Write a description.'],
    nextStatuses: ['LIVE', 'NOT_A_SERVICE'],
  };
  showPage();
  expect(await screen.findByText('Write a description.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Put on sale' }).hasAttribute('disabled')).toBe(true);
});

test('the form sends numbers as numbers, and reports a maximum below the minimum at its field', async () => {
  showPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Minimum specimens/), { target: { value: '8' } });
  fireEvent.change(dialog.getByLabelText(/^Maximum specimens/), { target: { value: '4' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save service' }));
  expect(await dialog.findByText('The maximum cannot be below the minimum.')).toBeTruthy();
  expect(writeRequests()).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/^Maximum specimens/), { target: { value: '96' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save service' }));
  await vi.waitFor(() => expect(writeRequests()).toHaveLength(1));
  expect(writeRequests()[0]?.body).toMatchObject({
    minSpecimens: 8,
    maxSpecimens: 96,
    sortOrder: null,
    seenVersion: 4,
  });
});

test('a read-only user cannot edit', async () => {
  role = 'SALES_REP';
  serviceView = { ...serviceView, nextStatuses: [] };
  showPage();
  await screen.findByRole('heading', { name: 'Standard price' });
  for (const name of ['Edit', 'Take off sale']) expect(screen.queryByRole('button', { name })).toBeNull();
});
