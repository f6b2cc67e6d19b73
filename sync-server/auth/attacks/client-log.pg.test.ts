import { pino } from 'pino';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { ROUTES } from '#sync-server/routes.ts';

let database: TestDatabase;
let app: ReturnType<typeof createApp>;
const lines: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const env = readEnv({ AUTH_SECRET: 'a secret of at least thirty-two characters', NODE_ENV: 'test' });
  const services = {
    pool: database.pool,
    env,
    logger: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
    readSession: async () => null,
    now: () => new Date(),
    stopping: new AbortController().signal,
  };
  app = createApp(services, { routes: ROUTES, dist: '/nonexistent' });
});
afterAll(() => database.drop());

const send = () => request(app).post('/api/auth/_log').set('host', 'localhost');

test('reports from clients of Auth.js are accepted as form and as JSON, and only the code is logged', async () => {
  const event = {
    level: 'error',
    code: 'CLIENT_FETCH_ERROR',
    message: 'token=first-secret',
    url: '/x?secret=second-secret',
  };
  await send().type('form').send(event).expect(200);
  await send().send(event).expect(200);
  const log = lines.join('');
  expect(log.match(/"code":"CLIENT_FETCH_ERROR"/g)).toHaveLength(2);
  expect(log).not.toMatch(/first-secret|second-secret/);
});

test('a client can neither write its own lines into the log nor fill it', async () => {
  await send().send({ code: 'X\n{"level":60,"msg":"forged"}' }).expect(200);
  expect(lines.join('')).not.toContain('forged');
  const { status } = await send()
    .type('form')
    .send(`code=${'x'.repeat(70_000)}`);
  expect(status).toBe(413);
  let refusalCount = 0;
  for (let i = 0; i < 310; i += 1) if ((await send().send({ code: 'A' })).status === 429) refusalCount += 1;
  expect(refusalCount).toBeGreaterThan(5);
});
