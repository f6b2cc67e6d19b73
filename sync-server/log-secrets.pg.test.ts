import { Writable } from 'node:stream';
import { pino } from 'pino';
import request from 'supertest';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { sessionReader } from './auth/routes.ts';
import { readEnv } from './config/env.ts';
import { createDemoDatabase } from './demo/demo-server.ts';
import { type ApiRoute, type AppServices, jsonRoute } from './http/api-route.ts';
import type { TestDatabase } from './postgres/test-database.ts';
import { ROUTES } from './routes.ts';

const SECRET = 'a secret of the tests, long enough to be one';
const PATIENT = { mrn: 'MRN-4711-0815', name: 'Hildegard Sommerfeld', dob: '1948-03-02' };

let database: TestDatabase;
let log = '';
const stopping = new AbortController();
beforeAll(async () => {
  database = await createDemoDatabase();
});
afterAll(async () => {
  stopping.abort();
  await database.drop();
});

/** A row that fails like a database that quotes the row in its error. */
const failing: ApiRoute = jsonRoute({
  method: 'post',
  path: '/api/lab/failing',
  access: 'session',
  handler: ({ services }) =>
    services.pool.query(`INSERT INTO company (id, name) VALUES ('x', '${PATIENT.name} ${PATIENT.mrn}')`),
});

function openApp() {
  const env = readEnv({ AUTH_SECRET: SECRET });
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const services: AppServices = {
    pool: database.pool,
    env,
    logger: pino({ level: 'trace' }, sink),
    readSession: sessionReader({ pool: database.pool, secret: SECRET, env, now: () => new Date() }),
    now: () => new Date(),
    stopping: stopping.signal,
  };
  return createApp(services, { routes: [failing, ...ROUTES], dist: '/nonexistent' });
}

test('a session that signs in, works and fails leaves no secret and no patient in the log', async () => {
  const agent = request.agent(openApp());
  agent.set('Host', 'localhost');
  const { body: csrf } = await agent.get('/api/auth/csrf').expect(200);
  const signIn = (password: string) =>
    agent.post('/api/auth/callback/credentials').type('form').send({
      email: 'lab-tech@wbl.example',
      password,
      csrfToken: csrf.csrfToken,
      callbackUrl: '/',
      json: 'true',
    });
  await signIn('a-wrong-password-7');
  const signedIn = await signIn('demo-password-1');
  const cookies = [signedIn.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(/[=;]/)[1] ?? '');
  expect((await agent.get('/api/auth/session')).body.user.role).toBe('LAB_TECH');

  await agent.post('/api/auth/pin').send({ pin: '135791' });
  await agent.post('/api/auth/pin').send({ pin: '246810' }).expect(200);
  const { body: device } = await agent.post('/api/sync/devices').send({ name: PATIENT.name }).expect(200);
  const operation = {
    id: ulid(),
    n: 1,
    version: 1,
    occurredAt: new Date().toISOString(),
    base: {},
    dependsOn: [],
  };
  const args = { sampleId: PATIENT.mrn, note: PATIENT.name, dob: PATIENT.dob };
  const operations = [{ ...operation, name: 'move-sample', args }];
  await agent
    .post('/api/sync/operations')
    .send({ deviceId: device.deviceId, protocol: 1, operations })
    .expect(200);
  await agent.get(`/api/lab/specimens?search=${encodeURIComponent(PATIENT.name)}`).expect(200);
  await agent.get(`/api/lab/barcode/${PATIENT.mrn}`).expect(404);
  await agent.post('/api/lab/failing').send(PATIENT).expect(500);
  await agent
    .post('/api/sync/operations')
    .set('Content-Type', 'application/json')
    .send(`{"mrn":"${PATIENT.mrn}`);

  expect(log).toContain('"path":"/api/sync/operations"');
  expect(log).toContain('unexpected error');
  const secrets = [
    'demo-password-1',
    'a-wrong-password-7',
    '246810',
    '135791',
    'argon2',
    SECRET,
    String(csrf.csrfToken),
    'lab-tech@wbl.example',
    'Nakamura',
    ...Object.values(PATIENT),
    encodeURIComponent(PATIENT.name),
    ...cookies.filter((value) => value.length > 8),
  ];
  expect(secrets.length).toBeGreaterThan(13);
  for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false]);
});
