import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from './app.ts';
import { readEnv } from './config/env.ts';
import { jsonRoute } from './http/api-route.ts';
import { healthRoute } from './http/public-routes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { createPool } from './postgres/pool.ts';
import { inTransaction } from './postgres/transaction.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-away-'));
const settings = ['fsync=off'];
const stopping = new AbortController();
let postgres: EmbeddedPostgres;
let pool: ReturnType<typeof createPool>;
let app: ReturnType<typeof createApp>;

const writing = jsonRoute({
  method: 'post',
  path: '/api/scan',
  access: 'open',
  handler: ({ services }) =>
    inTransaction(services.pool, async (client) => {
      await client.query('INSERT INTO scan DEFAULT VALUES');
      return { ok: true };
    }),
});

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ home, settings });
  pool = createPool(postgres.ownerUrl, { max: 4 });
  await pool.query('CREATE TABLE scan (n serial)');
  const services = {
    pool,
    env: readEnv({}),
    logger: pino({ level: 'silent' }),
    readSession: async () => null,
    now: () => new Date(),
    stopping: stopping.signal,
  };
  app = createApp(services, { routes: [healthRoute, writing], dist: '/nonexistent' });
});
afterAll(async () => {
  await pool.end();
  expect(await postgres.stop()).toBe('stopped');
  for (const folder of [postgres.dataDirectory, home]) rmSync(folder, { recursive: true, force: true });
});

const health = async () => {
  const { status, body } = await request(app).get('/api/health').set('Host', '10.0.0.7');
  return [status, body.database];
};
const write = () => request(app).post('/api/scan').set('Host', 'localhost');

test('during a Postgres outage health reports it and writers must wait; afterwards everything continues', async () => {
  expect(await health()).toEqual([200, true]);
  expect((await write()).status).toBe(200);
  const pidFile = path.join(postgres.dataDirectory, 'postmaster.pid');
  const [pid] = readFileSync(pidFile, 'utf8').split('\n');
  // Postgres's own fast shutdown: connections are cut, nothing is lost.
  process.kill(Number(pid), 'SIGINT');
  await vi.waitFor(async () => expect(await health()).toEqual([503, false]), { timeout: 20_000 });
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(false), { timeout: 20_000 });
  const refusal = await write();
  expect([refusal.status, refusal.body.code, refusal.headers['retry-after']]).toEqual([
    503,
    'UNAVAILABLE',
    '5',
  ]);
  expect(refusal.body.error).toBe(
    'The database cannot be reached. Nothing was changed; try again in a moment.',
  );

  postgres = await startEmbeddedPostgres({ home, settings });
  expect(await health()).toEqual([200, true]);
  expect((await Promise.all([write(), write(), write()])).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ]);
  expect((await pool.query('SELECT count(*)::int AS n FROM scan')).rows).toEqual([{ n: 4 }]);
});
