import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_VIEW_COUNT } from '#db/api/list-counts.ts';
import { INVOICE_VIEWS } from '#db/billing/invoices/invoice-views.ts';
import { CUSTOMER_ORDER_VIEWS, LAB_ORDER_VIEWS } from '#db/ordering/orders/order-views.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

async function read(caller: Caller, path: string) {
  const { status, body } = await lab.call(caller, 'get', path);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body;
}
const totalOf = async (caller: Caller, path: string): Promise<number> => (await read(caller, path)).total;

test.each([
  ['LAB_MANAGER', '/api/lab/orders', LAB_ORDER_VIEWS],
  ['COMPANY_USER', '/api/orders', CUSTOMER_ORDER_VIEWS],
  ['BILLING_MANAGER', '/api/billing/invoice', INVOICE_VIEWS],
  ['COMPANY_MANAGER', '/api/invoices', INVOICE_VIEWS],
] as const)('%s reads from %s/counts what each view lists', async (caller, path, views) => {
  const counts = await read(caller, `${path}/counts`);
  expect(Object.keys(counts).sort()).toEqual(views.map(({ id }) => id).sort());
  for (const { id, filters } of views) {
    const query = new URLSearchParams({ limit: '1' });
    for (const [name, values] of Object.entries(filters))
      for (const value of values) query.append(name, value);
    const total = await totalOf(caller, `${path}?${query}`);
    expect(counts[id], id).toBe(Math.min(total, MAX_VIEW_COUNT));
  }
});

test('the list of the lab leaves out drafts, unless they are asked for; that of their writer does not', async () => {
  const [drafts] = await lab.rows(
    `SELECT count(*)::int AS count, count(*) FILTER (WHERE status = 'DRAFT')::int AS drafts FROM "order" WHERE NOT deleted`,
  );
  expect(drafts?.drafts).toBeGreaterThan(0);
  const [all, own] = await Promise.all([
    totalOf('ADMIN', '/api/lab/orders?limit=1'),
    totalOf('ADMIN', '/api/lab/orders?limit=1&status=DRAFT'),
  ]);
  expect(own).toBeGreaterThan(0);
  const { rows } = await read('ADMIN', '/api/lab/orders?limit=500');
  expect(rows.some(({ status }: { status: string }) => status === 'DRAFT')).toBe(false);
  expect(all).toBe(Number(drafts?.count) - Number(drafts?.drafts));
});

test('orders are found by the ID of a sample and by the person who ordered', async () => {
  const [known] = await lab.rows(
    `SELECT o.order_number AS number, s.julian_id AS "julianId", s.customer_sample_id AS "sampleId",
            coalesce(u.name, u.first_name || ' ' || u.last_name) AS person
       FROM specimen s JOIN "order" o ON o.id = s.order_id JOIN "user" u ON u.id = o.created_by_user_id
      WHERE s.julian_id IS NOT NULL AND o.entity = 'WBL' AND NOT o.deleted ORDER BY s.id LIMIT 1`,
  );
  for (const text of [known?.julianId, known?.sampleId, known?.person]) {
    const { rows } = await read(
      'LAB_MANAGER',
      `/api/lab/orders?limit=500&search=${encodeURIComponent(String(text))}`,
    );
    expect(
      rows.map(({ orderNumber }: { orderNumber: string }) => orderNumber),
      String(text),
    ).toContain(known?.number);
  }
});

test('invoices are found by the service and the project of their order', async () => {
  const [known] = await lab.rows(
    `SELECT i.invoice_number AS number, s.name AS service, p.name AS project
       FROM invoice i JOIN "order" o ON o.id = i.order_id JOIN project p ON p.id = o.project_id
       JOIN service s ON s.protocol_id = o.protocol_id WHERE i.entity = 'WBL' AND NOT i.deleted ORDER BY i.id LIMIT 1`,
  );
  for (const text of [known?.service, known?.project]) {
    const { rows } = await read(
      'BILLING_MANAGER',
      `/api/billing/invoice?limit=500&search=${encodeURIComponent(String(text))}`,
    );
    expect(
      rows.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber),
      String(text),
    ).toContain(known?.number);
  }
});
