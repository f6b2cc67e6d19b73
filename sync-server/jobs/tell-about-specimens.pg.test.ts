import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { tellAboutSpecimens } from './tell-about-specimens.ts';

let lab: DemoServer;
let order = { id: '', protocolId: '', creator: '', specimens: [] as string[] };
let doctor = { email: '', name: '' };
beforeAll(async () => {
  lab = await openDemoServer();
  const [found] = await lab.rows<typeof order>(
    `SELECT o.id, o.protocol_id AS "protocolId", u.email AS creator, array_agg(s.id ORDER BY s.order_row) AS specimens
       FROM "order" o JOIN "user" u ON u.id = o.created_by_user_id JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
      WHERE o.entity = 'WBL' GROUP BY o.id, u.email HAVING count(*) > 2 ORDER BY o.id LIMIT 1`,
  );
  order = found ?? order;
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
  await tellAboutSpecimens(lab.services);
  await lab.rows('DELETE FROM email');
});

let events = 0;
const released = (specimenId: string | undefined) =>
  lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
     VALUES ($1, $3, $3, 'WBL', 'RESULTS_RELEASED', 'Specimen', $2, $3, $3, '{}', true)`,
    [`released-${++events}`, specimenId, lab.services.now()],
  );
const clinical = (value: boolean) =>
  lab.rows('UPDATE protocol SET clinical = $2 WHERE id = $1', [order.protocolId, value]);
const mails = () =>
  lab.rows(`SELECT "to", subject, text FROM email WHERE kind = 'RESULTS_READY' ORDER BY "to" = $1 DESC`, [
    order.creator,
  ]);

test('clinical results are told at once: all to who ordered, the own ones to the physician, in one letter each', async () => {
  await clinical(true);
  for (const id of order.specimens.slice(0, 2)) await released(id);
  await Promise.all([tellAboutSpecimens(lab.services), tellAboutSpecimens(lab.services)]);
  await tellAboutSpecimens(lab.services);
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual([order.creator, doctor.email]);
  expect(sent.map(({ subject }) => /results of (.*) are ready/.exec(subject ?? '')?.[1])).toEqual([
    '2 specimens',
    '1 specimen',
  ]);
  const named = await lab.rows<{ requisition: string; name: string }>(
    'SELECT requisition_number AS requisition, customer_sample_id AS name FROM specimen WHERE id = $1',
    [order.specimens[0]],
  );
  expect(sent[1]?.['text']).toContain(named[0]?.requisition);
  expect(sent[1]?.['text']).not.toContain(`${named[0]?.name}:`);
});

test('results for research are left to the summary that was chosen', async () => {
  await clinical(false);
  await released(order.specimens[2]);
  await tellAboutSpecimens(lab.services);
  expect(await mails()).toEqual([]);
});
