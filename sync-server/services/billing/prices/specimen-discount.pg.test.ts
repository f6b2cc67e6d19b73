import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const API = '/api/lab/price-adjustments/specimen-discount';
const SECRET = 'They asked a competitor first.';

test('a discount per specimen of a draft is in its price, which the customer sees without the reason', async () => {
  const [draft] = await lab.rows<{ id: string }>(
    `SELECT o.id FROM "order" o JOIN user_company m ON m.company_id = o.company_id JOIN "user" u ON u.id = m.user_id
      WHERE u.email = 'company-manager@wbl.example' AND o.status = 'DRAFT' ORDER BY o.id LIMIT 1`,
  );
  const orderId = draft?.id ?? '';
  const read = async (caller: Caller, path: string) => {
    const answer = await lab.call(caller, 'get', path);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  const quote = async () =>
    ShownDraft.parse(await read('COMPANY_MANAGER', `/api/create-order/${orderId}`)).quote;
  const before = await quote();
  const body = { orderId, discountPerSpecimen: 1250, reason: SECRET };
  expect((await lab.call('CS_REP', 'post', API, body)).status).toBe(403);
  expect((await lab.call('RESONANT:SALES_REP', 'post', API, body)).status).toBe(404);
  expect((await lab.call('SALES_REP', 'post', API, { ...body, discountPerSpecimen: 1.5 })).status).toBe(422);
  const set = await lab.call('SALES_REP', 'post', API, body);
  expect([set.status, set.body]).toEqual([200, { message: 'Billing decides when the order is submitted.' }]);

  const after = await quote();
  expect(after).toMatchObject({ discountPerSpecimen: 1250, unit: before.pricePerSpecimen - 1250 });
  expect(after.totals.total).toBe(before.totals.total - before.count * 1250);
  const orderAnswer = await read('COMPANY_MANAGER', `/api/orders/${orderId}`);
  expect(ShownOrder.parse(orderAnswer).discountPerSpecimen).toBe(1250);
  expect(JSON.stringify(orderAnswer)).not.toContain(SECRET);
  expect(JSON.stringify(await read('SALES_LEADER', `/api/lab/orders/${orderId}`))).toContain(SECRET);
});
