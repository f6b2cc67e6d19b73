import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderPage } from '#db/ordering/orders/listed-order.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

test('an order entered by staff shows the lab as its author to the customer, in lists and on its page', async () => {
  const [staffOrder] = await lab.rows<{ id: string; name: string }>(
    `UPDATE "order" o SET created_by_user_id = staff.id FROM "user" staff
      WHERE staff.email = 'sales-rep@wbl.example' AND o.id = (
        SELECT p.id FROM "order" p JOIN user_company m ON m.company_id = p.company_id JOIN "user" c ON c.id = m.user_id
         WHERE c.email = 'company-manager@wbl.example' AND p.status = 'ORDERED' ORDER BY p.id LIMIT 1)
      RETURNING o.id, staff.name`,
  );
  const names = async (caller: Caller, family: string) => {
    const page = await lab.call(caller, 'get', `/api/${family}/${staffOrder?.id}`);
    const list = await lab.call(caller, 'get', `/api/${family}?status=ORDERED&limit=200`);
    const listedOrder = OrderPage.parse(list.body).rows.find(({ id }) => id === staffOrder?.id);
    return [ShownOrder.parse(page.body).createdByName, listedOrder?.createdByName];
  };
  expect(await names('COMPANY_MANAGER', 'orders')).toEqual(['The lab', 'The lab']);
  expect(await names('CS_REP', 'lab/orders')).toEqual([staffOrder?.name, staffOrder?.name]);
});
