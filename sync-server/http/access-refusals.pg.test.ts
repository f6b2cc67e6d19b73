import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

let before = 0;
const refusals = async () =>
  (
    await lab.rows<{ family: string; method: string; role: string; own: boolean; ip: string }>(
      `SELECT a.target_type AS family, a.target_id AS method, uc.role, uc.company_id = a.company_id AS own, a.ip
         FROM access_log a JOIN user_company uc ON uc.user_id = a.user_id
        WHERE a.action = 'REFUSED' ORDER BY a.id`,
    )
  ).slice(before);
beforeEach(async () => {
  before = 0;
  before = (await refusals()).length;
});

test('a refused attempt is logged with person, target and method', async () => {
  const answer = await lab.call('LAB_TECH', 'post', '/api/lab/batches', { name: 'Monday' });
  expect([answer.status, answer.body.error]).toEqual([
    403,
    'You do not have permission to perform this action.',
  ]);
  await lab.call('COMPANY_USER', 'get', '/api/lab/samples/01J00000000000000000000000');
  expect(await refusals()).toEqual([
    { family: 'lab/batches', method: 'POST', role: 'LAB_TECH', own: true, ip: '127.0.0.1' },
    { family: 'lab/samples', method: 'GET', role: 'COMPANY_USER', own: true, ip: '127.0.0.1' },
  ]);
});

test('every attempt is logged, not only the first', async () => {
  for (let i = 0; i < 3; i++) await lab.call('CS_REP', 'patch', '/api/lab/specimens/move', {});
  expect(await refusals()).toHaveLength(3);
});

test('a refusal after the grant check is logged too: devices that a customer may not register', async () => {
  expect((await lab.call('COMPANY_MANAGER', 'post', '/api/sync/devices', { name: 'Phone' })).status).toBe(
    403,
  );
  expect(await refusals()).toMatchObject([
    { family: 'sync/devices', method: 'POST', role: 'COMPANY_MANAGER' },
  ]);
});

test('a record that is not found is logged equally, whether it belongs to others or does not exist', async () => {
  const [foreignSample] = await lab.rows<{ id: string }>(
    `SELECT id FROM sample WHERE entity = 'WBL' LIMIT 1`,
  );
  for (const id of [foreignSample?.id, '01J00000000000000000000000'])
    expect((await lab.call('RESONANT:PROJECT_MANAGER', 'get', `/api/lab/samples/${id}`)).status).toBe(404);
  const line = { family: 'lab/samples', method: 'GET not found', role: 'PROJECT_MANAGER' };
  expect(await refusals()).toMatchObject([line, line]);
});

test('anonymous calls, unknown paths and invalid input are not logged as refusals', async () => {
  expect((await lab.call(null, 'get', '/api/lab/samples')).status).toBe(401);
  expect((await lab.call('LAB_TECH', 'delete', '/api/lab/samples')).status).toBe(403);
  before += 1;
  expect((await lab.call('LAB_TECH', 'get', '/api/nothing/here')).status).toBe(404);
  expect((await lab.call('LAB_TECH', 'get', '/api/lab/samples?sort=secret:asc')).status).toBe(422);
  expect(await refusals()).toEqual([]);
});
