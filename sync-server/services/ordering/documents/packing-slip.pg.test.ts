import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { packingSlipFor } from './packing-slip-attachment.ts';
import { readPackingSlip } from './read-packing-slip.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

/** Find an order of the manager's organization, or of another one, in a status. */
async function findOrder(status: string, own = true): Promise<string> {
  const [row] = await lab.rows(
    `SELECT o.id FROM "order" o WHERE o.entity = 'WBL' AND o.status = $1 AND NOT o.deleted AND o.received_at IS NULL
        AND EXISTS (SELECT 1 FROM specimen s WHERE s.order_id = o.id AND s.status IN ('ORDERED', 'PENDING_APPROVAL'))
        AND $2 = EXISTS (SELECT 1 FROM user_company m WHERE m.company_id = o.company_id AND m.role = 'COMPANY_MANAGER')
      ORDER BY o.id LIMIT 1`,
    [status, own],
  );
  if (!row) throw new Error(`The demo lab has no order that is ${status}.`);
  return String(row.id);
}

test('a customer downloads the packing slip of an order, and nobody that of another organization', async () => {
  const id = await findOrder('ORDERED');
  const own = await lab.call('COMPANY_MANAGER', 'get', `/api/orders/${id}/packing-slip`);
  expect([own.status, own.headers['content-type']]).toEqual([200, 'application/pdf']);
  const other = await findOrder('ORDERED', false);
  expect((await lab.call('COMPANY_MANAGER', 'get', `/api/orders/${other}/packing-slip`)).status).toBe(404);
  const staff = await lab.call('CS_REP', 'get', `/api/lab/orders/${other}/packing-slip`);
  expect(staff.status).toBe(200);
});

test('the slip lists what is to be sent, and a finished order has none', async () => {
  const id = await findOrder('ORDERED');
  const slip = await readPackingSlip(lab.database.pool, id);
  const [total] = await lab.rows(
    `SELECT count(*)::int AS n FROM specimen WHERE order_id = $1 AND status = 'ORDERED' AND NOT deleted`,
    [id],
  );
  expect(slip?.specimens).toHaveLength(Number(total?.n));
  await lab.rows(`UPDATE specimen SET status = 'CANCELED' WHERE order_id = $1`, [id]);
  expect(await readPackingSlip(lab.database.pool, id)).toBeNull();
});

test('the slip is attached to emails that ask for specimens, and to no other', async () => {
  const id = await findOrder('ORDERED', false);
  const data = { targetType: 'Order', targetId: id };
  const [attached] = await packingSlipFor(lab.database.pool, { kind: 'ORDER_CONFIRMATION', data });
  expect(attached?.filename).toMatch(/^packing-slip-W-\d{6}\.pdf$/);
  expect(attached?.content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await packingSlipFor(lab.database.pool, { kind: 'ORDER_CANCELED', data })).toEqual([]);
});
