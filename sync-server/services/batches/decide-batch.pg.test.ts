import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

const PIN = '246810';
let lab: DemoServer;
let batchId = '';
let director: Caller = 'LAB_RESEARCH_DIRECTOR';
beforeAll(async () => {
  lab = await openDemoServer();
  // A sequencing batch has no children, so that its approval can be withdrawn and given again.
  const [row] = await lab.rows(
    `SELECT b.id, p.clinical::text AS clinical FROM batch b JOIN procedure p ON p.id = b.procedure_id
      WHERE b.type = 'SEQUENCING' AND b.status = 'COMPLETED' AND b.director_approved LIMIT 1`,
  );
  batchId = String(row?.['id'] ?? '');
  if (row?.['clinical'] === 'true') director = 'LAB_CLINICAL_DIRECTOR';
  const args = { batchId, reason: 'Decided again in this test.' };
  const withdrawn = await lab.call(director, 'patch', `/api/lab/batches/${batchId}`, {
    operation: 'withdraw-batch-approval',
    args,
  });
  expect(withdrawn.body).toMatchObject({ outcome: 'APPLIED' });
});
afterAll(() => lab.close());

const decide = (caller: Caller, decision: object) =>
  lab.call(caller, 'patch', '/api/lab/batches/directorApproved', { batchId, ...decision });
const stateOf = async () =>
  (await lab.rows(`SELECT director_approved::text AS state FROM batch WHERE id = '${batchId}'`))[0]?.[
    'state'
  ];

test('a tech decides about no batch, and a wrong PIN approves nothing', async () => {
  expect((await decide('LAB_TECH', { directorApproved: true, pin: PIN })).status).toBe(403);
  expect((await decide(director, { directorApproved: true, pin: '000000' })).status).toBeGreaterThanOrEqual(
    400,
  );
  expect((await decide(director, { directorApproved: true })).status).toBe(422);
  expect(await stateOf()).toBeNull();
});

test('a director approves a batch with the PIN, and the signature is valid', async () => {
  expect((await decide(director, { directorApproved: true, pin: PIN })).body).toMatchObject({
    outcome: 'APPLIED',
  });
  expect(await stateOf()).toBe('true');
  const signatures = await lab.rows(
    `SELECT verified FROM signature WHERE target_id = '${batchId}' ORDER BY id DESC LIMIT 1`,
  );
  expect(signatures).toMatchObject([{ verified: 'OK' }]);
});

test('a director returns a batch with a reason', async () => {
  await lab.call(director, 'patch', `/api/lab/batches/${batchId}`, {
    operation: 'withdraw-batch-approval',
    args: { batchId, reason: 'Decided again in this test.' },
  });
  const reason = 'The yields of two samples are missing.';
  expect((await decide(director, { directorApproved: false, reason })).body).toMatchObject({
    outcome: 'APPLIED',
  });
  expect(await stateOf()).toBe('false');
});

test('sections of research batches have their own address, which shows no others', async () => {
  const [routine] = await lab.rows(
    'SELECT id FROM assigned_section WHERE NOT research AND NOT deleted LIMIT 1',
  );
  const path = '/api/assigned-sections/research';
  expect((await lab.call('LAB_MANAGER', 'get', `${path}/${routine?.['id']}`)).status).toBe(404);
  await lab.rows(`UPDATE assigned_section SET research = true WHERE id = '${routine?.['id']}' RETURNING id`);
  expect((await lab.call('LAB_MANAGER', 'get', `${path}/${routine?.['id']}`)).status).toBe(200);
  const page = await lab.call('RESEARCH_ASSISTANT', 'get', path);
  expect(page.body).toMatchObject({ total: 1, rows: [{ id: routine?.['id'], research: true }] });
  const note = { operation: 'note-deviation', args: { note: 'The room was warm.' } };
  expect((await lab.call('RESEARCH_ASSISTANT', 'patch', `${path}/${routine?.['id']}`, note)).status).toBe(
    200,
  );
});

test('sections of procedures are read at both of their addresses', async () => {
  const [row] = await lab.rows('SELECT id FROM section WHERE NOT deleted LIMIT 1');
  const [inLab, outside] = await Promise.all(
    ['/api/lab/sections', '/api/sections'].map((path) =>
      lab.call('LAB_MANAGER', 'get', `${path}/${row?.['id']}`),
    ),
  );
  expect(outside).toMatchObject({ status: 200 });
  expect(outside?.body).toEqual(inLab?.body);
});
