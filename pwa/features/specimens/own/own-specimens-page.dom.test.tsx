import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OwnSpecimensPage } from './own-specimens-page.tsx';

let role: Role = 'COMPANY_USER';
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { user: { id: 'me', role, permissions: [] } } }),
}));

const RELATED_NAMES = {
  orderNumber: 'W-000123',
  orderCreatedAt: '2026-11-20T10:00:00.000Z',
  companyId: 'customer',
  companyName: 'Northwind Biotech',
  serviceName: 'Whole genome',
  projectId: null,
  projectName: null,
  repeatedIn: null,
};
const buildListedSpecimen = (id: string, status: SpecimenStatus) => ({
  ...buildSpecimen({ id, status, customerSampleId: id.toUpperCase() }),
  ...RELATED_NAMES,
});
const buildShownSpecimen = (id: string, status: SpecimenStatus) => ({
  ...buildListedSpecimen(id, status),
  orderStatus: 'RECEIVED',
  discrepancies: [],
  history: [],
  decisions: status === 'ACTION_REQUIRED' ? ['SEND_REPLACEMENT', 'CANCEL'] : [],
  missing: [],
  deletion: null,
  madeFrom: null,
  orderedAgain: [],
  figures: null,
});

let requests: { path: string; body: unknown }[];
let statuses: SpecimenStatus[];
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  statuses = ['ACTION_REQUIRED', 'FAILED_QC'];
  role = 'COMPANY_USER';
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method && init.method !== 'GET') {
      requests.push({ path, body: JSON.parse(String(init.body)) });
      return Response.json(buildShownSpecimen('t1', 'ORDERED'));
    }
    if (path.endsWith('/choices')) return Response.json({ services: [], companies: [], projects: [] });
    if (path.startsWith('/api/filters')) return Response.json({ rows: [], total: 0, page: 1, limit: 50 });
    if (/specimens\/t\d/.test(path)) return Response.json(buildShownSpecimen('t1', 'ACTION_REQUIRED'));
    const rows = statuses.map((status, index) => buildListedSpecimen(`t${index + 1}`, status));
    return Response.json({ rows, total: rows.length, page: 1, limit: 50 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let n = 0;
function show() {
  const routeTree = createRootRoute({
    component: () => (
      <OnlineQueries>
        <OwnSpecimensPage onOpen={() => undefined} />
      </OnlineQueries>
    ),
  });
  // Uses another URL each time, because queries are cached for a while.
  n += 1;
  const history = createMemoryHistory({ initialEntries: [`/specimens?search=${n}`] });
  render(
    <RouterProvider
      router={createRouter({ routeTree, history, parseSearch: parseQuery, stringifySearch: queryString })}
    />,
  );
}

test('a customer decides from the list about a waiting specimen, and reads a gentle text for a failed one', async () => {
  show();
  fireEvent.click((await screen.findAllByRole('button', { name: 'Decide about T1' }))[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('radio', { name: /Send a replacement/ }));
  await userEvent.click(dialog.getByRole('textbox'));
  await userEvent.paste('It leaves today');
  fireEvent.click(dialog.getByRole('button', { name: 'Send a replacement' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toEqual({
    path: '/api/specimens/t1/decide',
    body: { decision: 'SEND_REPLACEMENT', note: 'It leaves today' },
  });
  expect(screen.queryByRole('button', { name: 'Decide about T2' })).toBeNull();
  expect(screen.getAllByText('Under review').length).toBeGreaterThan(0);
  expect(screen.queryByText('Failed QC')).toBeNull();
});

test('no decision is offered where none is open, or to users who may not decide', async () => {
  statuses = ['RECEIVED'];
  show();
  await screen.findAllByText('T1');
  expect(screen.queryByText('Decide')).toBeNull();
  cleanup();
  statuses = ['ACTION_REQUIRED'];
  role = 'LAB_TECH';
  show();
  await screen.findAllByText('T1');
  expect(screen.queryByText('Decide')).toBeNull();
});
