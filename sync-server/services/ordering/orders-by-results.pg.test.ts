import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderPage } from '#db/ordering/listed-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

async function listed(results: string, caller: Caller = 'PROJECT_MANAGER', family = 'lab/orders') {
  const answer = await lab.call(caller, 'get', `/api/${family}?limit=500&${results}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return OrderPage.parse(answer.body).rows.map(({ id }) => id);
}
const ordersWith = async (specimens: string): Promise<string[]> =>
  (
    await lab.rows<{ id: string }>(
      `SELECT DISTINCT o.id FROM "order" o JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
        WHERE o.entity = 'WBL' AND NOT o.deleted AND ${specimens}`,
    )
  ).map(({ id }) => id);

test('staff list the orders of which results are released, and those of which none is yet', async () => {
  const [all, released, none] = await Promise.all([
    listed(''),
    listed('results=RELEASED'),
    listed('results=NONE'),
  ]);
  const expected = await ordersWith('s.results_released_at IS NOT NULL');
  expect(released.length).toBeGreaterThan(0);
  expect(released.toSorted()).toEqual(expected.toSorted());
  expect([...released, ...none].toSorted()).toEqual(all.toSorted());
  const [first = ''] = released;
  await lab.rows('UPDATE specimen SET results_released_at = NULL WHERE order_id = $1', [first]);
  expect(await listed('results=RELEASED')).not.toContain(first);
  expect(await listed('results=NONE')).toContain(first);
  const csv = await lab.call('PROJECT_MANAGER', 'get', '/api/lab/orders/export?results=RELEASED');
  expect(csv.text.trim().split('\n')).toHaveLength(released.length);
  expect(await listed('results=ELSE')).toEqual([]);
});

test('an order waits as soon as the work of one of its specimens is done; customers are not told that it waits', async () => {
  const [one] = await lab.rows<{ id: string; orderId: string }>(
    `SELECT s.id, s.order_id AS "orderId" FROM specimen s
      WHERE s.entity = 'WBL' AND s.status = 'IN_PROGRESS' AND NOT s.deleted
        AND EXISTS (SELECT 1 FROM sample m WHERE m.specimen_id = s.id AND m.status = 'IN_QUEUE'
          AND m.sequencing_procedure_id IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM specimen o WHERE o.order_id = s.order_id AND o.completed_at IS NOT NULL)
      ORDER BY s.id LIMIT 1`,
  );
  const { id = '', orderId = '' } = one ?? {};
  expect(await listed('results=TO_RELEASE')).not.toContain(orderId);
  await lab.rows(
    `UPDATE sample SET status = 'COMPLETED', stage = 'SEQUENCING', flagged_for_review = false WHERE specimen_id = $1`,
    [id],
  );
  const waiting = await listed('results=TO_RELEASE');
  expect(waiting).toContain(orderId);
  const both = await listed('results=TO_RELEASE&results=RELEASED');
  expect(both.toSorted()).toEqual(
    [...new Set([...waiting, ...(await listed('results=RELEASED'))])].toSorted(),
  );
  expect(await listed('results=TO_RELEASE', 'COMPANY_MANAGER', 'orders')).toEqual([]);
});
