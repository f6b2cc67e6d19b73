import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdjustmentPage } from '#db/billing/prices/shown-prices.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const API = '/api/lab/price-adjustments';
const SECRET = 'They asked a competitor first.';

/** Create a running order of the signed-in customer, without billed specimens or adjusted prices. */
async function runningOrder(): Promise<string> {
  const [row] = await lab.rows<{ id: string }>(
    `SELECT o.id FROM "order" o JOIN user_company uc ON uc.company_id = o.company_id JOIN "user" u ON u.id = uc.user_id
      WHERE u.email = 'company-manager@wbl.example' AND o.status IN ('ORDERED', 'SHIPPED', 'RECEIVED', 'PROCESSING')
        AND o.order_type <> 'CAMPAIGN' AND NOT EXISTS (SELECT 1 FROM price_adjustment a WHERE a.order_id = o.id)
        AND EXISTS (SELECT 1 FROM specimen s WHERE s.order_id = o.id AND s.status <> 'CANCELED')
        AND EXISTS (SELECT 1 FROM invoice i WHERE i.order_id = o.id AND i.issued_at IS NULL AND i.status NOT IN ('CANCELED', 'VOID'))
        AND NOT EXISTS (SELECT 1 FROM invoice i WHERE i.order_id = o.id AND i.issued_at IS NOT NULL)
      ORDER BY o.id LIMIT 1`,
  );
  expect(row).toBeDefined();
  return row?.id ?? '';
}
const read = async (caller: Caller, path: string) => {
  const answer = await lab.call(caller, 'get', path);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};

test('a price set for selected specimens is billed; the customer sees it, but not the reason', async () => {
  const orderId = await runningOrder();
  const before = ShownOrder.parse(await read('SALES_LEADER', `/api/lab/orders/${orderId}`));
  const [one] = before.specimens;
  const body = { orderId, specimenIds: [one?.id], salesPrice: (one?.salesPrice ?? 0) + 700, reason: SECRET };
  expect((await lab.call('SALES_REP', 'post', `${API}/sales-price`, body)).status).toBe(403);
  expect((await lab.call('RESONANT:SALES_LEADER', 'post', `${API}/sales-price`, body)).status).toBe(404);
  expect((await lab.call('SALES_LEADER', 'post', `${API}/sales-price`, body)).status).toBeLessThan(300);
  const fee = { type: 'FEE', amount: 300, label: 'Rush', reason: SECRET };
  const creation = await lab.call('BILLING_MANAGER', 'post', API, { orderId, adjustment: fee });
  expect(creation.status, JSON.stringify(creation.body)).toBe(201);

  const orderAnswer = await read('COMPANY_MANAGER', `/api/orders/${orderId}`);
  const after = ShownOrder.parse(orderAnswer);
  expect(after.total).toBe(before.total + 1000);
  expect(after.history.filter(({ type }) => type === 'PRICE_ADJUSTED')).toHaveLength(2);
  expect(JSON.stringify(orderAnswer)).not.toContain(SECRET);
  const [draft] = after.invoices?.filter(({ status }) => status !== 'CANCELED' && status !== 'VOID') ?? [];
  expect(draft?.totalDue).toBe(after.total);
  // The lab reads the reason in the order's history and with the adjustment.
  expect(JSON.stringify(await read('SALES_LEADER', `/api/lab/orders/${orderId}`))).toContain(SECRET);
  const { rows } = AdjustmentPage.parse(await read('SALES_LEADER', `${API}?orderId=${orderId}`));
  expect(rows[0]).toMatchObject({ reason: SECRET, decisionReason: SECRET });
});
