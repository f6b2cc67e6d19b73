import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import request from 'supertest';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import type { Session } from '#sync-server/http/session.ts';
import { benchRoutes } from '#sync-server/routes.ts';
import { syncRoutes } from '#sync-server/sync/routes.ts';
import { openTestLab, type TestLab } from '#sync-server/sync/test-lab.ts';

let lab: TestLab;
let server: http.Server;
let session: Session | null;
let stopping: AbortController;
const sessionOf = (actor: TestLab['tess']): Session => ({
  ...actor,
  email: 'x@wbl.example',
  isSuperAdmin: false,
  permissions: [],
});

beforeAll(async () => {
  lab = await openTestLab();
  stopping = new AbortController();
  const services = {
    pool: lab.database.pool,
    env: readEnv({}),
    logger: pino({ level: 'silent' }),
    readSession: async () => session,
    now: () => new Date(lab.now.value),
    stopping: stopping.signal,
  };
  server = http.createServer(
    createApp(services, { routes: [...syncRoutes, ...benchRoutes], dist: '/nonexistent' }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const [id, name, entity] of [
    ['box-a', 'Box A', 'WBL'],
    ['box-b', 'Box 100%', 'WBL'],
    ['box-r', 'Box R', 'RESONANT'],
  ] as const) {
    await lab.insert(
      storageManagement,
      buildStorageManagement({ id, name, entity, type: 'BOX', parentId: null, restrictedTo: [] }),
    );
  }
  await lab.database.owner.query(`INSERT INTO sync_head (lab) VALUES ('OTHER')`);
  await lab.database.owner.query(`UPDATE storage_management SET lab = 'OTHER' WHERE id = 'box-r'`);
});
beforeEach(() => {
  session = sessionOf(lab.tess);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  stopping.abort();
  await lab.database.drop();
});

const get = (url: string) => request(server).get(url).set('Host', 'localhost:3000');
const send = (method: 'post' | 'patch' | 'delete', url: string, body?: object) => {
  const call = request(server)[method](url).set('Host', 'localhost:3000');
  return body ? call.send(body) : call;
};

test('lists sort, filter, search and page by declared fields, for the own lab only', async () => {
  const all = await get('/api/lab/storage-management?sort=name:desc&limit=1&page=2&type=BOX');
  expect([all.status, all.body.total, all.body.rows[0].id]).toEqual([200, 2, 'box-b']);
  expect(
    (await get('/api/lab/storage-management?search=100%25')).body.rows.map((row: { id: string }) => row.id),
  ).toEqual(['box-b']);
  expect((await get('/api/lab/storage-management?type=BOX&type=PLATE&status=RETIRED')).body.total).toBe(0);
  for (const invalidQuery of [
    'sort=secret:asc',
    'sort=name:up',
    'entity=RESONANT',
    'limit=100000',
    'page=0',
    'restrictedTo=x',
  ]) {
    expect([invalidQuery, (await get(`/api/lab/storage-management?${invalidQuery}`)).status]).toEqual([
      invalidQuery,
      422,
    ]);
  }
});

test('one row is read within its lab, and every family of the bench responds', async () => {
  expect((await get('/api/lab/storage-management/box-a')).body).toMatchObject({ id: 'box-a', name: 'Box A' });
  expect((await get('/api/lab/storage-management/box-r')).status).toBe(404);
  for (const family of [
    'specimens',
    'samples',
    'batches',
    'assigned-sections',
    'protocols',
    'procedures',
    'sections',
    'inventory-item',
    'inventory-type',
    'equipment',
    'orders',
    'events',
    'data-sync',
    'print-jobs',
  ]) {
    expect([family, (await get(`/api/lab/${family}`)).status]).toEqual([family, 200]);
  }
  expect((await get('/api/lab/barcode/NO-SUCH-CODE')).status).toBe(404);
});

test('an online operation is logged on the membership’s own device, and a refusal is an error with its reason', async () => {
  const refusal = await send('patch', '/api/lab/specimens/move', {
    sampleId: 'nobody',
    containerId: 'box-a',
    position: 'A1',
  });
  expect(refusal.status).toBeGreaterThanOrEqual(404);
  expect(refusal.status).toBeLessThan(500);
  const unknown = await send('patch', '/api/lab/samples/update/status', {
    operation: 'no-such-act',
    args: {},
  });
  expect([unknown.status, unknown.body.issues]).toEqual([
    422,
    [{ path: 'operation', message: 'There is no such act.' }],
  ]);
  const { rows } = await lab.database.pool.query(
    `SELECT kind, last_n::int AS n FROM device WHERE user_company_id = $1`,
    [lab.tess.userCompanyId],
  );
  expect(rows).toEqual([{ kind: 'SERVER', n: 1 }]);
  const wrongRouteAnswer = await send('patch', '/api/lab/inventory-item', {
    operation: 'move-sample',
    args: {},
  });
  expect(wrongRouteAnswer.status).toBe(422);
});

test('a device enrolls, sends, loads and follows over HTTP', async () => {
  const device = await send('post', '/api/sync/devices', { name: 'Zebra' });
  expect(device.status).toBe(200);
  const { deviceId, generation } = device.body;
  const operation = {
    id: ulid(),
    n: 1,
    name: 'no-such-act',
    version: 1,
    occurredAt: lab.now.value,
    base: {},
    dependsOn: [],
    args: {},
  };
  const pushed = await send('post', '/api/sync/operations', {
    deviceId,
    protocol: 1,
    operations: [operation],
  });
  expect([pushed.status, pushed.body.verdicts[0].code, pushed.body.expectedN]).toEqual([
    200,
    'UNSUPPORTED_OPERATION',
    2,
  ]);
  const first = await get('/api/sync/snapshot?limit=1000');
  expect(first.body).toMatchObject({ generation, more: false });
  const feed = await get(`/api/sync/feed?generation=${generation}&cursor=0&limit=1000&device=${deviceId}`);
  expect(feed.body.documents.at(-1)).toMatchObject({ collection: 'operations', id: operation.id });
  expect((await get(`/api/sync/feed?generation=older&cursor=0`)).status).toBe(410);
  expect(
    (await send('post', '/api/sync/digest', { generation, cursor: feed.body.cursor, collections: {} })).body,
  ).toEqual({ differ: [], head: feed.body.head });
  const incident = {
    deviceId,
    kind: 'STORAGE_ERROR',
    message: 'QuotaExceededError',
    occurredAt: lab.now.value,
  };
  expect((await send('post', '/api/lab/data-sync/incidents', incident)).status).toBe(201);
  session = sessionOf(lab.mara);
  const inbox = await get('/api/lab/data-sync');
  expect(inbox.body.devices).toMatchObject([
    { id: deviceId, lastUserName: 'Tess Tech', lastN: 1, revoked: false },
  ]);
  expect((await send('delete', `/api/sync/devices/${deviceId}`)).status).toBeLessThan(300);
  session = sessionOf(lab.tess);
  expect((await get('/api/lab/data-sync')).body).toMatchObject({
    devices: [],
    operations: { rows: [{ id: operation.id, args: {} }, {}] },
  });
});

test('malformed and oversized pushes are refused as a whole', async () => {
  const operation = { id: 'x', n: 1, name: 'a', version: 1, occurredAt: lab.now.value, args: {} };
  const invalidQuery = [
    {
      deviceId: 'x',
      protocol: 1,
      operations: Array.from({ length: 51 }, (_, i) => ({ ...operation, n: i + 1 })),
    },
    { deviceId: 'x', protocol: 1, operations: [{ ...operation, n: 0 }] },
    { deviceId: 'x', protocol: 1, operations: [{ ...operation, extra: true }] },
    { deviceId: 'x', protocol: 99, operations: [] },
    { deviceId: '../x', protocol: 1, operations: [] },
    { protocol: 1 },
  ];
  for (const body of invalidQuery)
    expect((await send('post', '/api/sync/operations', body)).status).toBe(422);
  expect(
    (await send('post', '/api/sync/operations', { deviceId: 'x', protocol: 1, operations: [operation] }))
      .status,
  ).toBe(404);
  expect((await send('post', '/api/sync/operations', { pad: 'x'.repeat(1_100_000) })).status).toBe(413);
  session = null;
  expect((await get('/api/sync/snapshot')).status).toBe(401);
});

test('the stream announces a change that another connection commits', async () => {
  const { port } = server.address() as AddressInfo;
  const poke = new Promise<string>((resolve, reject) => {
    const call = http.get(
      { port, path: '/api/sync/stream', headers: { Host: 'localhost:3000' } },
      (answer) => {
        let text = '';
        let moved = false;
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
          if (!moved && text.includes('event: poke')) {
            moved = true;
            lab.database.pool.query(`SELECT sync_rev('WBL')`).catch(reject);
          }
          if (text.split('event: poke').length < 3) return;
          call.destroy();
          resolve(`${answer.headers['content-type']}\n${text}`);
        });
      },
    );
    call.on('error', reject);
  });
  const text = await poke;
  expect(text).toContain('text/event-stream');
  const [first, second] = [...text.matchAll(/data: \{"rev":(\d+)\}/g)].map((match) => Number(match[1]));
  expect(second).toBe((first ?? 0) + 1);
});
