import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderPage } from '#db/ordering/orders/listed-order.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

test('customers see the orders of their own company, staff all; an invisible one is not found', async () => {
  const all = OrderPage.parse(
    (await lab.call('CS_REP', 'get', '/api/lab/orders?limit=5&sort=orderNumber:desc')).body,
  );
  expect(all.rows).toHaveLength(5);
  expect(all.rows.every(({ companyName, serviceName }) => companyName !== '' && serviceName !== '')).toBe(
    true,
  );
  const own = OrderPage.parse((await lab.call('COMPANY_USER', 'get', '/api/orders?limit=500')).body);
  expect(new Set(own.rows.map(({ companyName }) => companyName)).size).toBe(1);
  const [other] = await lab.rows(`SELECT id FROM "order" WHERE company_id <> $1 AND entity = 'WBL' LIMIT 1`, [
    own.rows[0]?.companyId,
  ]);
  for (const path of [`/api/orders/${other?.id}`, `/api/create-order/${other?.id}`])
    expect((await lab.call('COMPANY_USER', 'get', path)).status).toBe(404);
  const narrowed = await lab.call(
    'COMPANY_USER',
    'get',
    `/api/orders?companyId=${all.rows[0]?.companyId}&companyId=x`,
  );
  expect(
    OrderPage.parse(narrowed.body).rows.every(({ companyId }) => companyId === own.rows[0]?.companyId),
  ).toBe(true);
  const csv = await lab.call('COMPANY_USER', 'get', '/api/orders/export?status=DRAFT');
  expect(csv.text.split('\n')[0]).toContain('Order,Status,Organization');
});

test('a draft has no results: its read answers NOT_FOUND', async () => {
  const [draft] = await lab.rows<{ id: string }>(
    `SELECT id FROM "order" WHERE entity = 'WBL' AND status = 'DRAFT' AND order_number IS NULL LIMIT 1`,
  );
  const answer = await lab.call(
    'PROJECT_MANAGER',
    'get',
    `/api/internal/results?orderId=${draft?.id}&evidence=true`,
  );
  expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
});
