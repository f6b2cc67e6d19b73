import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { sendSummaries } from './send-summaries.ts';

let lab: DemoServer;
let creator = { id: '', email: '' };
let orders: { id: string; number: string; specimens: string[] }[] = [];
beforeAll(async () => {
  lab = await openDemoServer();
  const [person] = await lab.rows<{ id: string; email: string }>(
    `SELECT u.id, u.email FROM "user" u JOIN user_company m ON m.user_id = u.id
      WHERE m.role = 'COMPANY_USER' AND m.entity = 'WBL' ORDER BY m.id LIMIT 1`,
  );
  creator = person ?? creator;
  orders = await lab.rows(
    `SELECT o.id, o.order_number AS number, array_agg(s.id ORDER BY s.order_row) AS specimens
       FROM "order" o JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
      WHERE o.entity = 'WBL' AND o.order_number IS NOT NULL AND o.company_id = (SELECT company_id FROM user_company WHERE user_id = $1 LIMIT 1)
      GROUP BY o.id HAVING count(*) > 1 ORDER BY o.id LIMIT 2`,
    [creator.id],
  );
  expect(orders).toHaveLength(2);
});
afterAll(() => lab.close());

let day = 1;
/** A new day without summaries so far; all earlier events are already announced. */
beforeEach(async () => {
  day += 10;
  await lab.rows('DELETE FROM email');
  await lab.rows('DELETE FROM status_digest_run');
  await lab.rows('DELETE FROM status_digest');
  await lab.rows(
    `INSERT INTO status_digest (user_id, entity, told_until) SELECT DISTINCT user_id, entity, $1::timestamptz FROM user_company`,
    [at('2030-01-01', '12:00')],
  );
  await lab.rows('UPDATE "order" SET created_by_user_id = $1 WHERE id = ANY ($2)', [
    creator.id,
    orders.map(({ id }) => id),
  ]);
  await choose('DAILY');
});

const at = (start: string, time: string): string =>
  `${new Date(Date.parse(start) + day * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`;
const choose = (frequency: string) =>
  lab.rows(
    `INSERT INTO preference (id, created_at, updated_at, user_id, email_update_frequency, order_complete_email)
     VALUES ('choice', now(), now(), $1, $2, true)
     ON CONFLICT (user_id) DO UPDATE SET email_update_frequency = EXCLUDED.email_update_frequency`,
    [creator.id, frequency],
  );
let events = 0;
const happens = (specimenId: string | undefined, type: string, when: string, data = {}) =>
  lab.rows(
    `WITH released AS (UPDATE specimen SET results_released_at = $4 WHERE id = $3 AND $2 = 'RESULTS_RELEASED')
     INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
     VALUES ($1, $4, $4, 'WBL', $2, 'Specimen', $3, '2026-01-01', $4, $5, true)`,
    [`happened-${++events}`, type, specimenId, when, JSON.stringify(data)],
  );
const runAt = (when: string) => {
  lab.services.now = () => new Date(when);
  return sendSummaries(lab.services);
};
const mails = () =>
  lab.rows<{ subject: string; text: string; html: string }>(
    `SELECT subject, text, html FROM email WHERE kind = 'STATUS_DIGEST' AND "to" = $1 ORDER BY id`,
    [creator.email],
  );
const receive = async (when: string) => {
  for (const id of orders[0]?.specimens ?? []) {
    await happens(id, 'SPECIMEN_ACCESSIONED', when);
    await happens(id, 'SPECIMEN_STATUS_CHANGED', when, { from: 'DELIVERED', to: 'RECEIVED' });
  }
};
const D = '2030-01-01';

test('one summary email at seven in the lab covers all orders, grouped by order, without announced events', async () => {
  await receive(at(D, '15:00'));
  const [moved] = orders[1]?.specimens ?? [];
  await happens(moved, 'SPECIMEN_STATUS_CHANGED', at(D, '16:00'), {
    from: 'BATCH_ASSIGNED',
    to: 'IN_PROGRESS',
  });
  day += 1;
  expect(await runAt(at(D, '11:59'))).toBe(0);
  expect(await runAt(at(D, '12:03'))).toBe(1);
  const [mail, ...otherMails] = await mails();
  expect(otherMails).toEqual([]);
  expect(mail?.subject).toBe('Updates for 2 orders');
  const count = orders[0]?.specimens.length;
  expect(mail?.text).toMatch(new RegExp(`${orders[0]?.number}[^]*Received by the lab: ${count} specimens`));
  expect(mail?.text).toMatch(new RegExp(`${orders[1]?.number}[^]*Now: In progress: 1 specimen`));
  expect(mail?.html).toContain(`/orders/${orders[1]?.id}`);
  expect(mail?.text).not.toContain('Now: Received');
});

test("the customer's managers get the summary of an order that staff placed", async () => {
  const managers = await lab.rows<{ to: string }>(
    `SELECT DISTINCT u.email AS "to" FROM "user" u JOIN user_company m ON m.user_id = u.id JOIN "order" o ON o.company_id = m.company_id
      WHERE o.id = $1 AND m.role = 'COMPANY_MANAGER' AND NOT m.deactivated AND NOT m.deleted ORDER BY 1`,
    [orders[0]?.id],
  );
  expect(managers.length).toBeGreaterThan(0);
  await lab.rows(
    `UPDATE "order" SET created_by_user_id = (SELECT id FROM "user" WHERE email = 'cs-rep@wbl.example') WHERE id = $1`,
    [orders[0]?.id],
  );
  await receive(at(D, '15:00'));
  day += 1;
  await runAt(at(D, '12:03'));
  expect(
    await lab.rows(`SELECT "to" FROM email WHERE kind = 'STATUS_DIGEST' AND text LIKE $1 ORDER BY 1`, [
      `%${orders[0]?.number}%`,
    ]),
  ).toEqual(managers);
});

test('a summary is sent once, also if the job runs twice at once, again, or after a crash', async () => {
  await receive(at(D, '15:00'));
  day += 1;
  await Promise.all([runAt(at(D, '12:05')), runAt(at(D, '12:05'))]);
  await runAt(at(D, '12:10'));
  // As if the server had died before it recorded that all were sent.
  await lab.rows('DELETE FROM status_digest_run');
  expect(await runAt(at(D, '12:15'))).toBe(0);
  expect(await mails()).toHaveLength(1);
});

test('a server that was down for days sends one summary about all of them', async () => {
  await receive(at(D, '15:00'));
  day += 2;
  await happens(orders[1]?.specimens[0], 'RESULTS_RELEASED', at(D, '15:00'));
  day += 2;
  expect(await runAt(at(D, '18:00'))).toBe(1);
  const [mail] = await mails();
  expect(mail?.subject).toBe('Results are ready: updates for 2 orders');
  expect(mail?.text).toContain('Received by the lab');
});

test('offline work of a handheld is in the summary after the lab received it', async () => {
  await receive(at(D, '11:00'));
  expect(await runAt(at(D, '12:05'))).toBe(0);
  await receive(at(D, '12:30'));
  day += 1;
  expect(await runAt(at(D, '12:05'))).toBe(1);
  const [mail] = await mails();
  expect(mail?.subject).toBe(
    `Order ${orders[0]?.number}: received by the lab, ${orders[0]?.specimens.length} specimens`,
  );
});

test('no summary is sent without events, or for the customer’s own actions', async () => {
  day += 1;
  expect(await runAt(at(D, '12:05'))).toBe(0);
  await happens(orders[0]?.specimens[0], 'SPECIMEN_STATUS_CHANGED', at(D, '15:00'), {
    from: 'PENDING_APPROVAL',
    to: 'ORDERED',
  });
  day += 1;
  expect(await runAt(at(D, '12:05'))).toBe(0);
  expect(await mails()).toEqual([]);
});

test('weekly summaries are sent on Monday, and a person who wanted none gets no old events later', async () => {
  await choose('WEEKLY');
  await receive(at(D, '15:00'));
  day += 1;
  const days: string[] = [];
  for (let n = 0; n < 8; n += 1, day += 1)
    if ((await runAt(at(D, '12:05'))) > 0) days.push(new Date(at(D, '12:05')).toUTCString().slice(0, 3));
  expect(days).toEqual(['Mon']);
  await choose('NONE');
  await receive(at(D, '15:00'));
  day += 1;
  expect(await runAt(at(D, '12:05'))).toBe(0);
  await choose('DAILY');
  day += 1;
  expect(await runAt(at(D, '12:05'))).toBe(0);
});

test('a person who left the company gets no more summaries', async () => {
  await receive(at(D, '15:00'));
  await lab.rows('UPDATE user_company SET deactivated = true WHERE user_id = $1', [creator.id]);
  day += 1;
  expect(await runAt(at(D, '12:05'))).toBe(0);
  await lab.rows('UPDATE user_company SET deactivated = false WHERE user_id = $1', [creator.id]);
});

test('a customer without a choice gets daily summaries', async () => {
  await lab.rows('DELETE FROM preference WHERE user_id = $1', [creator.id]);
  await receive(at(D, '15:00'));
  day += 1;
  expect(await runAt(at(D, '12:05'))).toBe(1);
});

test('summaries for staff link to the lab’s page of the orders that they placed', async () => {
  const [person] = await lab.rows<{ id: string }>(
    `SELECT user_id AS id FROM user_company WHERE role = 'CS_REP' AND entity = 'WBL' ORDER BY id LIMIT 1`,
  );
  await lab.rows('UPDATE "order" SET created_by_user_id = $1 WHERE id = $2', [person?.id, orders[0]?.id]);
  await lab.rows(
    `INSERT INTO preference (id, created_at, updated_at, user_id, email_update_frequency, order_complete_email)
     VALUES ('of-staff', now(), now(), $1, 'DAILY', true)`,
    [person?.id],
  );
  await receive(at(D, '15:00'));
  day += 1;
  await runAt(at(D, '12:05'));
  const [email] = await lab.rows<{ text: string }>(
    `SELECT text FROM email WHERE kind = 'STATUS_DIGEST' AND "to" = 'cs-rep@wbl.example'`,
  );
  expect(email?.text).toContain(`/lab/orders/${orders[0]?.id}`);
  await lab.rows(`DELETE FROM preference WHERE id = 'of-staff'`);
});
