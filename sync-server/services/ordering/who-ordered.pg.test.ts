import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderStatus } from '#db/ordering/order-status.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { tellAboutPackage } from './shipping/shipping-letters.ts';
import { type OrderAct, tellAboutOrder } from './tell-about-order.ts';

let lab: DemoServer;
let order = { id: '', companyId: '' };
let member = { id: '', email: '' };
let managers: string[] = [];
beforeAll(async () => {
  lab = await openDemoServer();
  const [person] = await lab.rows<typeof member & { companyId: string }>(
    `SELECT u.id, u.email, m.company_id AS "companyId" FROM "user" u JOIN user_company m ON m.user_id = u.id
      WHERE m.role = 'COMPANY_USER' AND m.entity = 'WBL' ORDER BY m.id LIMIT 1`,
  );
  member = person ?? member;
  const [found] = await lab.rows<typeof order>(
    `SELECT id, company_id AS "companyId" FROM "order" WHERE company_id = $1 AND NOT deleted ORDER BY id LIMIT 1`,
    [person?.companyId],
  );
  order = found ?? order;
  const all = await lab.rows<{ email: string }>(
    `SELECT u.email FROM "user" u JOIN user_company m ON m.user_id = u.id
      WHERE m.role = 'COMPANY_MANAGER' AND m.company_id = $1 ORDER BY u.email`,
    [order.companyId],
  );
  managers = all.map(({ email }) => email);
  expect(managers.length).toBeGreaterThan(0);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.rows('DELETE FROM email');
  await lab.rows('DELETE FROM preference');
  await lab.rows('UPDATE user_company SET deactivated = false WHERE user_id = $1', [member.id]);
  await placedBy(member.email);
});

const placedBy = (email: string) =>
  lab.rows(`UPDATE "order" SET created_by_user_id = (SELECT id FROM "user" WHERE email = $2) WHERE id = $1`, [
    order.id,
    email,
  ]);
const leave = () => lab.rows('UPDATE user_company SET deactivated = true WHERE user_id = $1', [member.id]);
async function told(act: OrderAct, status: OrderStatus): Promise<{ to: string; text: string }[]> {
  await lab.rows('UPDATE "order" SET status = $2 WHERE id = $1', [order.id, status]);
  await inTransaction(lab.database.pool, (client) =>
    tellAboutOrder(client, lab.services, { entity: 'WBL' }, { orderId: order.id, act }),
  );
  return lab.rows(`SELECT "to", text FROM email ORDER BY "to"`);
}
const receivers = async (act: OrderAct, status: OrderStatus) => (await told(act, status)).map(({ to }) => to);

test('whoever placed an order is told that it is approved; when they have left, the managers of the company are', async () => {
  expect(await receivers('decided', 'ORDERED')).toEqual([member.email]);
  await lab.rows('DELETE FROM email');
  await leave();
  expect(await receivers('decided', 'ORDERED')).toEqual(managers);
});

test('a canceled order is told to whoever placed it and to the managers, once each, never to somebody who left', async () => {
  expect(await receivers('canceled', 'CANCELED')).toEqual([member.email, ...managers].sort());
  await lab.rows('DELETE FROM email');
  await leave();
  expect(await receivers('canceled', 'CANCELED')).toEqual(managers);
});

test('what staff placed for a customer leads them to their own page of the order, the managers to theirs', async () => {
  await placedBy('cs-rep@wbl.example');
  const letters = await told('canceled', 'CANCELED');
  const textTo = (email: string) => letters.find(({ to }) => to === email)?.text;
  expect(textTo('cs-rep@wbl.example')).toContain(`/lab/orders/${order.id}`);
  for (const manager of managers)
    expect(textTo(manager)).toMatch(new RegExp(`example[^ ]*/orders/${order.id}|:\\d+/orders/${order.id}`));
  for (const manager of managers) expect(textTo(manager)).not.toContain('/lab/');
});

test('that an order is complete is told at once to who wants it, whatever summaries they chose', async () => {
  const choose = (frequency: string, complete: boolean) =>
    lab.rows(
      `INSERT INTO preference (id, created_at, updated_at, user_id, email_update_frequency, order_complete_email)
       VALUES ('choice', now(), now(), $1, $2, $3) ON CONFLICT (user_id) DO UPDATE
         SET email_update_frequency = EXCLUDED.email_update_frequency, order_complete_email = EXCLUDED.order_complete_email`,
      [member.id, frequency, complete],
    );
  await choose('NONE', true);
  expect(await receivers('closed', 'COMPLETED')).toEqual([member.email]);
  await lab.rows('DELETE FROM email');
  await choose('DAILY', false);
  expect(await receivers('closed', 'COMPLETED')).toEqual([]);
});

test('of a package that comes back the managers hear when whoever placed the order has left', async () => {
  const [parcel] = await lab.rows<{ id: string; orderId: string }>(
    `SELECT s.id, s.order_id AS "orderId" FROM shipment s JOIN "order" o ON o.id = s.order_id
      WHERE o.company_id = $1 ORDER BY s.id LIMIT 1`,
    [order.companyId],
  );
  const about = { entity: 'WBL', shipmentId: parcel?.id ?? '', orderId: parcel?.orderId ?? '' } as const;
  await lab.rows('UPDATE "order" SET created_by_user_id = $2 WHERE id = $1', [about.orderId, member.id]);
  await leave();
  await inTransaction(lab.database.pool, (client) =>
    tellAboutPackage(client, lab.services, about, 'SHIPMENT_EXCEPTION'),
  );
  const sent = await lab.rows(`SELECT "to" FROM email WHERE kind = 'SHIPMENT_EXCEPTION' ORDER BY "to"`);
  expect(sent.map(({ to }) => to)).toEqual(managers);
});
