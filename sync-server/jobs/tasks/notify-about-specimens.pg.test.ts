import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { setProtocolClinical } from '#sync-server/postgres/test-database.ts';
import { notifyAboutSpecimens } from './notify-about-specimens.ts';

let lab: DemoServer;
let order = { id: '', protocolId: '', creator: '', specimens: [] as string[] };
let doctor = { email: '', name: '' };
beforeAll(async () => {
  lab = await openDemoServer();
  const [orderRow] = await lab.rows<typeof order>(
    `SELECT o.id, o.protocol_id AS "protocolId", u.email AS creator, array_agg(s.id ORDER BY s.order_row) AS specimens
       FROM "order" o JOIN "user" u ON u.id = o.created_by_user_id JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
      WHERE o.entity = 'WBL' AND o.order_number IS NOT NULL GROUP BY o.id, u.email HAVING count(*) > 2 ORDER BY o.id LIMIT 1`,
  );
  order = orderRow ?? order;
  const [person] = await lab.rows<typeof doctor>(
    `SELECT u.email, u.name FROM "user" u JOIN user_company m ON m.user_id = u.id JOIN "order" o ON o.company_id = m.company_id
      WHERE o.id = $1 AND u.email <> $2 AND NOT m.deactivated ORDER BY u.id LIMIT 1`,
    [order.id, order.creator],
  );
  doctor = person ?? doctor;
  await lab.rows('UPDATE specimen SET physician = $2 WHERE id = $1', [
    order.specimens[0],
    ` ${doctor.name.toUpperCase()}`,
  ]);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await notifyAboutSpecimens(lab.services);
  await lab.rows('DELETE FROM email');
});

let events = 0;
const released = (specimenId: string | undefined) =>
  lab.rows(
    `WITH released AS (UPDATE specimen SET results_released_at = $3 WHERE id = $2)
     INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
     VALUES ($1, $3, $3, 'WBL', 'RESULTS_RELEASED', 'Specimen', $2, $3, $3, '{}', true)`,
    [`released-${++events}`, specimenId, lab.services.now()],
  );
const clinical = (value: boolean) => setProtocolClinical(lab.database.owner, order.protocolId, value);
const mails = () =>
  lab.rows(`SELECT "to", subject, text FROM email WHERE kind = 'RESULTS_READY' ORDER BY "to" = $1 DESC`, [
    order.creator,
  ]);

test('clinical results are announced at once in one email each: all to who ordered, their own to the physician', async () => {
  await clinical(true);
  for (const id of order.specimens.slice(0, 2)) await released(id);
  await Promise.all([notifyAboutSpecimens(lab.services), notifyAboutSpecimens(lab.services)]);
  await notifyAboutSpecimens(lab.services);
  const emails = await mails();
  expect(emails.map(({ to }) => to)).toEqual([order.creator, doctor.email]);
  expect(emails.map(({ subject }) => /results of (.*) are ready/.exec(subject ?? '')?.[1])).toEqual([
    '2 specimens',
    '1 specimen',
  ]);
  const specimenNames = await lab.rows<{ requisition: string; name: string }>(
    'SELECT requisition_number AS requisition, customer_sample_id AS name FROM specimen WHERE id = $1',
    [order.specimens[0]],
  );
  expect(emails[1]?.['text']).toContain(specimenNames[0]?.requisition);
  expect(emails[1]?.['text']).not.toContain(`${specimenNames[0]?.name}:`);
});

test('results released twice before the email count as one specimen', async () => {
  await clinical(true);
  for (const id of [order.specimens[1], order.specimens[2], order.specimens[2]]) await released(id);
  await notifyAboutSpecimens(lab.services);
  const [toOrderer] = await mails();
  expect(toOrderer?.['subject']).toContain('results of 2 specimens are ready');
});

test('research results wait for the chosen summary', async () => {
  await clinical(false);
  await released(order.specimens[2]);
  await notifyAboutSpecimens(lab.services);
  expect(await mails()).toEqual([]);
});

const moved = (specimenId: string | undefined, from: string, to: string) =>
  lab.rows(
    `WITH moved AS (UPDATE specimen SET status = $4, action_required_text = 'Please send it anew' WHERE id = $2)
     INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
     VALUES ($1, $5, $5, 'WBL', 'SPECIMEN_ACTION_REQUIRED', 'Specimen', $2, $5, $5, jsonb_build_object('from', $3::text, 'to', $4::text), true)`,
    [`moved-${++events}`, specimenId, from, to, lab.services.now()],
  );
const receivers = async (kind: string) =>
  (await lab.rows<{ to: string }>('SELECT "to" FROM email WHERE kind = $1 ORDER BY "to"', [kind])).map(
    ({ to }) => to,
  );

test('new material for a failed specimen is requested from the customer, and planners are notified of the decision', async () => {
  await clinical(false);
  await moved(order.specimens[0], 'FAILED_QC', 'ACTION_REQUIRED');
  await notifyAboutSpecimens(lab.services);
  expect(await receivers('ACTION_REQUIRED')).toContain(order.creator);
  expect(await receivers('SPECIMEN_FAILED_QC')).toEqual(['project-manager@wbl.example']);
  const textTo = async (email: string) =>
    (
      await lab.rows<{ text: string }>(
        `SELECT text FROM email WHERE kind = 'ACTION_REQUIRED' AND "to" = $1`,
        [email],
      )
    )[0]?.text;
  expect(await textTo(order.creator)).toContain('We need your decision');
  // Customer service is not asked, but follows up on the answer.
  expect(await textTo('cs-rep@wbl.example')).toContain('record the decision');
  await lab.rows('DELETE FROM email');
  await moved(order.specimens[1], 'RECEIVED', 'ACTION_REQUIRED');
  await notifyAboutSpecimens(lab.services);
  expect(await receivers('SPECIMEN_FAILED_QC')).toEqual([]);
});

test('planners and the customer are notified when a failed specimen restarts with new material or is stopped', async () => {
  await clinical(false);
  const decided = (specimenId: string | undefined, from: string, to: string) =>
    lab.rows(
      `WITH moved AS (UPDATE specimen SET status = $4 WHERE id = $2)
       INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
       VALUES ($1, $5, $5, 'WBL', 'SPECIMEN_STATUS_CHANGED', 'Specimen', $2, $5, $5, jsonb_build_object('from', $3::text, 'to', $4::text), true)`,
      [`decided-${++events}`, specimenId, from, to, lab.services.now()],
    );
  await decided(order.specimens[0], 'RESET', 'ORDERED');
  await decided(order.specimens[1], 'FAILED_QC', 'FAILED_QC_CANCELED');
  await decided(order.specimens[2], 'SHIPPED', 'ORDERED');
  await notifyAboutSpecimens(lab.services);
  expect(await receivers('SPECIMEN_FAILED_QC')).toEqual(
    [order.creator, 'project-manager@wbl.example'].sort(),
  );
  const [email] = await lab.rows<{ subject: string; text: string }>(
    `SELECT subject, text FROM email WHERE kind = 'SPECIMEN_FAILED_QC' AND "to" = $1`,
    [order.creator],
  );
  expect(email?.subject).toContain('decision on 2 specimens');
  expect(email?.text).toContain('Please send new material');
  expect(email?.text).toContain('The work was stopped');
});

test("a clinic's tube is identified by its requisition, since its own name may be that of a patient", async () => {
  await clinical(true);
  await lab.rows(`UPDATE specimen SET customer_sample_id = 'Ana-Silva' WHERE id = $1`, [order.specimens[2]]);
  await moved(order.specimens[2], 'RECEIVED', 'ACTION_REQUIRED');
  await notifyAboutSpecimens(lab.services);
  const [email] = await lab.rows<{ text: string }>(`SELECT text FROM email WHERE kind = 'ACTION_REQUIRED'`);
  expect(email?.text).toContain('Please send it anew');
  expect(email?.text).not.toContain('Ana-Silva');
});

test('managers are notified of a needed decision after the person who ordered has left', async () => {
  const member = (email: string, change: string) =>
    lab.rows(`UPDATE user_company SET ${change} WHERE user_id = (SELECT id FROM "user" WHERE email = $1)`, [
      email,
    ]);
  await member(doctor.email, `role = 'COMPANY_MANAGER'`);
  await member(order.creator, 'deactivated = true');
  await moved(order.specimens[0], 'RECEIVED', 'ACTION_REQUIRED');
  await notifyAboutSpecimens(lab.services);
  const recipients = await receivers('ACTION_REQUIRED');
  expect(recipients).toContain(doctor.email);
  expect(recipients).not.toContain(order.creator);
});

test('case 11: only customer service is notified of arrivals for a canceled or held order', async () => {
  const arrived = (specimenId: string | undefined, orderIs: string | null) =>
    lab.rows(
      `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
       VALUES ($1, $3, $3, 'WBL', 'SPECIMEN_ACCESSIONED', 'Specimen', $2, $3, $3, $4, true)`,
      [`arrived-${++events}`, specimenId, lab.services.now(), JSON.stringify(orderIs ? { orderIs } : {})],
    );
  await arrived(order.specimens[0], 'CANCELED');
  await arrived(order.specimens[1], 'ON_HOLD');
  await arrived(order.specimens[2], null);
  await notifyAboutSpecimens(lab.services);
  const recipients = await receivers('DISCREPANCY_REPORT');
  expect(recipients).toEqual(expect.arrayContaining(['cs-manager@wbl.example', 'cs-rep@wbl.example']));
  expect(recipients).not.toContain(order.creator);
  const [email] = await lab.rows<{ text: string }>(
    `SELECT text FROM email WHERE kind = 'DISCREPANCY_REPORT'`,
  );
  expect(email?.text).toContain('Arrived after its order was canceled.');
  expect(email?.text.match(/Arrived (after|while) its order/g)).toHaveLength(2);
});
