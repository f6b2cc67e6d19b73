import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildProject } from '#db/factories/build-research.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { ProjectPage } from './project-page.tsx';
import { ProjectsPage } from './projects-page.tsx';

let role = 'COMPANY_MANAGER';
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user: { role } } }) }));

const LISTED_PROJECT = {
  ...buildProject({ id: 'p1', name: 'Reference cohort', companyId: 'c1', version: 3 }),
  companyName: 'Northfield',
  managerName: 'Paula',
  orderCount: 7,
  specimenCount: 4,
};
const SHOWN_PROJECT = {
  ...LISTED_PROJECT,
  contactName: null,
  latestOrders: [
    {
      id: 'o1',
      orderNumber: 'W-000007',
      status: 'ORDERED',
      serviceName: 'Whole genome',
      specimens: 4,
      createdAt: '2026-11-20T10:00:00.000Z',
    },
  ],
  specimens: [
    { status: 'COMPLETED', count: 3 },
    { status: 'ORDERED', count: 1 },
  ],
  history: [],
  nextStatuses: ['CLOSED'],
  editable: true,
  deletable: false,
};
const CHOICES = { companies: [{ id: 'c1', name: 'Northfield' }], contacts: [], managers: [] };

let requests: { path: string; method: string; body: unknown }[];
beforeEach(() => {
  role = 'COMPANY_MANAGER';
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    requests.push({ path, method, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (path.endsWith('/choices')) return Response.json(CHOICES);
    if (method === 'GET' && !/\/p\d/.test(path))
      return Response.json({ rows: [LISTED_PROJECT], total: 1, page: 1, limit: 50 });
    if (method === 'DELETE') return Response.json({ id: 'p2' });
    if (path.endsWith('/p3'))
      return Response.json({
        ...SHOWN_PROJECT,
        id: 'p3',
        specimens: [
          { status: 'FAILED_QC', count: 2 },
          { status: 'RESET', count: 1 },
        ],
      });
    if (path.endsWith('/p2')) return Response.json({ ...SHOWN_PROJECT, id: 'p2', deletable: true });
    return Response.json(SHOWN_PROJECT);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const writeRequests = () => requests.filter(({ method }) => method !== 'GET');
function showList() {
  const routeTree = createRootRoute({
    component: () => (
      <OnlineQueries>
        <ProjectsPage family="projects" title="Projects" onOpen={() => undefined} />
      </OnlineQueries>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/projects'] });
  render(
    <RouterProvider
      router={createRouter({ routeTree, history, parseSearch: parseQuery, stringifySearch: queryString })}
    />,
  );
}
const showPage = (onAllOrders = () => undefined, onDeleted = () => undefined, id = 'p1') =>
  render(
    <OnlineQueries>
      <ProjectPage
        id={id}
        family="projects"
        list={{ label: 'Projects', to: '/projects' }}
        orders="/orders"
        onOpenOrder={() => undefined}
        onAllOrders={onAllOrders}
        onDeleted={onDeleted}
      />
    </OnlineQueries>,
  );

test('a customer creates a project of the own organization without the fields that the lab decides', async () => {
  showList();
  expect((await screen.findAllByText('Reference cohort')).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'New project' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText(/^Name/), { target: { value: 'Autumn cohort' } });
  expect(dialog.queryByText('Manager of the lab')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Create project' }));
  await vi.waitFor(() => expect(writeRequests()).toHaveLength(1));
  expect(writeRequests()[0]).toMatchObject({
    path: '/api/projects',
    method: 'POST',
    body: { companyId: 'c1', form: { name: 'Autumn cohort', startDate: null } },
  });
  expect(JSON.stringify(writeRequests()[0]?.body)).not.toContain('managerUserId');
});

test('an end date before the start is reported at its field, and nothing is sent', async () => {
  showList();
  fireEvent.click(await screen.findByRole('button', { name: 'New project' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText(/^Name/), { target: { value: 'Backwards' } });
  fireEvent.change(dialog.getByLabelText(/^Starts/), { target: { value: '2026-12-02' } });
  fireEvent.change(dialog.getByLabelText(/^Ends/), { target: { value: '2026-12-01' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Create project' }));
  expect(await dialog.findByText('The end cannot be before the start. Check both dates.')).toBeTruthy();
  expect(writeRequests()).toEqual([]);
});

test('the page shows the progress of the specimens and links to all orders of the project', async () => {
  const onAllOrders = vi.fn();
  showPage(onAllOrders);
  const statuses = within(await screen.findByRole('list', { name: 'Specimens by status' }));
  expect(statuses.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ordered1',
    'Completed3',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 7 orders' }));
  expect(onAllOrders).toHaveBeenCalledOnce();
});

test('a customer sees a failed specimen as under review, staff see it as failed', async () => {
  showPage(undefined, undefined, 'p3');
  const statusTexts = () =>
    within(screen.getByRole('list', { name: 'Specimens by status' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await screen.findByRole('list', { name: 'Specimens by status' });
  expect(statusTexts()).toEqual(['Under review2', 'Being repeated1']);
  cleanup();
  role = 'PROJECT_MANAGER';
  showPage(undefined, undefined, 'p3');
  await screen.findByRole('list', { name: 'Specimens by status' });
  expect(statusTexts()).toEqual(['Failed QC2', 'Reset1']);
});

test('a project is ended only with a reason', async () => {
  showPage();
  fireEvent.click(await screen.findByRole('button', { name: 'End project' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'End project' }));
  expect(writeRequests()).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'All is read' } });
  fireEvent.click(dialog.getByRole('button', { name: 'End project' }));
  await vi.waitFor(() => expect(writeRequests()).toHaveLength(1));
  expect(writeRequests()[0]).toMatchObject({
    path: '/api/projects/p1/status',
    body: { seenVersion: 3, status: 'CLOSED', reason: 'All is read' },
  });
});

test('a read-only user cannot edit', async () => {
  role = 'CLINICIAN';
  showPage();
  await screen.findByRole('list', { name: 'Specimens by status' });
  for (const name of ['Edit', 'End project']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an empty project is deleted with a reason, and its page closes; one with orders offers no deletion', async () => {
  showPage();
  await screen.findByRole('list', { name: 'Specimens by status' });
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  cleanup();
  const onDeleted = vi.fn();
  showPage(undefined, onDeleted, 'p2');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete project' }));
  expect(writeRequests()).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Started twice' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Delete project' }));
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(writeRequests()).toEqual([
    { path: '/api/projects/p2', method: 'DELETE', body: { seenVersion: 3, reason: 'Started twice' } },
  ]);
});
