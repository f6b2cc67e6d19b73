import 'fake-indexeddb/auto';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildShownResult } from '#db/factories/build-specimens.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import type { ListedOrder } from '#db/ordering/orders/listed-order.ts';
import { APPROVAL_FIRST } from '#db/specimens/results/results-state.ts';
import type { ResultEvidence, ShownResult, ShownResults } from '#db/specimens/results/shown-results.ts';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { ApprovalWindow } from './online-to-approve.tsx';
import { ResultsToApprove } from './results-to-approve.tsx';

const user = userEvent.setup({ delay: null });
const AT = '2026-11-20T10:00:00.000Z';
let testCount = 0;
let session: { siteVariant: SiteVariant; user: { id: string; role: Role } };
let bench: Replica;
let orders: ListedOrder[];
let results: Record<string, ShownResults>;
let requestedUrls: URL[];
let requests: unknown[];
let failing: { of: string; text: string } | null;

vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session }) }));

const evidence = (id: string, more: Partial<ResultEvidence> = {}): ResultEvidence => ({
  requisitionNumber: `R-000101-00${id}`,
  patientMrn: `MRN10010${id}`,
  patientId: null,
  collectedAt: null,
  samples: [
    {
      id: `sample-${id}`,
      barcode: `R26325-000${id}-01`,
      stage: 'SEQUENCING',
      status: 'COMPLETED',
      failureReason: null,
      flaggedForReview: false,
    },
  ],
  files: [
    {
      id: `file-${id}`,
      title: `report-${id}.pdf`,
      size: 2_048,
      fileType: 'SPECIMEN_DOCUMENT',
      subType: 'CLINICAL_REPORT',
      createdAt: AT,
      report: true,
    },
  ],
  ...more,
});
const result = (id: string, more: Partial<ShownResult> = {}): ShownResult =>
  buildShownResult(id, {
    julianId: `R26325-000${id}`,
    customerSampleId: `H-101-00${id}`,
    releaseProblems: [APPROVAL_FIRST],
    evidence: evidence(id),
    ...more,
  });

function waitingOrder(orderNumber: string, rows: ShownResult[]): void {
  const of = buildOrder({ id: `order-${testCount}-${orderNumber}`, orderNumber, receivedAt: AT });
  const orderContext = {
    companyName: 'Harbor Clinic',
    serviceName: 'Methylation profiling',
    projectName: null,
  };
  orders.push({
    ...of,
    ...orderContext,
    createdByName: null,
    specimenCount: rows.length,
    receivedCount: rows.length,
  });
  const orderResults = { orderId: of.id, orderNumber, clinical: true, closed: false, rows, orderFiles: [] };
  results[of.id] = orderResults;
}

/** The ids of approved specimens, which no longer wait. */
function approve({ orderId, specimenIds }: { orderId: string; specimenIds: string[] }): ShownResults {
  const before = results[orderId];
  if (!before) throw new Error(`There is no order ${orderId}`);
  const past = { approved: true, approvalProblems: null, releaseProblems: [] };
  const rows = before.rows.map((row) => (specimenIds.includes(row.id) ? { ...row, ...past } : row));
  const after = { ...before, rows };
  results[orderId] = after;
  if (!rows.some(({ approvalProblems }) => approvalProblems?.length === 0))
    orders = orders.filter(({ id }) => id !== orderId);
  return after;
}

function answer(url: URL, init: RequestInit): Response {
  if (failing && url.pathname === failing.of) return Response.json({ error: failing.text }, { status: 409 });
  if (url.pathname === '/api/lab/orders') {
    const matchingOrders = orders.filter(({ orderNumber }) =>
      orderNumber?.includes(url.searchParams.get('search') ?? ''),
    );
    const page = Number(url.searchParams.get('page'));
    return Response.json({
      rows: matchingOrders.slice((page - 1) * 10, page * 10),
      total: matchingOrders.length,
      page,
      limit: 10,
    });
  }
  if (url.pathname === '/api/internal/results/approve') {
    const body = JSON.parse(String(init.body));
    requests.push(body);
    return Response.json(approve(body));
  }
  if (url.pathname === '/api/internal/results')
    return Response.json(results[url.searchParams.get('orderId') ?? '']);
  throw new Error(`Nothing is asked of ${url.pathname}`);
}

beforeEach(async () => {
  await Promise.all([loadDialogs(), ApprovalWindow.load()]);
  testCount += 1;
  orders = [];
  results = {};
  requestedUrls = [];
  requests = [];
  failing = null;
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    requestedUrls.push(url);
    return answer(url, init);
  });
});
afterEach(async () => {
  cleanup();
  await bench.close();
  vi.unstubAllGlobals();
});

const Home = () => (
  <ReplicaProvider replica={bench}>
    <p>The rest of the home</p>
    <ResultsToApprove />
  </ReplicaProvider>
);

async function home(role: Role, siteVariant: SiteVariant = 'clinical', online = true): Promise<void> {
  const actor = buildActor({ role, userId: 'lars' });
  session = { siteVariant, user: { id: actor.userId, role } };
  const server = new ModelServer(operationNamed);
  bench = await openDevice({ name: `to-approve-${testCount}`, actor, send: server.sendAs(actor) });
  if (online) bench.contact.next({ ...bench.contact.value, online, lastContactAt: Date.now() });
  const router = createRouter({
    routeTree: createRootRoute({ component: Home }),
    // The query of the home list is cached, so each test has its own first page.
    history: createMemoryHistory({ initialEntries: [`/?results-sort=receivedAt:asc,test-${testCount}`] }),
    parseSearch: parseQuery,
    stringifySearch: queryString,
  });
  render(<RouterProvider router={router} />);
  await screen.findByText('The rest of the home');
}
const dialog = async () => within(await screen.findByRole('dialog'));

test('the director opens an order, sees the evidence of each result, and approves one and then all', async () => {
  const hindered = { approvalProblems: ['Attach its report for the customer first.'] };
  waitingOrder('R-000101', [result('1'), result('2'), result('3'), result('4', hindered)]);
  await home('LAB_CLINICAL_DIRECTOR');
  expect(await screen.findByText('Clinical results of 1 order need your approval.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'R-000101' }));
  const window = await dialog();
  expect(await window.findByText('Results of 3 specimens need your approval.')).toBeTruthy();
  expect(window.getByText('MRN MRN100101')).toBeTruthy();
  expect(window.getByText('R26325-0001-01')).toBeTruthy();
  expect(window.getByRole('button', { name: 'Download report-1.pdf' })).toBeTruthy();
  expect(window.getByText('Not ready yet: 1')).toBeTruthy();
  expect(window.getByText('Attach its report for the customer first.')).toBeTruthy();
  expect(window.queryByText(APPROVAL_FIRST)).toBeNull();
  expect(window.getByRole<HTMLButtonElement>('button', { name: 'Approve results' }).disabled).toBe(true);
  await user.click(window.getByRole('checkbox', { name: 'Select H-101-002' }));
  await user.click(window.getByRole('button', { name: 'Approve results of 1' }));
  expect(await window.findByText('Results of 2 specimens need your approval.')).toBeTruthy();
  await user.click(window.getByRole('button', { name: 'Select all 2' }));
  const approveBoth = window.getByRole<HTMLButtonElement>('button', { name: 'Approve results of 2' });
  await waitFor(() => expect(approveBoth.disabled).toBe(false));
  await user.click(approveBoth);
  await waitFor(() => expect(screen.queryByText('Results to approve')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const of = { orderId: expect.any(String) };
  expect(requests).toEqual([
    { ...of, specimenIds: ['2'] },
    { ...of, specimenIds: ['1', '3'] },
  ]);
});

test('a single waiting specimen needs no selection, and a refusal appears in the dialog', async () => {
  waitingOrder('R-000102', [result('1')]);
  await home('LAB_CLINICAL_DIRECTOR');
  await user.click(await screen.findByRole('button', { name: 'R-000102' }));
  const window = await dialog();
  await window.findByText('Results of 1 specimen need your approval.');
  expect(window.queryByRole('checkbox')).toBeNull();
  failing = { of: '/api/internal/results/approve', text: 'Results are already approved.' };
  await user.click(window.getByRole('button', { name: 'Approve results' }));
  expect(await window.findByText('Results are already approved.')).toBeTruthy();
});

test('a short loss of the network keeps the dialog and the selection', async () => {
  waitingOrder('R-000106', [result('1'), result('2')]);
  await home('LAB_CLINICAL_DIRECTOR');
  await user.click(await screen.findByRole('button', { name: 'R-000106' }));
  const window = await dialog();
  await user.click(await window.findByRole('checkbox', { name: 'Select H-101-002' }));
  act(() => bench.contact.next({ ...bench.contact.value, online: false }));
  expect(window.getByRole<HTMLInputElement>('checkbox', { name: 'Select H-101-002' }).checked).toBe(true);
  expect(window.getByRole('button', { name: 'Approve results of 1' })).toBeTruthy();
});

test("order and specimen link to the director's pages, and have no link at the clinical site", async () => {
  waitingOrder('W-000103', [result('1')]);
  await home('LAB_CLINICAL_DIRECTOR', 'lab-services');
  await user.click(await screen.findByRole('button', { name: 'W-000103' }));
  const window = await dialog();
  const link = await window.findByRole('link', { name: 'H-101-001' });
  expect(link.getAttribute('href')).toBe('/lab/specimens/1');
  expect(window.getByRole('link', { name: 'Open the order' })).toBeTruthy();
  cleanup();
  await bench.close();
  await home('LAB_CLINICAL_DIRECTOR', 'clinical');
  await user.click(await screen.findByRole('button', { name: 'W-000103' }));
  const clinical = await dialog();
  await clinical.findByText('H-101-001');
  expect(clinical.queryByRole('link')).toBeNull();
});

test('many orders are searched and paged', async () => {
  for (let n = 1; n <= 12; n += 1) waitingOrder(`R-0002${String(n).padStart(2, '0')}`, [result('1')]);
  await home('ADMIN');
  expect(await screen.findByText('Clinical results of 12 orders need your approval.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('button', { name: 'R-000212' })).toBeTruthy();
  await user.click(screen.getByRole('searchbox'));
  await user.paste('R-000203');
  expect(await screen.findByRole('button', { name: 'R-000203' })).toBeTruthy();
  await user.clear(screen.getByRole('searchbox'));
  await user.paste('none like this');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'R-000203' })).toBeNull());
  expect(screen.getByRole('searchbox')).toBeTruthy();
});

test('a list that fails to load shows a message and can be retried', async () => {
  waitingOrder('R-000104', [result('1')]);
  failing = { of: '/api/lab/orders', text: 'The list is being rebuilt.' };
  await home('LAB_CLINICAL_DIRECTOR');
  expect(await screen.findByText('The list is being rebuilt.')).toBeTruthy();
  failing = null;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'R-000104' })).toBeTruthy();
});

test('nothing is shown when nothing waits', async () => {
  await home('LAB_CLINICAL_DIRECTOR');
  await waitFor(() => expect(requestedUrls).toHaveLength(1));
  expect(screen.queryByText('Results to approve')).toBeNull();
});

test.each(['LAB_TECH', 'LAB_MANAGER', 'PROJECT_MANAGER', 'LAB_RESEARCH_DIRECTOR'] as const)(
  '%s does not approve clinical results, and they are not queried',
  async (role) => {
    waitingOrder('R-000105', [result('1')]);
    await home(role);
    expect(screen.queryByText('Results to approve')).toBeNull();
    expect(requestedUrls).toEqual([]);
  },
);
