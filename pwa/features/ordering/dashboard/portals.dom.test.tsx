import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Home } from '#db/access/homes.ts';
import type { Role } from '#db/access/roles.ts';
import type { BillingPortal } from '#db/billing/invoices/billing-portal.ts';
import type { InvoicesSummary } from '#db/billing/invoices/listed-invoice.ts';
import type { SalesPortal } from '#db/ordering/orders/orders-summary.ts';
import type { CustomerServicePortal } from '#db/records/support/shown-support-request.ts';
import { DashboardPage } from './dashboard-page.tsx';
import { weeksText } from './portal-page.tsx';

// Charts load on first use, which on a busy machine takes longer than the default wait of a test.
beforeAll(() => import('#pwa/ui/chart/drawn-chart.tsx'));

let role: Role = 'SALES_REP';
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({
    session: { siteVariant: 'lab-services', user: { id: 'me', role, permissions: [], companyId: 'home' } },
  }),
}));

const WEEKS = [
  { week: '2026-11-09', submitted: 3, completed: 0 },
  { week: '2026-11-16', submitted: 1, completed: 2 },
];
const SALES: SalesPortal = {
  companies: {
    total: 1,
    onHold: 1,
    rows: [{ id: 'c1', name: 'Northfield', status: 'ON_HOLD', openOrders: 4 }],
  },
  drafts: { total: 0, rows: [] },
  proposals: 2,
  approvals: { total: 0, rows: [] },
  weeks: WEEKS,
};
const SERVICE: CustomerServicePortal = {
  actionRequired: {
    total: 7,
    rows: [{ id: 'o1', orderNumber: 'W-000101', companyName: 'Northfield', specimens: 2, since: null }],
  },
  lateParcels: { total: 0, rows: [] },
  companiesToVerify: 1,
  licensesToVerify: 2,
  requests: { total: 0, rows: [] },
  expected: [{ day: '2026-11-21', parcels: 0 }],
};
const BILLING: BillingPortal = {
  toIssue: { count: 2, amount: 123_456, rows: [] },
  overdue: { count: 0, amount: 0, rows: [] },
  refunds: { count: 0, amount: 0 },
  approvals: { total: 0, rows: [] },
  payments: [
    { day: '2026-11-20', amount: 5_000 },
    { day: '2026-11-21', amount: -1_200 },
  ],
};
const EMPTY_PORTAL = {
  orders: [],
  specimens: [],
  drafts: { total: 0, rows: [] },
  approvals: { total: 0, rows: [] },
  actionNeeded: [],
  toName: [],
  kitsToSend: null,
  recent: [],
  weeks: WEEKS,
};
const TO_PAY: InvoicesSummary = {
  open: 5_549_000,
  openCount: 2,
  overdue: 2_864_000,
  overdueCount: 1,
  paidThisYear: 0,
  unbilled: 0,
  unbilledCount: 0,
};
const ANSWERS: Record<string, unknown> = {
  '/api/lab/orders/desk': SALES,
  '/api/support/desk': SERVICE,
  '/api/billing/desk': BILLING,
  '/api/orders/summary': EMPTY_PORTAL,
  '/api/invoices/summary': TO_PAY,
};

let requests: string[];
let broken = false;
beforeEach(() => {
  requests = [];
  broken = false;
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    if (broken)
      return Response.json({ error: 'Try again in a minute.', code: 'UNAVAILABLE' }, { status: 503 });
    return Response.json(ANSWERS[path]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HOME: Partial<Record<Role, Home>> = {
  SALES_REP: 'SALES',
  SALES_LEADER: 'SALES',
  CS_MANAGER: 'SERVICE',
  CS_REP: 'SERVICE',
  BILLING_MANAGER: 'BILLING',
};

function show(as: Role) {
  role = as;
  const routeTree = createRootRoute({
    component: () => <DashboardPage home={HOME[as] ?? 'ORDERS'} name="Sam" />,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(<RouterProvider router={createRouter({ routeTree, history })} />);
  return history;
}
const tile = async (name: RegExp) => screen.findByRole('button', { name });

// This test runs first, before a response is cached.
test('a dashboard that fails to load shows the reason and offers a retry', async () => {
  broken = true;
  show('CS_MANAGER');
  expect(await screen.findByText('Try again in a minute.')).toBeTruthy();
  broken = false;
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(await screen.findByText('No request is open.')).toBeTruthy();
});

test("the sales figure links to the user's own organizations, and the weeks have a text version", async () => {
  const history = show('SALES_REP');
  const ownCompaniesTile = await tile(/My organizations 1 1 on hold/);
  expect(screen.getByRole('link', { name: /Northfield On hold 4 open orders/ }).getAttribute('href')).toBe(
    '/organizations/c1',
  );
  expect(screen.getByText('No open drafts or quotes.')).toBeTruthy();
  expect(screen.getByText(weeksText(WEEKS))).toBeTruthy();
  expect(weeksText(WEEKS)).toBe(
    '4 orders submitted and 2 completed in 2 weeks; 1 submitted and 2 completed this week.',
  );
  // A sales representative decides nothing, so the figure has no link.
  expect(screen.queryByRole('button', { name: /Approvals waiting/ })).toBeNull();
  ownCompaniesTile.click();
  await vi.waitFor(() => expect(history.location.href).toBe('/organizations?salesRepUserId=me'));
  expect(requests).toEqual(['/api/lab/orders/desk']);
});

test('customer service sees what waits for its customers, and a message where nothing does', async () => {
  const history = show('CS_REP');
  expect(await screen.findByText('7')).toBeTruthy();
  expect(screen.getByRole('link', { name: /W-000101 Northfield, 2 specimens/ }).getAttribute('href')).toBe(
    '/lab/orders/o1',
  );
  for (const emptyText of ['No request is open.', 'No late or returned shipments.'])
    expect(screen.getByText(emptyText)).toBeTruthy();
  (await tile(/Late or returned shipments/)).click();
  await vi.waitFor(() => expect(history.location.href).toBe('/lab/orders?parcels=LATE'));
  (await tile(/Verifications waiting 3/)).click();
  await vi.waitFor(() => expect(history.location.href).toBe('/organizations?verificationStatus=PENDING'));
});

test('the figures of waiting customers and of proposals link to their lists', async () => {
  const service = show('CS_REP');
  (await tile(/Waiting for customer 7/)).click();
  const waiting = '/lab/specimens?of=everything&status=ACTION_REQUIRED';
  await vi.waitFor(() => expect(service.location.href).toBe(waiting));
  expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe(waiting);
  cleanup();
  const sales = show('SALES_REP');
  (await tile(/Discounts and fees proposed 2/)).click();
  await vi.waitFor(() => expect(sales.location.href).toBe('/lab/orders?proposals=OPEN'));
});

test('billing sees the pending amounts and the income net of refunds', async () => {
  const history = show('BILLING_MANAGER');
  const issue = await tile(/To issue \$1,234\.56 2 invoices/);
  expect(within(issue).getByText('2 invoices')).toBeTruthy();
  expect(screen.getByText('$38.00 in the last 2 days, net of refunds')).toBeTruthy();
  expect(screen.getByText('No invoice is overdue.')).toBeTruthy();
  (await tile(/Overdue/)).click();
  await vi.waitFor(() => expect(history.location.href).toBe('/billing/invoices?stand=overdue'));
});

test('a manager of a customer sees the amounts due, a member without invoice access does not', async () => {
  show('COMPANY_MANAGER');
  const invoices = await screen.findByRole('link', { name: /Invoices Overdue \$55,490\.00 on 2 invoices/ });
  expect(invoices.getAttribute('href')).toBe('/invoices?stand=open');
  cleanup();
  requests = [];
  show('COMPANY_USER');
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
  expect(requests).not.toContain('/api/invoices/summary');
});

test('a user without orders is led to a first order instead of empty charts', async () => {
  const history = show('COMPANY_MANAGER');
  const first = await screen.findByRole('button', { name: 'New order' });
  expect(screen.queryByText('Specimens by stage')).toBeNull();
  expect(screen.getByRole('button', { name: 'Invite colleagues' })).toBeTruthy();
  first.click();
  await vi.waitFor(() => expect(history.location.href).toBe('/order/create'));
});
