import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { notifyAboutSpecimens } from '#sync-server/jobs/tasks/notify-about-specimens.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { notifyAboutInvoice } from '#sync-server/services/billing/payments/billing-emails.ts';
import { notifyAboutShipment } from '#sync-server/services/ordering/shipments/shipping-emails.ts';
import { notifyAboutOrder, type OrderOperation } from './notify-about-order.ts';

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
  const [orderRow] = await lab.rows<typeof order>(
    `SELECT id, company_id AS "companyId" FROM "order" WHERE company_id = $1 AND NOT deleted AND order_number IS NOT NULL
      ORDER BY id LIMIT 1`,
    [person?.companyId],
  );
  order = orderRow ?? order;
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
async function notifyAndReadEmails(
  operation: OrderOperation,
  status: OrderStatus,
): Promise<{ to: string; text: string }[]> {
  await lab.rows('UPDATE "order" SET status = $2 WHERE id = $1', [order.id, status]);
  await inTransaction(lab.database.pool, (client) =>
    notifyAboutOrder(client, lab.services, { entity: 'WBL' }, { orderId: order.id, operation }),
  );
  return lab.rows(`SELECT "to", text FROM email ORDER BY "to"`);
}
const receivers = async (operation: OrderOperation, status: OrderStatus) =>
  (await notifyAndReadEmails(operation, status)).map(({ to }) => to);

test('the person who ordered is notified of an approval; if they have left, the managers of the company are', async () => {
  expect(await receivers('decided', 'ORDERED')).toEqual([member.email]);
  await lab.rows('DELETE FROM email');
  await leave();
  expect(await receivers('decided', 'ORDERED')).toEqual(managers);
});

test('the person who ordered and the managers are notified of a cancellation once each, never a person who left', async () => {
  expect(await receivers('canceled', 'CANCELED')).toEqual([member.email, ...managers].sort());
  await lab.rows('DELETE FROM email');
  await leave();
  expect(await receivers('canceled', 'CANCELED')).toEqual(managers);
});

test('for an order that staff placed, staff and managers get links to their own pages', async () => {
  await placedBy('cs-rep@wbl.example');
  const letters = await notifyAndReadEmails('canceled', 'CANCELED');
  const textTo = (email: string) => letters.find(({ to }) => to === email)?.text;
  expect(textTo('cs-rep@wbl.example')).toContain(`/lab/orders/${order.id}`);
  for (const manager of managers)
    expect(textTo(manager)).toMatch(new RegExp(`example[^ ]*/orders/${order.id}|:\\d+/orders/${order.id}`));
  for (const manager of managers) expect(textTo(manager)).not.toContain('/lab/');
});

test('people who want it are notified at once of a completed order, whatever summaries they chose', async () => {
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

test('managers are notified of a returned shipment when the person who ordered has left', async () => {
  const [shipment] = await lab.rows<{ id: string; orderId: string }>(
    `SELECT s.id, s.order_id AS "orderId" FROM shipment s JOIN "order" o ON o.id = s.order_id
      WHERE o.company_id = $1 ORDER BY s.id LIMIT 1`,
    [order.companyId],
  );
  const about = { entity: 'WBL', shipmentId: shipment?.id ?? '', orderId: shipment?.orderId ?? '' } as const;
  await lab.rows('UPDATE "order" SET created_by_user_id = $2 WHERE id = $1', [about.orderId, member.id]);
  await leave();
  await inTransaction(lab.database.pool, (client) =>
    notifyAboutShipment(client, lab.services, about, 'SHIPMENT_EXCEPTION'),
  );
  const emails = await lab.rows(`SELECT "to" FROM email WHERE kind = 'SHIPMENT_EXCEPTION' ORDER BY "to"`);
  expect(emails.map(({ to }) => to)).toEqual(managers);
});

const STAFF = 'cs-rep@wbl.example';
const withStaff = () => [STAFF, ...managers].sort();
const readRecipients = async (kind: string) =>
  (await lab.rows<{ to: string }>(`SELECT "to" FROM email WHERE kind = $1 ORDER BY "to"`, [kind])).map(
    ({ to }) => to,
  );

test("emails to the author of an order that staff placed also go to the customer's managers", async () => {
  await placedBy(STAFF);
  expect(await receivers('decided', 'ORDERED')).toEqual(withStaff());
  await lab.rows('DELETE FROM email');
  expect(await receivers('closed', 'COMPLETED')).toEqual(withStaff());
  const [shipment] = await lab.rows<{ id: string; orderId: string }>(
    `SELECT s.id, s.order_id AS "orderId" FROM shipment s JOIN "order" o ON o.id = s.order_id
      WHERE o.company_id = $1 ORDER BY s.id LIMIT 1`,
    [order.companyId],
  );
  const about = { entity: 'WBL', shipmentId: shipment?.id ?? '', orderId: shipment?.orderId ?? '' } as const;
  await lab.rows(
    `UPDATE "order" SET created_by_user_id = (SELECT id FROM "user" WHERE email = $2) WHERE id = $1`,
    [about.orderId, STAFF],
  );
  await inTransaction(lab.database.pool, (client) =>
    notifyAboutShipment(client, lab.services, about, 'SHIPMENT_EXCEPTION'),
  );
  expect(await readRecipients('SHIPMENT_EXCEPTION')).toEqual(withStaff());
});

test('managers are asked for the decision about a specimen of an order that staff placed, with their page', async () => {
  await placedBy(STAFF);
  await notifyAboutSpecimens(lab.services);
  await lab.rows('DELETE FROM email');
  await lab.rows(
    `WITH waits AS (UPDATE specimen SET status = 'ACTION_REQUIRED', action_required_text = 'The cap is cracked.'
       WHERE id = (SELECT id FROM specimen WHERE order_id = $1 AND NOT deleted ORDER BY id LIMIT 1) RETURNING id)
     INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
     SELECT 'cracked', $2, $2, 'WBL', 'SPECIMEN_ACTION_REQUIRED', 'Specimen', id, $2, $2,
       '{"from": "RECEIVED", "to": "ACTION_REQUIRED"}', true FROM waits`,
    [order.id, lab.services.now()],
  );
  await notifyAboutSpecimens(lab.services);
  const letters = await lab.rows<{ to: string; subject: string; text: string }>(
    `SELECT "to", subject, text FROM email WHERE kind = 'ACTION_REQUIRED'`,
  );
  for (const manager of managers) {
    const email = letters.find(({ to }) => to === manager);
    expect(email?.subject).toContain('decision needed');
    expect(email?.text).not.toContain('/lab/');
  }
  expect(letters.filter(({ to }) => to === STAFF).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('waiting for the customer’s decision'),
  ]);
});

test('an invoice without a billing address goes to the managers, not to staff who placed the order', async () => {
  const [bill] = await lab.rows<{ id: string; orderId: string }>(
    `SELECT i.id, i.order_id AS "orderId" FROM invoice i JOIN "order" o ON o.id = i.order_id
      WHERE o.company_id = $1 AND i.company_id = $1 ORDER BY i.id LIMIT 1`,
    [order.companyId],
  );
  await lab.rows(`UPDATE invoice SET billing_emails = '{}' WHERE id = $1`, [bill?.id]);
  await lab.rows(
    `UPDATE "order" SET created_by_user_id = (SELECT id FROM "user" WHERE email = $2) WHERE id = $1`,
    [bill?.orderId, STAFF],
  );
  const issued = { entity: 'WBL', invoiceId: bill?.id ?? '', kind: 'INVOICE_ISSUED' } as const;
  await inTransaction(lab.database.pool, (client) => notifyAboutInvoice(client, lab.services, issued));
  expect(await readRecipients('INVOICE_ISSUED')).toEqual(managers);
});

test('the managers of the parent are notified if the organization has no manager', async () => {
  await placedBy(STAFF);
  const [parent] = await lab.rows<{ id: string; email: string; before: string | null }>(
    `SELECT m.company_id AS id, u.email, (SELECT parent_company_id FROM company WHERE id = $1) AS before
       FROM user_company m JOIN "user" u ON u.id = m.user_id
      WHERE m.role IN ('COMPANY_MANAGER', 'INSTITUTION_MANAGER') AND m.entity = 'WBL' AND m.company_id <> $1
        AND NOT m.deactivated ORDER BY m.id LIMIT 1`,
    [order.companyId],
  );
  const manages = `UPDATE user_company SET deactivated = $2 WHERE company_id = $1 AND role = 'COMPANY_MANAGER'`;
  const below = 'UPDATE company SET parent_company_id = $2 WHERE id = $1';
  await lab.rows(manages, [order.companyId, true]);
  await lab.rows(below, [order.companyId, parent?.id]);
  expect(await receivers('decided', 'ORDERED')).toContain(parent?.email);
  await lab.rows(manages, [order.companyId, false]);
  expect(await receivers('decided', 'ORDERED')).toEqual(expect.arrayContaining(withStaff()));
  await lab.rows(below, [order.companyId, parent?.before]);
});
