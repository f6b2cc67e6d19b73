import { pino } from 'pino';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { loadDemoLab } from '#sync-server/demo/load-demo-lab.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { authRoutes, sessionReader } from './routes.ts';

const SECRET = 'a secret of at least thirty-two characters';
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
  app = createApp(services, { routes: authRoutes, dist: 'dist' });
});
afterAll(() => database.drop());

async function signIn(email: string, password = 'demo-password-1', host = 'localhost', callbackUrl = '/') {
  const agent = request.agent(app);
  agent.set('host', host);
  const { body } = await agent.get('/api/auth/csrf').expect(200);
  const answer = await agent
    .post('/api/auth/callback/credentials')
    .type('form')
    .send({ email, password, csrfToken: body.csrfToken, callbackUrl, json: 'true' });
  return { agent, answer, session: (await agent.get('/api/auth/session').expect(200)).body };
}

describe('signing in', () => {
  it('gives a lab tech the session fields of the specification', async () => {
    const { session } = await signIn('lab-tech@wbl.example');
    expect(session.user).toMatchObject({
      email: 'lab-tech@wbl.example',
      role: 'LAB_TECH',
      isSuperAdmin: false,
      image: false,
    });
    expect(session).toMatchObject({ entity: 'WBL', siteVariant: 'lab-services', hasPin: true });
    expect(session.user.companies).toEqual([
      {
        id: session.user.companyId,
        name: 'WBL Laboratory',
        role: 'LAB_TECH',
        userCompanyId: session.user.userCompanyId,
      },
    ]);
    expect(JSON.stringify(session)).not.toContain('argon2');
  });

  it('refuses a wrong password, an unknown e-mail and the other entity with one and the same answer', async () => {
    for (const attempt of [
      signIn('lab-tech@wbl.example', 'not-the-password'),
      signIn('nobody@wbl.example'),
      signIn('lab-tech@wbl.example', 'demo-password-1', 'resonant.localhost'),
    ]) {
      const { answer, session } = await attempt;
      expect(answer.status).toBe(200);
      expect(answer.body.url).toContain('error=CredentialsSignin');
      expect(session).toBeNull();
    }
  });

  it('never goes to a foreign address afterwards', async () => {
    const { answer } = await signIn(
      'lab-tech@wbl.example',
      'demo-password-1',
      'localhost',
      'https://evil.example/',
    );
    expect(answer.body.url).not.toContain('evil');
  });

  it('needs the CSRF token', async () => {
    const answer = await request(app)
      .post('/api/auth/callback/credentials')
      .set('host', 'localhost')
      .type('form')
      .send({ email: 'lab-tech@wbl.example', password: 'demo-password-1', json: 'true' });
    expect(answer.body.url).toContain('error=MissingCSRF');
  });

  it('never takes a role from the client', async () => {
    const { agent } = await signIn('lab-tech@wbl.example');
    const { body } = await agent.get('/api/auth/csrf');
    await agent
      .post('/api/auth/session')
      .send({ csrfToken: body.csrfToken, data: { user: { role: 'ADMIN' }, role: 'ADMIN' } });
    const { body: session } = await agent.get('/api/auth/session');
    expect(session.user.role).toBe('LAB_TECH');
  });

  it('ends at the next request when the person is deactivated', async () => {
    const { agent, session } = await signIn('research-assistant@wbl.example');
    expect(session.user.role).toBe('RESEARCH_ASSISTANT');
    await database.pool.query('UPDATE user_company SET deactivated = true WHERE id = $1', [
      session.user.userCompanyId,
    ]);
    expect((await agent.get('/api/auth/session')).body).toBeNull();
    await agent.post('/api/auth/pin').send({ pin: '246810' }).expect(401);
  });

  it('slows down whoever guesses one account from one address', async () => {
    const agent = request.agent(app);
    agent.set('host', 'localhost');
    const { body } = await agent.get('/api/auth/csrf');
    const guess = () =>
      agent
        .post('/api/auth/callback/credentials')
        .type('form')
        .send({ email: 'sales-rep@wbl.example', password: 'guess', csrfToken: body.csrfToken, json: 'true' });
    for (let i = 0; i < 20; i += 1) expect((await guess()).status).toBe(200);
    expect((await guess()).status).toBe(429);
  });
});

describe('the signing PIN', () => {
  it('is checked, and locked after five wrong ones', async () => {
    const { agent } = await signIn('lab-manager@wbl.example');
    await agent.post('/api/auth/pin').send({ pin: '246810' }).expect(200);
    for (let i = 0; i < 4; i += 1) await agent.post('/api/auth/pin').send({ pin: '000000' }).expect(422);
    const locked = await agent.post('/api/auth/pin').send({ pin: '000000' });
    expect(locked.body.error).toContain('Too many attempts');
    await agent.post('/api/auth/pin').send({ pin: '246810' }).expect(409);
  });

  it('is set only with the password', async () => {
    const { agent } = await signIn('project-manager@wbl.example');
    await agent.put('/api/auth/pin').send({ pin: '135790', password: 'wrong' }).expect(422);
    await agent.put('/api/auth/pin').send({ pin: '135790', password: 'demo-password-1' }).expect(200);
    await agent.post('/api/auth/pin').send({ pin: '135790' }).expect(200);
    await agent.post('/api/auth/pin').send({ pin: '12345' }).expect(422);
  });
});
