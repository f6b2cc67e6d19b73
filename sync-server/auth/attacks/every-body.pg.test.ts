import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { isWebhook } from '#sync-server/http/request-bodies.ts';
import { ROUTES } from '#sync-server/routes.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const ID = '01J00000000000000000000000';
const WRITES = ROUTES.flatMap((route) =>
  route.kind === 'router' || route.method === 'get'
    ? []
    : [{ method: route.method, path: route.path.replace(/:\w+/g, ID), stream: route.kind === 'stream' }],
);
const BIG = Buffer.from(JSON.stringify({ email: 'a'.repeat(1_100_000) }));
const BOMB = gzipSync(Buffer.from(JSON.stringify({ email: 'a'.repeat(20_000_000) })));
/** A size just within the limit, which is read and then checked. */
const LONG = 'x'.repeat(900_000);

const send = (
  method: 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body: Buffer | string,
  headers: object = {},
) =>
  request(lab.server)
    [method](path)
    .set({ ...lab.headersOf('ADMIN'), 'content-type': 'application/json', ...headers })
    .serialize((content) => content)
    .send(body);

test('oversized bodies: every writing route refuses more than a megabyte, also compressed', async () => {
  expect(WRITES.length).toBeGreaterThan(60);
  const before = await lab.fingerprint();
  for (const { method, path } of WRITES) {
    expect([method, path, (await send(method, path, BIG)).status]).toEqual([method, path, 413]);
    const packed = await send(method, path, BOMB, { 'content-encoding': 'gzip' });
    // A card processor's signed body is never unpacked, but refused for its signature.
    expect([method, path, packed.status]).toEqual([method, path, isWebhook(path) ? 400 : 413]);
  }
  expect(await lab.fingerprint()).toBe(before);
});

test('oversized bodies: a text of nearly a megabyte in any field of any route is refused, and nothing is written', async () => {
  const before = await lab.fingerprint();
  for (const { method, path } of WRITES) {
    for (const body of [
      { name: LONG, reason: LONG, email: LONG, operation: LONG, args: { note: LONG } },
      [LONG],
      { [LONG]: 1 },
    ]) {
      const { status } = await send(method, path, JSON.stringify(body));
      expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
    }
  }
  expect(await lab.fingerprint()).toBe(before);
}, 300_000);

test('oversized bodies: a picture larger than declared is cut off', async () => {
  const picture = { title: 'me.png', size: 100, type: 'image/png', fileType: 'IMAGE' };
  const { body } = await lab.call('LAB_TECH', 'post', '/api/s3/presigned', picture);
  const content = await request(lab.server)
    .put(body.url)
    .set({ ...lab.headersOf('LAB_TECH'), 'content-type': 'image/png' })
    .send(Buffer.alloc(2_000_000, 1))
    .then(({ status }) => status)
    // The server may hang up on a client that continues to send.
    .catch(() => 413);
  expect([413, 422]).toContain(content);
  const [row] = await lab.rows('SELECT status FROM s3_file WHERE id = $1', [body.id]);
  expect(row?.['status']).not.toBe('STORED');
});
