import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Home } from '#db/access/homes.ts';
import type { Role } from '#db/access/roles.ts';
import type { BillingPortal } from '#db/billing/invoices/billing-portal.ts';
import { buildListedInvoice } from '#db/factories/build-billing.ts';
import { shownOrder } from '#db/factories/build-ordering.ts';
import type {
  CustomerWork,
  OrdersSummary,
  SalesPortal,
  WaitingOrder,
} from '#db/ordering/orders/orders-summary.ts';
import type { CustomerServicePortal } from '#db/records/support/shown-support-request.ts';
import { forgetAnswers } from '#pwa/api/session-gate.ts';
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
  kits: { total: 0, rows: [] },
  companies: { total: 1, rows: [{ id: 'c2', name: 'Lakeside', since: '2026-11-01T10:00:00.000Z' }] },
  licenses: { total: 0, rows: [] },
  requests: { total: 0, rows: [] },
  expected: [{ day: '2026-11-21', parcels: 0 }],
};
const BILLING: BillingPortal = {
  toIssue: { count: 10, amount: 123_456, rows: [] },
  overdue: { count: 0, amount: 0, rows: [] },
  refunds: { count: 0, amount: 0, rows: [] },
  invoicing: {
    total: 1,
    rows: [{ companyId: 'c1', companyName: 'Northfield', since: '2026-11-20T10:00:00.000Z' }],
  },
  approvals: { total: 0, rows: [] },
  payments: [
    { day: '2026-11-20', amount: 5_000 },
    { day: '2026-11-21', amount: -1_200 },
  ],
};
const WORK: CustomerWork = {
  decisions: [],
  information: [],
  toSend: [],
  results: [],
  progress: { total: 0, rows: [] },
};
const CUSTOMER: OrdersSummary = {
  orders: [],
  specimens: [],
  drafts: { total: 0, rows: [] },
  approvals: { total: 0, rows: [] },
  customer: WORK,
  toName: [],
  recent: [],
  weeks: WEEKS,
};
const waiting = (id: string, since: string | null): WaitingOrder => ({
  id,
  orderNumber: id.toUpperCase(),
  serviceName: 'Whole genome',
  specimens: 2,
  since,
});
const invoice = buildListedInvoice({
  id: 'i1',
  invoiceNumber: 'INV-W-26-000001',
  status: 'AWAITING_PAYMENT',
  dueDate: '2026-10-01',
  issuedAt: '2026-09-01T10:00:00.000Z',
  totalDue: 5_000,
  amountPaid: 0,
  balance: 5_000,
  overdueDays: 51,
});
const ANSWERS: Record<string, unknown> = {
  '/api/lab/orders/desk': SALES,
  '/api/support/desk': SERVICE,
  '/api/billing/desk': BILLING,
  '/api/orders/summary': CUSTOMER,
  '/api/invoices': { rows: [invoice], total: 1, page: 1, limit: 8 },
};

let requests: string[];
let broken = false;
beforeEach(() => {
  requests = [];
  broken = false;
  ANSWERS['/api/orders/summary'] = CUSTOMER;
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    if (broken)
      return Response.json({ error: 'Try again in a minute.', code: 'UNAVAILABLE' }, { status: 503 });
    return Response.json(ANSWERS[path.replace(/\?.*/, '')]);
  });
});
afterEach(() => {
  cleanup();
  forgetAnswers();
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

// This test runs first, before a response is cached.
test('a dashboard that fails to load shows the reason and offers a retry', async () => {
  broken = true;
  show('CS_MANAGER');
  expect(await screen.findByText('Try again in a minute.')).toBeTruthy();
  broken = false;
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(await screen.findByText('No shipments expected this week.')).toBeTruthy();
});

const taskNames = async () =>
  within(await screen.findByRole('list', { name: 'Needs you' }))
    .getAllByRole('link')
    .map((link) => link.textContent ?? '');

test('sales sees its organizations, proposals as a link, and the weeks as text', async () => {
  show('SALES_REP');
  expect(
    (await screen.findByRole('link', { name: /Northfield On hold 4 open orders/ })).getAttribute('href'),
  ).toBe('/organizations/c1');
  expect(screen.getByRole('link', { name: '2 price adjustments proposed' }).getAttribute('href')).toBe(
    '/lab/orders?proposals=OPEN',
  );
  expect(screen.getByText(weeksText(WEEKS))).toBeTruthy();
  expect(weeksText(WEEKS)).toBe(
    '4 orders submitted and 2 completed in 2 weeks; 1 submitted and 2 completed this week.',
  );
  expect(requests).toEqual(['/api/lab/orders/desk']);
});

test('customer service sees its work in one list and the rest as a link', async () => {
  show('CS_MANAGER');
  const names = await taskNames();
  expect(names[0]).toMatch(/Lakeside.*Organization to verify.*Verify$/);
  expect(names[1]).toMatch(/W-000101.*Northfield, 2 specimens.*Decide$/);
  expect(screen.getByRole('link', { name: '6 more waiting for customers' }).getAttribute('href')).toBe(
    '/lab/specimens?of=everything&status=ACTION_REQUIRED',
  );
});

test('billing sees its queue in one list and the income net of refunds', async () => {
  show('BILLING_MANAGER');
  expect((await taskNames())[0]).toMatch(/Northfield.*Invoicing requested.*Answer$/);
  expect(screen.getByRole('link', { name: '10 more to issue, $1,234.56 in all' }).getAttribute('href')).toBe(
    '/billing',
  );
  expect(screen.getByText('$38.00 in the last 2 days, net of refunds')).toBeTruthy();
  expect(screen.queryByText(/overdue/)).toBeNull();
});

test('a customer sees all tasks in one list, the latest first, each with its verb', async () => {
  ANSWERS['/api/orders/summary'] = {
    ...CUSTOMER,
    recent: [shownOrder({ orderNumber: 'W-000107' })],
    toName: [
      shownOrder({
        status: 'ANTICIPATED',
        orderNumber: 'W-000107',
        projectedSpecimenCount: 10,
        createdAt: '2026-11-10T10:00:00.000Z',
      }),
    ],
    customer: {
      ...WORK,
      decisions: [waiting('quarantined', '2026-11-18T10:00:00.000Z')],
      toSend: [waiting('unsent', '2026-11-12T10:00:00.000Z')],
      results: [waiting('finished', '2026-11-15T10:00:00.000Z')],
      progress: {
        total: 2,
        rows: [
          {
            id: 'p2',
            orderNumber: 'W-000201',
            serviceName: 'Whole genome',
            status: 'PENDING_COMPLETION',
            orderClassification: 'STANDARD',
            specimens: 6,
            released: 6,
            dueAt: null,
            turnaroundDays: 21,
          },
          {
            id: 'p1',
            orderNumber: 'W-000200',
            serviceName: 'Whole genome',
            status: 'PROCESSING',
            orderClassification: 'STANDARD',
            specimens: 8,
            released: 3,
            dueAt: '2027-12-01T10:00:00.000Z',
            turnaroundDays: 21,
          },
        ],
      },
    },
  };
  show('COMPANY_MANAGER');
  // The invoice is read after the orders.
  await screen.findByRole('link', { name: /INV-W/ });
  const names = await taskNames();
  expect(
    names.map((name) => name.match(/INV-W-26-000001|W-000107|UNSENT|FINISHED|QUARANTINED/)?.[0]),
  ).toEqual(['INV-W-26-000001', 'W-000107', 'UNSENT', 'FINISHED', 'QUARANTINED']);
  expect(names[0]).toMatch(/Overdue.*\$50\.00.*Pay$/);
  expect(names[4]).toMatch(/2 specimens to decide about.*Decide$/);
  expect(screen.getByRole('button', { name: 'Download FINISHED' })).toBeTruthy();
  const line = screen.getByRole('link', { name: /W-000200/ });
  expect(line.textContent).toMatch(/results of 3 of 8 ready · Results due Dec 1, 2027/);
  expect(within(line).getByRole('list', { name: 'Progress' })).toBeTruthy();
  const completedOrder = screen.getByRole('link', { name: /W-000201/ });
  expect(completedOrder.textContent).toMatch(/results of 6 of 6 ready$/);
});

test('a member without invoice access or the right to decide sees no such task', async () => {
  ANSWERS['/api/orders/summary'] = {
    ...CUSTOMER,
    recent: [shownOrder({ orderNumber: 'W-000107' })],
    customer: { ...WORK, decisions: [waiting('quarantined', null)] },
  };
  show('COMPANY_USER');
  expect((await taskNames()).length).toBe(1);
  expect(requests.some((path) => path.startsWith('/api/invoices'))).toBe(false);
  cleanup();
  show('CLINICAL_BILLING_MANAGER');
  await screen.findByText('Orders in progress');
  expect(screen.queryByText(/to decide about/)).toBeNull();
});

test('a user without orders is led to a first order instead of empty charts', async () => {
  const history = show('COMPANY_MANAGER');
  const first = await screen.findByRole('button', { name: 'New order' });
  expect(screen.queryByText('Specimens by stage')).toBeNull();
  expect(screen.getByRole('button', { name: 'Invite colleagues' })).toBeTruthy();
  first.click();
  await vi.waitFor(() => expect(history.location.href).toBe('/order/create'));
});
