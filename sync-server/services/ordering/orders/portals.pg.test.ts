import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingPortal } from '#db/billing/invoices/billing-portal.ts';
import { ApprovalPage } from '#db/ordering/approvals/listed-approval.ts';
import { SalesPortal } from '#db/ordering/orders/orders-summary.ts';
import { CustomerServicePortal } from '#db/records/support/shown-support-request.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const PORTALS = { sales: '/api/lab/orders/desk', service: '/api/support/desk', billing: '/api/billing/desk' };
const answer = (caller: Caller, portal: keyof typeof PORTALS) => lab.call(caller, 'get', PORTALS[portal]);
const read = async (caller: Caller, portal: keyof typeof PORTALS): Promise<unknown> => {
  const { status, body } = await answer(caller, portal);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const sales = async (caller: Caller = 'SALES_REP') => SalesPortal.parse(await read(caller, 'sales'));
const service = async (caller: Caller = 'CS_REP') =>
  CustomerServicePortal.parse(await read(caller, 'service'));
const billing = async () => BillingPortal.parse(await read('BILLING_MANAGER', 'billing'));
const one = async (text: string, values: unknown[] = []) =>
  (await lab.rows<{ n: number }>(text, values))[0]?.n;

test('sales sees its assigned organizations with their open orders, and the drafts of these and its own', async () => {
  const [rep] = await lab.rows(
    `SELECT user_id AS id FROM user_company WHERE entity = 'WBL' AND role = 'SALES_REP' ORDER BY id LIMIT 1`,
  );
  await lab.rows(`UPDATE company SET sales_rep_user_id = NULL`);
  expect((await sales()).companies).toEqual({ total: 0, onHold: 0, rows: [] });
  const [busy] = await lab.rows(
    `SELECT company_id AS id FROM "order" WHERE entity = 'WBL' AND NOT deleted AND status NOT IN ('DRAFT', 'CANCELED', 'COMPLETED')
      GROUP BY company_id ORDER BY count(*) DESC LIMIT 1`,
  );
  await lab.rows(`UPDATE company SET sales_rep_user_id = $1 WHERE id = $2`, [rep?.id, busy?.id]);
  const { companies, drafts } = await sales();
  const open = await one(
    `SELECT count(*)::int AS n FROM "order" WHERE company_id = $1 AND NOT deleted AND status NOT IN ('DRAFT', 'CANCELED', 'COMPLETED')`,
    [busy?.id],
  );
  expect(companies).toMatchObject({ total: 1, rows: [{ id: busy?.id, openOrders: open }] });
  const waiting = await one(
    `SELECT count(*)::int AS n FROM "order" WHERE entity = 'WBL' AND NOT deleted AND status = 'DRAFT' AND (company_id = $1 OR created_by_user_id = $2)`,
    [busy?.id, rep?.id],
  );
  expect(drafts.total).toBe(waiting);
});

test('the count of proposals links to the orders with one, in list and export, for staff and customers separately', async () => {
  const listOpenProposals = (caller: Caller, path: string) =>
    lab.call(caller, 'get', `${path}?proposals=OPEN&limit=500`);
  await lab.rows(`UPDATE price_adjustment SET status = 'APPROVED' WHERE status = 'PROPOSED'`);
  expect((await listOpenProposals('SALES_REP', '/api/lab/orders')).body).toMatchObject({
    rows: [],
    total: 0,
  });
  const proposed = await lab.rows<{ id: string }>(
    `SELECT id FROM "order" WHERE entity = 'WBL' AND NOT deleted AND status = 'DRAFT' ORDER BY id LIMIT 2`,
  );
  for (const [at, { id }] of proposed.entries())
    await lab.rows(
      `INSERT INTO price_adjustment (id, created_at, updated_at, entity, order_id, type, percent_bps, label, reason, computed_amount, "order", status)
       SELECT 'proposal-' || $2::text || n, now(), now(), 'WBL', $1, 'DISCOUNT_PERCENT', 500, 'Volume', 'Large order', 0, n, 'PROPOSED' FROM generate_series(1, 2) n`,
      [id, String(at)],
    );
  const ids = proposed.map(({ id }) => id).sort();
  expect((await sales()).proposals).toBe(4);
  const { body } = await listOpenProposals('SALES_REP', '/api/lab/orders');
  expect(body.rows.map(({ id }: { id: string }) => id).sort()).toEqual(ids);
  const file = await lab.call('SALES_REP', 'get', '/api/lab/orders/export?proposals=OPEN&format=csv');
  expect(file.text.match(/^"?Draft, /gm)).toHaveLength(ids.length);
  const own = await listOpenProposals('COMPANY_USER', '/api/orders');
  expect(own.body.rows.every(({ id }: { id: string }) => ids.includes(id))).toBe(true);
  expect((await lab.call('SALES_REP', 'get', '/api/lab/orders?proposals=ELSE')).status).toBe(422);
  await lab.rows(`DELETE FROM price_adjustment WHERE id LIKE 'proposal-%'`);
});

test('orders are counted in the weeks of their submission and completion, for twelve weeks including this one', async () => {
  const { weeks } = await sales('SALES_LEADER');
  expect(weeks).toHaveLength(12);
  expect(new Set(weeks.map(({ week }) => new Date(week).getUTCDay()))).toEqual(new Set([1]));
  await lab.rows(
    `UPDATE "order" SET submitted_at = now(), completed_at = NULL WHERE id IN (
       SELECT id FROM "order" WHERE entity = 'WBL' AND NOT deleted AND submitted_at < now() - interval '30 days' LIMIT 1)`,
  );
  const later = (await sales('SALES_LEADER')).weeks;
  expect((later.at(-1)?.submitted ?? 0) - (weeks.at(-1)?.submitted ?? 0)).toBe(1);
});

test('customer service sees pending customer decisions, late or returned shipments, and pending verifications', async () => {
  const before = await service('CS_MANAGER');
  const [order] = await lab.rows(
    `SELECT o.id, o.order_number AS number FROM "order" o WHERE o.entity = 'WBL' AND o.status = 'SHIPPED' AND EXISTS (
       SELECT 1 FROM specimen s WHERE s.order_id = o.id) ORDER BY o.id LIMIT 1`,
  );
  await lab.rows(
    `UPDATE specimen SET status = 'ACTION_REQUIRED', action_required_since = '2020-01-01' WHERE order_id = $1 AND NOT deleted`,
    [order?.id],
  );
  await lab.rows(`DELETE FROM shipment WHERE order_id = $1`, [order?.id]);
  await lab.rows(
    `INSERT INTO shipment (id, created_at, updated_at, entity, order_id, direction, status, estimated_delivery)
     SELECT 'parcel-' || n, now(), now(), 'WBL', $1, 'INBOUND', CASE n WHEN 1 THEN 'RETURNED' ELSE 'IN_TRANSIT' END,
       CASE n WHEN 1 THEN NULL WHEN 2 THEN current_date - 3 ELSE current_date + 2 END FROM generate_series(1, 3) n`,
    [order?.id],
  );
  await lab.rows(
    `UPDATE company SET verification_status = 'PENDING' WHERE id = (SELECT company_id FROM "order" WHERE id = $1)`,
    [order?.id],
  );
  const now = await service();
  expect(now.actionRequired.rows[0]).toMatchObject({ orderNumber: order?.number });
  expect(now.lateParcels.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(['parcel-1', 'parcel-2']));
  expect(now.lateParcels.rows.map(({ id }) => id)).not.toContain('parcel-3');
  const { body } = await lab.call('CS_REP', 'get', '/api/lab/orders?parcels=LATE&limit=500');
  const orderIds = body.rows.map(({ id }: { id: string }) => id);
  expect(orderIds).toContain(order?.id);
  expect(orderIds).toEqual(expect.arrayContaining(now.lateParcels.rows.map(({ orderId }) => orderId)));
  const none = await lab.call('CS_REP', 'get', '/api/lab/orders?parcels=LATE&proposals=OPEN');
  expect([none.status, none.body.total]).toEqual([200, 0]);
  expect((await service('CS_MANAGER')).companies.total).toBe(before.companies.total + 1);
  // A representative verifies nobody, so nothing leads there.
  expect([now.companies.total, now.licenses.total]).toEqual([0, 0]);
  const sum = ({ expected }: CustomerServicePortal) =>
    expected.reduce((all, { parcels: expectedCount }) => all + expectedCount, 0);
  expect([now.expected.length, sum(now) >= 1]).toEqual([7, true]);
});

test('customer service sees support requests until they are closed', async () => {
  const supportRequest = { subject: 'ORDER', message: 'Where is my order now?' };
  const { body } = await lab.call('COMPANY_USER', 'post', '/api/support', supportRequest);
  const before = await service();
  const [{ id, version } = { id: '', version: 0 }] = await lab.rows<{ id: string; version: number }>(
    `SELECT id, version FROM support_request WHERE reference = $1`,
    [body.reference],
  );
  const close = { seenVersion: version, status: 'CLOSED', reason: 'Told them' };
  expect((await lab.call('CS_REP', 'patch', `/api/support/${id}/status`, close)).status).toBe(200);
  expect((await service()).requests.total).toBe(before.requests.total - 1);
});

test("billing sees invoices to issue, overdue ones and this week's income net of refunds", async () => {
  const before = await billing();
  const [open] = await lab.rows(
    `SELECT id FROM invoice WHERE entity = 'WBL' AND issued_at IS NOT NULL AND status NOT IN ('VOID', 'CANCELED')
       AND total_due > amount_paid ORDER BY due_date, id LIMIT 1`,
  );
  await lab.rows(
    `INSERT INTO payment (id, created_at, updated_at, entity, invoice_id, kind, amount, status, attempt, received_at)
     SELECT 'paid-' || n, now(), now(), 'WBL', $1, CASE n WHEN 1 THEN 'CHECK' ELSE 'REFUND' END,
       CASE n WHEN 1 THEN 5000 ELSE -1200 END, 'SUCCEEDED', 1, now() FROM generate_series(1, 2) n`,
    [open?.id],
  );
  const now = await billing();
  const overdue = await lab.rows<{ balance: number }>(
    `SELECT (total_due - amount_paid)::float8 AS balance FROM invoice WHERE entity = 'WBL' AND NOT deleted
       AND issued_at IS NOT NULL AND status NOT IN ('VOID', 'CANCELED') AND total_due > amount_paid AND due_date < current_date`,
  );
  expect(overdue.length).toBeGreaterThan(0);
  expect(now.overdue.count).toBe(overdue.length);
  expect(now.overdue.amount).toBe(overdue.reduce((sum, { balance }) => sum + balance, 0));
  expect(now.overdue.rows[0]?.overdueDays).toBeGreaterThan(0);
  expect((now.payments.at(-1)?.amount ?? 0) - (before.payments.at(-1)?.amount ?? 0)).toBe(3800);
  expect(now.payments).toHaveLength(7);
  expect(now.toIssue.count).toBe(
    await one(
      `SELECT count(*)::int AS n FROM invoice WHERE entity = 'WBL' AND NOT deleted AND status = 'AWAITING_BILLING'`,
    ),
  );
});

test('customers and people without the grant see no work of the offices', async () => {
  expect((await answer('COMPANY_MANAGER', 'sales')).status).toBe(403);
  expect((await answer('COMPANY_MANAGER', 'service')).status).toBe(403);
  expect((await answer('SALES_REP', 'service')).status).toBe(403);
  expect((await answer('SALES_REP', 'billing')).status).toBe(403);
  expect((await answer('COMPANY_MANAGER', 'billing')).status).toBe(403);
});

test('the search of approvals covers order, purchase order, organization and service', async () => {
  const [listOpenProposals] = await lab.rows<{
    id: string;
    order: string;
    purchase: string;
    company: string;
  }>(
    `SELECT a.id, o.order_number AS order, o.purchase_order_number AS purchase, c.name AS company
       FROM order_approval a JOIN "order" o ON o.id = a.order_id JOIN company c ON c.id = o.company_id
      WHERE a.kind = 'PURCHASE_ORDER' AND a.entity = 'WBL' ORDER BY a.id LIMIT 1`,
  );
  const searchIds = async (search: string) => {
    const path = `/api/lab/orders/approvals?search=${encodeURIComponent(search)}`;
    return ApprovalPage.parse((await lab.call('BILLING_MANAGER', 'get', path)).body).rows.map(({ id }) => id);
  };
  for (const search of [
    listOpenProposals?.order,
    listOpenProposals?.purchase.toLowerCase(),
    listOpenProposals?.company,
  ])
    expect(await searchIds(search ?? 'nothing')).toContain(listOpenProposals?.id);
  expect(await searchIds('no such order')).toEqual([]);
});
