import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '#db/api/specimens/specimens.ts';
import { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { notifyAboutSpecimens } from '#sync-server/jobs/tasks/notify-about-specimens.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const list = async (query = '', caller: 'COMPANY_MANAGER' | 'COMPANY_USER' | 'ADMIN' = 'COMPANY_MANAGER') => {
  const answer = await lab.call(caller, 'get', `/api/specimens?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return calls.listSpecimens.answer.parse(answer.body);
};
const NOTE = 'Dropped by the courier.';
const read = async (id: string) =>
  ShownSpecimen.parse((await lab.call('COMPANY_MANAGER', 'get', `/api/specimens/${id}`)).body);

/** Create a received specimen of the manager's company that waits for its decision since today. */
async function needsDecision(status: 'ACTION_REQUIRED' | 'RECEIVED_AWAITING_INFO' = 'ACTION_REQUIRED') {
  const [specimenRow] = await lab.rows<{ id: string; orderId: string }>(
    `SELECT s.id, s.order_id AS "orderId" FROM specimen s JOIN "order" o ON o.id = s.order_id
      JOIN user_company uc ON uc.company_id = o.company_id AND uc.role = 'COMPANY_MANAGER'
      JOIN sample m ON m.specimen_id = s.id AND m.status IN ('IN_QUEUE', 'RECEIVED', 'RECEIVED_QUARANTINED')
     WHERE s.entity = 'WBL' AND s.received_at IS NOT NULL AND s.status IN ('RECEIVED', 'RECEIVED_QUARANTINED')
     ORDER BY s.id LIMIT 1`,
  );
  const id = specimenRow?.id ?? '';
  const answer = await lab.call('LAB_MANAGER', 'patch', '/api/lab/specimens', {
    operation: 'hold-specimen',
    args: { specimenId: id, status, reason: 'The cap is cracked.', internalReason: NOTE },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { id, orderId: specimenRow?.orderId ?? '' };
}

test('a customer lists the specimens of their own company, searched, filtered, sorted and paged by the server', async () => {
  const all = await list('sort=requisitionNumber:desc&limit=5');
  expect(all.total).toBeGreaterThan(5);
  expect(new Set(all.rows.map(({ companyName }) => companyName)).size).toBe(1);
  const numbers = all.rows.map(({ requisitionNumber }) => requisitionNumber);
  expect(numbers).toEqual([...numbers].sort().reverse());
  const [first] = all.rows;
  expect((await list(`search=${first?.requisitionNumber}`)).rows[0]?.id).toBe(first?.id);
  const ofOrder = await list(`orderId=${first?.orderId}&status=${first?.status}`);
  expect(ofOrder.rows.every((row) => row.orderId === first?.orderId && row.status === first?.status)).toBe(
    true,
  );
  const second = await list('sort=requisitionNumber:desc&limit=5&page=2');
  expect(second.rows.map(({ id }) => id)).not.toContain(first?.id);
  expect((await list('', 'ADMIN')).total).toBeGreaterThan(all.total);
});

test('readers of the lab’s list see every specimen, also one that finished long ago', async () => {
  const roles = [
    'LAB_MANAGER',
    'LAB_CLINICAL_DIRECTOR',
    'LAB_RESEARCH_DIRECTOR',
    'LAB_TECH',
    'RESEARCH_ASSISTANT',
    'PROJECT_MANAGER',
    'CS_MANAGER',
    'CS_REP',
  ] as const;
  const [done] = await lab.rows<{ id: string; own: number; served: number }>(
    `SELECT min(id) AS id, (SELECT count(*)::int FROM specimen WHERE entity = 'WBL' AND NOT deleted) AS own,
       (SELECT count(*)::int FROM specimen WHERE NOT deleted) AS served
       FROM specimen WHERE entity = 'WBL' AND status = 'COMPLETED'`,
  );
  for (const role of roles) {
    const { body } = await lab.call(role, 'get', '/api/specimens?limit=1');
    expect([role, calls.listSpecimens.answer.parse(body).total]).toEqual([
      role,
      role.startsWith('CS_') ? done?.own : done?.served,
    ]);
    const read = await lab.call(role, 'get', `/api/specimens/${done?.id}`);
    expect([role, ShownSpecimen.parse(read.body).status]).toEqual([role, 'COMPLETED']);
    expect((await lab.call(role, 'get', '/api/specimens/choices')).status).toBe(200);
  }
});

test('staff filter by results to release and released; customers only see their own', async () => {
  const count = async (condition: string) =>
    (
      await lab.rows<{ n: number }>(
        `SELECT count(*)::int AS n FROM specimen s WHERE NOT s.deleted AND ${condition}`,
      )
    )[0]?.n;
  const released = await list('results=RELEASED&limit=500', 'ADMIN');
  expect(released.total).toBe(await count('s.results_released_at IS NOT NULL'));
  expect(released.rows.every(({ resultsReleasedAt }) => resultsReleasedAt !== null)).toBe(true);

  // A specimen in work is due once no sample of it is in progress and one has completed its last stage.
  const [one] = await lab.rows<{ id: string }>(
    `SELECT s.id FROM specimen s WHERE s.status = 'IN_PROGRESS' AND NOT s.deleted
        AND EXISTS (SELECT 1 FROM sample m WHERE m.specimen_id = s.id AND m.status IN ('IN_QUEUE', 'BATCH_ASSIGNED')
          AND m.sequencing_procedure_id IS NOT NULL)
      ORDER BY s.id LIMIT 1`,
  );
  const isWaiting = async () =>
    (await list('results=TO_RELEASE&limit=500', 'ADMIN')).rows.some(({ id }) => id === one?.id);
  const write = (change: string) =>
    lab.rows(`UPDATE sample SET ${change} WHERE specimen_id = $1`, [one?.id ?? '']);
  expect(await isWaiting()).toBe(false);
  await write(`status = 'COMPLETED', stage = 'SEQUENCING', flagged_for_review = false`);
  expect(await isWaiting()).toBe(true);
  await write('flagged_for_review = true');
  expect(await isWaiting()).toBe(false);
  await write('flagged_for_review = false');

  const both = await list('results=RELEASED&results=TO_RELEASE', 'ADMIN');
  const toRelease = await list('results=TO_RELEASE', 'ADMIN');
  expect(both.total).toBe(released.total + toRelease.total);
  expect((await list('results=TO_RELEASE')).total).toBe(0);
  expect((await list('results=RELEASED')).rows.every((row) => row.resultsReleasedAt !== null)).toBe(true);
});

test('internal texts are not sent to customers, and specimens of others are not found', async () => {
  const { rows } = await list('limit=1');
  expect(Object.keys(rows[0] ?? {})).not.toContain('failureNotes');
  const [other] = await lab.rows(
    `SELECT s.id FROM specimen s JOIN "order" o ON o.id = s.order_id
      WHERE s.entity = 'WBL' AND o.company_id <> $1 ORDER BY s.id LIMIT 1`,
    [rows[0]?.companyId],
  );
  expect((await lab.call('COMPANY_MANAGER', 'get', `/api/specimens/${other?.id}`)).status).toBe(404);
  const decide = { decision: 'CANCEL', note: 'x' };
  expect(
    (await lab.call('COMPANY_MANAGER', 'post', `/api/specimens/${other?.id}/decide`, decide)).status,
  ).toBe(404);
});

test('the customer gets one email about a cracked tube, decides, and the bench awaits the requisition again', async () => {
  await notifyAboutSpecimens(lab.services);
  const { id, orderId } = await needsDecision();
  const mails = () =>
    lab.rows(`SELECT "to", text FROM email WHERE kind = 'ACTION_REQUIRED' AND data ->> 'targetId' = $1`, [
      orderId,
    ]);
  const before = (await mails()).length;
  await Promise.all([notifyAboutSpecimens(lab.services), notifyAboutSpecimens(lab.services)]);
  const newMails = (await mails()).slice(before);
  expect(new Set(newMails.map(({ to }) => to)).size).toBe(newMails.length);
  expect(newMails[0]?.text).toContain('The cap is cracked.');
  const specimenView = await read(id);
  expect(specimenView.decisions).toEqual(['SEND_REPLACEMENT', 'PROCEED_AT_RISK', 'CANCEL']);
  const decided = await lab.call('COMPANY_MANAGER', 'post', `/api/specimens/${id}/decide`, {
    decision: 'SEND_REPLACEMENT',
    note: 'It leaves tomorrow',
  });
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  expect(ShownSpecimen.parse(decided.body)).toMatchObject({
    status: 'ORDERED',
    receivedAt: null,
    decisions: [],
  });
  const bench = await lab.call('LAB_TECH', 'get', `/api/lab/specimens/${id}`);
  expect(bench.body).toMatchObject({ status: 'ORDERED' });
  const retry = await lab.call('COMPANY_MANAGER', 'post', `/api/specimens/${id}/decide`, {
    decision: 'CANCEL',
    note: 'Changed my mind',
  });
  expect(retry.status).toBe(409);
});

test('information is requested by email and provided by the customer', async () => {
  const { id, orderId } = await needsDecision('RECEIVED_AWAITING_INFO');
  await lab.rows(
    `UPDATE specimen SET provided_specimen_type = 'OTHER', other_specimen_type_text = NULL WHERE id = $1`,
    [id],
  );
  await notifyAboutSpecimens(lab.services);
  const infoEmails = await lab.rows(
    `SELECT id FROM email WHERE kind = 'INFO_REQUESTED' AND data ->> 'targetId' = $1`,
    [orderId],
  );
  expect(infoEmails.length).toBeGreaterThan(0);
  expect((await read(id)).missing).toEqual(['otherSpecimenTypeText']);
  const filled = await lab.call('COMPANY_MANAGER', 'post', `/api/specimens/${id}/info`, {
    info: { otherSpecimenTypeText: 'Nail clipping' },
  });
  expect(filled.status, JSON.stringify(filled.body)).toBe(200);
  expect(filled.body).toMatchObject({ otherSpecimenTypeText: 'Nail clipping', missing: [] });
});

test('the list is exported as text and as a workbook, and a name like a formula is harmless', async () => {
  const { rows } = await list('limit=1');
  await lab.rows(`UPDATE specimen SET customer_sample_id = '=1+1' WHERE id = $1`, [rows[0]?.id]);
  const csv = await lab.call('COMPANY_MANAGER', 'get', '/api/specimens/export?format=csv');
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.text).toContain("'=1+1");
  const xlsx = await lab.call('COMPANY_MANAGER', 'get', '/api/specimens/export?format=xlsx');
  expect(xlsx.headers['content-disposition']).toMatch(/specimens-\d{4}-\d\d-\d\d\.xlsx/);
  expect(xlsx.status).toBe(200);
  const orders = await lab.call('COMPANY_MANAGER', 'get', '/api/orders/export?format=xlsx');
  expect(orders.headers['content-disposition']).toMatch(/orders-\d{4}-\d\d-\d\d\.xlsx/);
});

test('a requisition number is reported free or taken while it is typed, without its owner', async () => {
  const { rows } = await list('limit=1');
  const ask = async (number: string) =>
    (
      await lab.call(
        'COMPANY_USER',
        'get',
        `/api/lab/specimens/check-requisition-number?requisitionNumber=${number}`,
      )
    ).body;
  expect(await ask(rows[0]?.requisitionNumber ?? '')).toEqual({
    available: false,
    message: 'Requisition number already in use.',
  });
  expect(await ask('NEVER-USED-1')).toEqual({ available: true, message: null });
  expect((await ask('a!')).available).toBe(false);
});

test('a failure is "under review" for customers and named by its kind for staff; its code is internal', async () => {
  const { rows } = await list('limit=1');
  const id = rows[0]?.id ?? '';
  await lab.rows(`UPDATE specimen SET status = 'FAILED_QC' WHERE id = $1`, [id]);
  await lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
     VALUES ('asked-anew', now(), now(), 'WBL', 'SPECIMEN_ACTION_REQUIRED', 'Specimen', $1, now(), now(),
       '{"from": "RECEIVED", "to": "ACTION_REQUIRED", "reason": "BAD_SAMPLE"}', true)`,
    [id],
  );
  expect(JSON.stringify((await read(id)).history)).not.toContain('BAD_SAMPLE');
  const text = async (caller: 'COMPANY_MANAGER' | 'CS_REP') =>
    (await lab.call(caller, 'get', `/api/specimens/export?format=csv&status=FAILED_QC`)).text;
  expect(await text('COMPANY_MANAGER')).toContain('Under review');
  expect(await text('COMPANY_MANAGER')).not.toContain('Failed QC');
  expect(await text('CS_REP')).toContain('Failed QC');
});

test('the note for the lab about a held specimen reaches no call of its customer', async () => {
  const { id, orderId } = await needsDecision();
  const textOf = async (caller: Parameters<typeof lab.call>[0], path: string) =>
    JSON.stringify((await lab.call(caller, 'get', path)).body);
  for (const path of [
    `/api/specimens/${id}`,
    `/api/specimens?orderId=${orderId}&limit=500`,
    `/api/orders/${orderId}`,
  ]) {
    const text = await textOf('COMPANY_MANAGER', path);
    expect(text).toContain(id);
    expect(text, path).not.toContain(NOTE);
  }
  expect(await textOf('CS_REP', `/api/specimens/${id}`)).toContain(NOTE);
  const emails = await lab.rows<{ text: string }>('SELECT text FROM email');
  expect(emails.filter(({ text }) => text.includes(NOTE))).toEqual([]);
});
