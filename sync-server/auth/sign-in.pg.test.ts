import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountLab, openAccountLab, PASSWORD } from './account-lab.ts';

let lab: AccountLab;

beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

async function signIn(email: string, password = PASSWORD, host = 'localhost', callbackUrl = '/') {
  const agent = lab.browser(host);
  const csrfToken = await lab.csrf(agent);
  const answer = await agent
    .post('/api/auth/callback/credentials')
    .type('form')
    .send({ email, password, csrfToken, callbackUrl, json: 'true' });
  return { agent, answer, session: (await agent.get('/api/auth/session').expect(200)).body };
}

describe('sign-in', () => {
  it('returns the session fields of the specification to a lab tech', async () => {
    const { session } = await signIn('lab-tech@wbl.example');
    expect(session.user).toMatchObject({
      email: 'lab-tech@wbl.example',
      role: 'LAB_TECH',
      isSuperAdmin: false,
      image: false,
    });
    expect(session).toMatchObject({
      entity: 'WBL',
      siteVariant: 'lab-services',
      labTimezone: 'America/New_York',
      hasPin: true,
    });
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

  it('gives the same response to a wrong password, an unknown email and the other entity', async () => {
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

  it('never redirects to another site afterwards', async () => {
    const { answer } = await signIn(
      'lab-tech@wbl.example',
      'demo-password-1',
      'localhost',
      'https://evil.example/',
    );
    expect(answer.body.url).not.toContain('evil');
  });

  it('needs the CSRF token', async () => {
    const answer = await lab
      .browser()
      .post('/api/auth/callback/credentials')
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

  it('ends at the next request after a deactivation', async () => {
    const { agent, session } = await signIn('research-assistant@wbl.example');
    expect(session.user.role).toBe('RESEARCH_ASSISTANT');
    await lab.rows('UPDATE user_company SET deactivated = true WHERE id = $1', [session.user.userCompanyId]);
    expect((await agent.get('/api/auth/session')).body).toBeNull();
    await agent.post('/api/auth/pin').send({ pin: '246810' }).expect(401);
  });

  it('slows down guesses at one account from one address', async () => {
    const agent = lab.browser();
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
    const trivial = await agent.put('/api/auth/pin').send({ pin: '123456', password: 'demo-password-1' });
    expect([trivial.status, trivial.body.issues[0].path]).toEqual([422, 'pin']);
    await agent.put('/api/auth/pin').send({ pin: '135790', password: 'demo-password-1' }).expect(200);
    await agent.post('/api/auth/pin').send({ pin: '135790' }).expect(200);
    await agent.post('/api/auth/pin').send({ pin: '12345' }).expect(422);
  });
});
