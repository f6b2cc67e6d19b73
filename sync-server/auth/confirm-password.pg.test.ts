import { pino } from 'pino';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { loadDemoLab } from '#sync-server/demo/load-demo-lab.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { sessionReader } from './routes.ts';

const SECRET = 'a secret of at least thirty-two characters';
const PASSWORD = 'demo-password-1';
let database: TestDatabase;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemoLab(database.pool);
  const env = readEnv({ AUTH_SECRET: SECRET, NODE_ENV: 'test' });
  const services = {
    pool: database.pool,
    env,
    logger: pino({ level: 'silent' }),
    readSession: sessionReader(database.pool, SECRET, env.ENTITY_HOSTS),
    now: () => new Date(),
    stopping: new AbortController().signal,
  };
  app = createApp(services, { routes: ROUTES, dist: 'dist' });
});
afterAll(() => database.drop());

async function signIn(email: string) {
  const agent = request.agent(app);
  agent.set('host', 'localhost');
  const { body } = await agent.get('/api/auth/csrf').expect(200);
  await agent
    .post('/api/auth/callback/credentials')
    .type('form')
    .send({ email, password: PASSWORD, csrfToken: body.csrfToken, json: 'true' });
  const { body: session } = await agent.get('/api/auth/session').expect(200);
  return { agent, session, confirm: (sent: object) => agent.post('/api/auth/pin/password').send(sent) };
}

test('a session says when it began, and asking for it again does not make it younger', async () => {
  const before = Date.now();
  const { agent, session } = await signIn('lab-tech@wbl.example');
  const began = Date.parse(session.signedInAt);
  expect(began).toBeGreaterThanOrEqual(before - 1);
  expect(began).toBeLessThanOrEqual(Date.now());
  const { body: again } = await agent.get('/api/auth/session').expect(200);
  expect(again.signedInAt).toBe(session.signedInAt);
});

test('the password is confirmed for the person of the session and for nobody else', async () => {
  const { session, confirm } = await signIn('lab-tech@wbl.example');
  await confirm({ userId: session.user.id, password: PASSWORD }).expect(200);
  await confirm({ userId: 'somebody-else', password: PASSWORD }).expect(401);
  const { body } = await confirm({ userId: session.user.id, password: 'wrong' }).expect(422);
  expect(body.error).toBe('That is not your password. Try again.');
});

test('five wrong passwords lock signing, also for the right one', async () => {
  const { session, confirm } = await signIn('lab-manager@wbl.example');
  const userId = session.user.id;
  for (let i = 0; i < 4; i += 1) await confirm({ userId, password: 'wrong' }).expect(422);
  const { body } = await confirm({ userId, password: 'wrong' }).expect(409);
  expect(body.error).toContain('Too many attempts');
  await confirm({ userId, password: PASSWORD }).expect(409);
});

test('who has no password is told how to sign', async () => {
  const { session, confirm } = await signIn('project-manager@wbl.example');
  await database.pool.query('UPDATE "user" SET password = NULL WHERE id = $1', [session.user.id]);
  const { body } = await confirm({ userId: session.user.id, password: 'any' }).expect(422);
  expect(body.error).toContain('Sign out and sign in again');
});
