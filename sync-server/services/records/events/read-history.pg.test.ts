import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

test('customers see "the lab" as author of its actions, staff see the name; both see the names of customers', async () => {
  const [approved] = await lab.rows<{ id: string; staff: string; customer: string }>(
    `SELECT o.id, d.name AS staff, c.name AS customer FROM "order" o
      JOIN event e ON e.target_id = o.id AND e.type = 'ORDER_APPROVED' JOIN "user" d ON d.id = e.user_id
      JOIN event s ON s.target_id = o.id AND s.type = 'ORDER_SUBMITTED' JOIN "user" c ON c.id = s.user_id
      JOIN user_company m ON m.company_id = o.company_id AND m.user_id = c.id AND m.role = 'COMPANY_MANAGER'
     WHERE o.entity = 'WBL' ORDER BY o.id LIMIT 1`,
  );
  if (!approved) throw new Error('No order of a company manager was approved.');
  await lab.rows(
    `INSERT INTO order_approval (id, created_at, updated_at, entity, order_id, kind, status, detail, decided_by_id, decided_at)
     SELECT 'decided-1', now(), now(), 'WBL', $1, 'PURCHASE_ORDER', 'APPROVED', '{}', e.user_id, now()
       FROM event e WHERE e.target_id = $1 AND e.type = 'ORDER_APPROVED' LIMIT 1`,
    [approved.id],
  );
  const read = async (caller: Caller, family: string) => {
    const { history, approvals } = ShownOrder.parse(
      (await lab.call(caller, 'get', `/api/${family}/${approved.id}`)).body,
    );
    const by = (type: string) => history.find((entry) => entry.type === type)?.by;
    return [by('ORDER_APPROVED'), approvals.at(-1)?.decidedByName, by('ORDER_SUBMITTED')];
  };
  expect(await read('COMPANY_MANAGER', 'orders')).toEqual(['The lab', 'The lab', approved.customer]);
  expect(await read('CS_REP', 'lab/orders')).toEqual([approved.staff, approved.staff, approved.customer]);
});
