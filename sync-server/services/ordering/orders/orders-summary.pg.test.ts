import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderChoices } from '#db/ordering/orders/listed-order.ts';
import { OrdersSummary } from '#db/ordering/orders/orders-summary.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const summaryOf = async (caller: Caller) => {
  const answer = await lab.call(caller, 'get', '/api/orders/summary');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return OrdersSummary.parse(answer.body);
};
const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
const countOf = async (condition: string, ...values: string[]) => {
  const [row] = await lab.rows(
    `SELECT count(*)::int AS n FROM "order" WHERE entity = 'WBL' AND NOT deleted AND ${condition}`,
    values,
  );
  return Number(row?.n);
};

test('a customer sees the orders and specimens of their own company only', async () => {
  const [member] = await lab.rows(
    `SELECT company_id AS id FROM user_company WHERE entity = 'WBL' AND role = 'COMPANY_USER' ORDER BY id LIMIT 1`,
  );
  const companyId = String(member?.id);
  const summary = await summaryOf('COMPANY_USER');
  expect(sum(summary.orders)).toBe(await countOf('company_id = $1', companyId));
  expect(summary.recent.length).toBeGreaterThan(0);
  expect(summary.recent.every((row) => row.companyId === companyId)).toBe(true);
  expect(summary.drafts.total).toBe(await countOf(`company_id = $1 AND status = 'DRAFT'`, companyId));
  expect(summary.specimens.some(({ status }) => status === 'DRAFT' || status === 'CANCELED')).toBe(false);
  expect(summary.approvals.total).toBe(0);
  const agreed = await countOf(`company_id = $1 AND status = 'ANTICIPATED'`, companyId);
  expect(agreed).toBeGreaterThan(0);
  expect(summary.toName.map(({ status }) => status)).toEqual(Array(agreed).fill('ANTICIPATED'));
  expect((await summaryOf('PROJECT_MANAGER')).toName).toEqual([]);
});

test('a pending decision of the customer names the order and its number of waiting specimens', async () => {
  const [order] = await lab.rows(
    `SELECT o.id, o.order_number AS number FROM "order" o JOIN user_company uc ON uc.company_id = o.company_id
      WHERE uc.role = 'COMPANY_USER' AND uc.entity = 'WBL' AND o.order_number IS NOT NULL AND EXISTS (
        SELECT 1 FROM specimen s WHERE s.order_id = o.id AND s.status <> 'ACTION_REQUIRED')
      ORDER BY o.id LIMIT 1`,
  );
  await lab.rows(
    `UPDATE specimen SET status = 'ACTION_REQUIRED', action_required_since = now(), deleted = false WHERE order_id = $1`,
    [order?.id],
  );
  const [waiting] = await lab.rows(`SELECT count(*)::int AS n FROM specimen WHERE order_id = $1`, [
    order?.id,
  ]);
  expect((await summaryOf('COMPANY_USER')).customer?.decisions).toContainEqual({
    id: order?.id,
    orderNumber: order?.number,
    serviceName: expect.any(String),
    since: expect.any(String),
    specimens: waiting?.n,
  });
});

test('a customer sees orders to send until they have a shipment, and the promised date of received ones', async () => {
  const [order] = await lab.rows<{ id: string; days: number; n: number }>(
    `SELECT o.id, p.target_turnaround_days AS days, count(DISTINCT s.id)::int AS n FROM "order" o
       JOIN protocol p ON p.id = o.protocol_id JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
       JOIN user_company uc ON uc.company_id = o.company_id AND uc.role = 'COMPANY_USER' AND uc.entity = 'WBL'
      WHERE o.status NOT IN ('DRAFT', 'CANCELED') GROUP BY o.id, p.id ORDER BY o.id DESC LIMIT 1`,
  );
  const id = order?.id ?? '';
  await lab.rows(
    `UPDATE "order" SET status = 'ORDERED', received_at = NULL, submitted_at = '2020-01-01' WHERE id = $1`,
    [id],
  );
  await lab.rows(
    `UPDATE specimen SET status = 'ORDERED', received_at = NULL, results_released_at = NULL WHERE order_id = $1`,
    [id],
  );
  await lab.rows(`DELETE FROM shipment WHERE order_id = $1`, [id]);
  const work = async () => (await summaryOf('COMPANY_USER')).customer;
  expect((await work())?.toSend).toContainEqual(expect.objectContaining({ id, specimens: order?.n }));
  await lab.rows(
    `INSERT INTO shipment (id, created_at, updated_at, entity, order_id, direction, status)
     VALUES ('sent-1', now(), now(), 'WBL', $1, 'INBOUND', 'PRE_TRANSIT')`,
    [id],
  );
  expect((await work())?.toSend.map((row) => row.id)).not.toContain(id);
  await lab.rows(`UPDATE "order" SET status = 'PROCESSING' WHERE id = $1`, [id]);
  await lab.rows(
    `UPDATE specimen SET status = 'IN_PROGRESS', received_at = '2020-03-01T12:00:00Z' WHERE order_id = $1`,
    [id],
  );
  const progress = (await work())?.progress.rows.find((row) => row.id === id);
  const due = new Date(Date.parse('2020-03-01T12:00:00Z') + (order?.days ?? 0) * 86_400_000).toISOString();
  expect(progress).toMatchObject({ specimens: order?.n, released: 0, dueAt: due });
  await lab.rows(
    `UPDATE specimen SET status = 'COMPLETED', results_released_at = now() WHERE order_id = $1`,
    [id],
  );
  // Released results without a file to download are not offered.
  await lab.rows(
    `DELETE FROM s3_file WHERE target_id = $1 OR target_id IN (SELECT id FROM specimen WHERE order_id = $1)`,
    [id],
  );
  expect((await work())?.results.map((row) => row.id)).not.toContain(id);
  await lab.rows(
    `INSERT INTO s3_file (id, created_at, updated_at, entity, title, size, type, file_type, sub_type, bucket, key, status,
       scan_status, customer_visible, uploaded_by_id, download_count, target_type, target_id)
     SELECT 'result-1', now(), now(), 'WBL', 'Report.pdf', 10, 'application/pdf', 'ORDER_DOCUMENT', 'REPORT', 'documents',
       'result-1', 'STORED', 'CLEAN', true, min(id), 0, 'Order', $1 FROM "user"`,
    [id],
  );
  expect((await work())?.results).toContainEqual(expect.objectContaining({ id, specimens: order?.n }));
  await lab.rows(`UPDATE specimen SET is_data_downloaded = true WHERE order_id = $1`, [id]);
  expect((await work())?.results.map((row) => row.id)).not.toContain(id);
  expect((await summaryOf('PROJECT_MANAGER')).customer).toBeNull();
});

test('billing sees the waiting purchase orders, sales does not; staff count the orders of all companies', async () => {
  const [order] = await lab.rows(
    `SELECT id FROM "order" WHERE entity = 'WBL' AND status NOT IN ('DRAFT', 'CANCELED', 'COMPLETED') ORDER BY id LIMIT 1`,
  );
  await lab.rows(`DELETE FROM order_approval`);
  await lab.rows(
    `INSERT INTO order_approval (id, created_at, updated_at, entity, order_id, kind, status, detail)
     VALUES ('approval-1', now(), now(), 'WBL', $1, 'PURCHASE_ORDER', 'OPEN', '{"total": 500}')`,
    [order?.id],
  );
  const billing = await summaryOf('BILLING_MANAGER');
  expect(billing.approvals).toMatchObject({ total: 1, rows: [{ id: 'approval-1', mine: true }] });
  expect((await summaryOf('SALES_LEADER')).approvals.total).toBe(0);
  expect((await summaryOf('CS_REP')).approvals.total).toBe(0);
  expect(sum(billing.orders)).toBe(await countOf('true'));
  expect(billing.specimens).toEqual([]);
});

test('a list can be filtered by companies, services and projects with visible orders', async () => {
  const all = OrderChoices.parse((await lab.call('CS_REP', 'get', '/api/lab/orders/choices')).body);
  const own = OrderChoices.parse((await lab.call('COMPANY_USER', 'get', '/api/orders/choices')).body);
  expect(all.companies.length).toBeGreaterThan(1);
  expect(own.companies).toHaveLength(1);
  expect(all.services.length).toBeGreaterThanOrEqual(own.services.length);
  const [usedProtocols] = await lab.rows(
    `SELECT count(DISTINCT protocol_id)::int AS n FROM "order" WHERE entity = 'WBL' AND company_id = $1 AND NOT deleted`,
    [own.companies[0]?.id],
  );
  expect(own.services).toHaveLength(Number(usedProtocols?.n));
});
