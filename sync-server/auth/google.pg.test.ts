import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountLab, type Browser, newCustomer, openAccountLab } from './account-lab.ts';
import { CLIENT, type GooglePerson, openTestGoogle, type TestGoogle } from './test-google.ts';

let google: TestGoogle;
let lab: AccountLab;
beforeAll(async () => {
  google = await openTestGoogle([
    'http://localhost/api/auth/callback/google',
    'http://resonant.localhost/api/auth/callback/google',
  ]);
  lab = await openAccountLab({
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: google.issuer,
  });
});
afterAll(async () => {
  await lab.close();
  await google.close();
});

const person = (email: string, more: Partial<GooglePerson> = {}): GooglePerson => ({
  sub: `google-${email}`,
  email,
  email_verified: true,
  given_name: 'Gina',
  family_name: 'Garcia',
  ...more,
});

/** Go to Google like a browser and return Google's redirect. */
async function atGoogle(address: string): Promise<URL> {
  const visitor = request.agent(google.issuer);
  let next = new URL(address);
  while (next.origin === google.issuer) {
    const answer = await visitor.get(`${next.pathname}${next.search}`).redirects(0);
    next = new URL(String(answer.headers['location']), google.issuer);
  }
  return next;
}

/** Sign in with Google and return the final page. */
async function withGoogle(browser: Browser, person: GooglePerson, route = '/lab/batches'): Promise<string> {
  google.person = person;
  const start = await browser.get('/api/auth/google').query({ route });
  const back = await atGoogle(String(start.headers['location']));
  const answer = await browser.get(`${back.pathname}${back.search}`);
  return String(answer.headers['location']);
}

describe('sign-in with Google', () => {
  test('uses state, nonce and PKCE, links a verified address to the account, and continues to the page', async () => {
    const browser = lab.browser();
    expect(await withGoogle(browser, person('lab-tech@wbl.example'))).toBe('http://localhost/lab/batches');
    expect(google.lastQuery.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(google.lastQuery.get(name)).toBeTruthy();
    expect((await lab.session(browser))?.user).toMatchObject({
      email: 'lab-tech@wbl.example',
      role: 'LAB_TECH',
    });
    const [user] = await lab.rows('SELECT google_id, password FROM "user" WHERE email = $1', [
      'lab-tech@wbl.example',
    ]);
    expect(user?.['google_id']).toBe('google-lab-tech@wbl.example');
    expect(user?.['password']).not.toBeNull();
    const [line] = await lab.rows(`SELECT action FROM access_log ORDER BY id DESC LIMIT 1`);
    expect(line).toEqual({ action: 'SIGN_IN' });
    const changes = await lab.rows(
      `SELECT changes -> 'googleId' AS google FROM audit_log WHERE changes ? 'googleId'`,
    );
    expect(changes).toEqual([{ google: [null, 'set'] }]);
  });

  test('recognizes the person by Google’s id afterwards, whatever their address there is', async () => {
    const browser = lab.browser();
    await withGoogle(
      browser,
      person('other@gmail.example', { sub: 'google-lab-tech@wbl.example', email_verified: false }),
    );
    expect((await lab.session(browser))?.user.email).toBe('lab-tech@wbl.example');
  });

  test.each([
    [
      'an address that Google has not proven',
      () => person('lab-manager@wbl.example', { email_verified: false }),
    ],
    ['an address that nobody has', () => person('stranger@gmail.example')],
    [
      'an account that is linked with another person at Google',
      () => person('lab-tech@wbl.example', { sub: 'impostor' }),
    ],
    ['an account of the other business unit', () => person('admin@resonant.example')],
  ])('does not open %s', async (_, person) => {
    const browser = lab.browser();
    expect(await withGoogle(browser, person())).toMatch(/\/auth\/error\?error=OAuthAccountNotLinked$/);
    expect(await lab.session(browser)).toBeNull();
    const [user] = await lab.rows('SELECT google_id FROM "user" WHERE email = $1', [person().email]);
    expect(user?.['google_id'] ?? 'none').not.toBe(person().sub);
  });

  test('removes a password that was set before the address was verified', async () => {
    const email = 'victim@gmail.example';
    const attacker = lab.browser();
    await attacker.post('/api/create-account').send(newCustomer(email)).expect(201);
    await lab.signIn(attacker, email, 'correct horse battery');
    const owner = lab.browser();
    await withGoogle(owner, person(email));
    expect((await lab.session(owner))?.user.email).toBe(email);
    expect(await lab.session(attacker)).toBeNull();
    expect(await lab.signIn(lab.browser(), email, 'correct horse battery')).toBeNull();
  });

  test.each(['https://evil.example/x', '//evil.example', '/\\evil.example', '/\r\nSet-Cookie:a=b'])(
    'never redirects to another site afterwards: %j',
    async (route) => {
      expect(await withGoogle(lab.browser(), person('lab-tech@wbl.example'), route)).toBe(
        'http://localhost/',
      );
    },
  );

  test('refuses an answer that this browser did not request', async () => {
    google.person = person('lab-tech@wbl.example');
    const start = await lab.browser().get('/api/auth/google');
    const back = await atGoogle(String(start.headers['location']));
    const victim = lab.browser();
    await victim.get('/api/auth/google');
    const answer = await victim.get(`${back.pathname}${back.search}`);
    expect(String(answer.headers['location'])).toContain('error=');
    expect(await lab.session(victim)).toBeNull();
  });

  test("ignores query parameters that would redirect Google's answer", async () => {
    await lab
      .browser()
      .get('/api/auth/google?route=/&redirect_uri=https://evil.example/&scope=all&client_id=x');
    const start = await lab.browser().get('/api/auth/google?redirect_uri=https://evil.example/&client_id=x');
    const to = new URL(String(start.headers['location']));
    expect(to.searchParams.get('redirect_uri')).toBe('http://localhost/api/auth/callback/google');
    expect(to.searchParams.get('client_id')).toBe(CLIENT.id);
  });

  test('is listed as a provider and can be started by the form', async () => {
    const browser = lab.browser();
    expect(Object.keys((await browser.get('/api/auth/providers')).body)).toEqual([
      'credentials',
      'email',
      'google',
    ]);
    const csrfToken = await lab.csrf(browser);
    const form = { csrfToken, callbackUrl: '/', json: 'true' };
    const { body } = await browser.post('/api/auth/signin/google').type('form').send(form);
    expect(body.url).toContain(`${google.issuer}/auth?`);
  });

  test('continues to sign-up with the verified address instead of a password', async () => {
    const browser = lab.browser();
    const email = 'founder@gmail.example';
    const page = new URL(await withGoogle(browser, person(email), '/create-account'));
    expect([page.origin, page.pathname, page.search]).toEqual(['http://localhost', '/create-account', '']);
    const { google: sealed, ...visibleFields } = Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
    expect(visibleFields).toEqual({ email, firstName: 'Gina', lastName: 'Garcia' });
    const create = (more: object, host = 'localhost') =>
      lab
        .browser(host)
        .post('/api/create-account')
        .send(newCustomer(email, { password: null, google: sealed, ...more }));
    expect((await create({ email: 'somebody.else@gmail.example' })).status).toBe(422);
    expect((await create({ google: `${sealed}x` })).status).toBe(422);
    expect((await create({ google: null })).status).toBe(422);
    expect((await create({ password: 'a password as well' })).status).toBe(422);
    expect((await create({}, 'resonant.localhost')).status).toBe(422);
    await create({}).expect(201);
    expect((await create({})).body.code).toBe('EMAIL_TAKEN');
    await withGoogle(browser, person(email));
    expect((await lab.session(browser))?.user).toMatchObject({ email, role: 'INSTITUTION_MANAGER' });
    expect(await lab.mailCount(email)).toBe(0);
    const unproven = await withGoogle(
      lab.browser(),
      person('unproven@gmail.example', { email_verified: false }),
      '/create-account',
    );
    expect(unproven).toContain('error=OAuthAccountNotLinked');
  });

  test('accepts the invitation of a person without an account', async () => {
    const manager = lab.browser();
    await lab.signIn(manager, 'institution-manager@wbl.example');
    await manager.post('/api/auth/send-email').send({ email: 'gina@gmail.example' }).expect(200);
    const unproven = lab.browser();
    await withGoogle(unproven, person('gina@gmail.example', { email_verified: false }));
    expect(await lab.session(unproven)).toBeNull();
    const browser = lab.browser();
    await withGoogle(browser, person('gina@gmail.example'));
    expect((await lab.session(browser))?.user).toMatchObject({
      name: 'Gina Garcia',
      role: 'INSTITUTION_USER',
    });
    const token = await lab.tokenTo('gina@gmail.example', 'USER_INVITE');
    expect((await browser.post('/api/auth/invitation').send({ token })).body.code).toBe('LINK_INVALID');
  });
});

test('reports an error when Google is unavailable', async () => {
  const away = await openAccountLab({
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'y',
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
  });
  const answer = await away.browser().get('/api/auth/google');
  expect(String(answer.headers['location'])).toMatch(/(\/auth\/error|\/sign-in)\?error=/);
  await away.close();
});
