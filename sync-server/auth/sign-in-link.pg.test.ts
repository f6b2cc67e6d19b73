import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountLab, type Browser, openAccountLab } from './account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const EMAIL = 'lab-tech@wbl.example';

async function ask(browser: Browser, email: string, callbackUrl = '/lab/batches') {
  const csrfToken = await lab.csrf(browser);
  return browser
    .post('/api/auth/signin/email')
    .type('form')
    .send({ email, csrfToken, callbackUrl, json: 'true' });
}
async function open(browser: Browser, token: string) {
  const csrfToken = await lab.csrf(browser);
  return browser
    .post('/api/auth/callback/email')
    .type('form')
    .send({ token, csrfToken, callbackUrl: '/', json: 'true' });
}

describe('a sign-in link', () => {
  test('is sent, and signs in once, for a quarter of an hour', async () => {
    const browser = lab.browser();
    const linkRequest = await ask(browser, EMAIL);
    expect(linkRequest.body.url).toMatch(/\/sign-in\/link\?sent=1$/);
    const mail = await lab.mailTo(EMAIL, 'EMAIL_SIGN_IN');
    expect(mail.text).toContain('next=%2Flab%2Fbatches');
    const token = await lab.tokenTo(EMAIL, 'EMAIL_SIGN_IN');
    const answer = await open(browser, token);
    expect(answer.body.url).not.toContain('error');
    expect((await lab.session(browser))?.user.role).toBe('LAB_TECH');
    const secondBrowser = lab.browser();
    expect((await open(secondBrowser, token)).body.url).toContain('error=CredentialsSignin');
    expect(await lab.session(secondBrowser)).toBeNull();
  });

  test('is invalid if too old, of the other entity, or made up', async () => {
    await ask(lab.browser(), 'lab-manager@wbl.example');
    const token = await lab.tokenTo('lab-manager@wbl.example', 'EMAIL_SIGN_IN');
    for (const [host, linkToken] of [
      ['resonant.localhost', token],
      ['localhost', 'A'.repeat(43)],
      ['localhost', `${token}x`],
    ] as const) {
      const browser = lab.browser(host);
      await open(browser, linkToken);
      expect(await lab.session(browser)).toBeNull();
    }
    lab.later(16);
    const lateBrowser = lab.browser();
    await open(lateBrowser, token);
    expect(await lab.session(lateBrowser)).toBeNull();
  });

  test('gets the same response for an unknown address', async () => {
    const known = await ask(lab.browser(), EMAIL);
    const unknown = await ask(lab.browser(), 'nobody@nowhere.example');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await lab.mailCount('nobody@nowhere.example')).toBe(0);
  });

  test('is not sent without the CSRF token, nor to another site', async () => {
    const before = await lab.mailCount('sales-rep@wbl.example');
    const form = { email: 'sales-rep@wbl.example', callbackUrl: '/', json: 'true' };
    const browser = lab.browser();
    expect((await browser.post('/api/auth/signin/email').type('form').send(form)).body.url).toContain(
      'error=MissingCSRF',
    );
    const csrfToken = await lab.csrf(browser);
    const foreign = await browser
      .post('/api/auth/signin/email')
      .set('Origin', 'https://evil.example')
      .type('form')
      .send({ ...form, csrfToken });
    expect(foreign.status).toBe(403);
    const fixed = await lab
      .browser()
      .post('/api/auth/signin/email')
      .set('Cookie', 'authjs.csrf-token=mine%7Cmine')
      .type('form')
      .send({ ...form, csrfToken: 'mine' });
    expect(fixed.body.url).toContain('error=MissingCSRF');
    expect(await lab.mailCount('sales-rep@wbl.example')).toBe(before);
  });

  test('needs the token of its own browser: a foreign form signs nobody in', async () => {
    await ask(lab.browser(), 'cs-rep@wbl.example');
    const token = await lab.tokenTo('cs-rep@wbl.example', 'EMAIL_SIGN_IN');
    const victim = lab.browser();
    await victim
      .post('/api/auth/callback/email')
      .type('form')
      .send({ token, callbackUrl: '/', json: 'true' });
    expect(await lab.session(victim)).toBeNull();
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'http://localhost@evil.example/',
    'http://localhost.evil.example/',
    '/.//evil.example',
    '/api/auth/signout',
  ])('never redirects to another site afterwards: %j', async (callbackUrl) => {
    const email = 'project-manager@wbl.example';
    await lab.rows('DELETE FROM attempt');
    const before = await lab.mailCount(email);
    await ask(lab.browser(), email, callbackUrl);
    await expect.poll(() => lab.mailCount(email)).toBe(before + 1);
    expect((await lab.mailTo(email, 'EMAIL_SIGN_IN')).text).toMatch(/#token=[\w-]{43}&next=%2F\s/);
  });
});

test('the providers are listed; Google only if it is configured', async () => {
  const { body } = await lab.browser().get('/api/auth/providers');
  expect(Object.keys(body)).toEqual(['credentials', 'email']);
  expect(body.email).toEqual({
    id: 'email',
    name: 'Email',
    type: 'email',
    signinUrl: 'http://localhost/api/auth/signin/email',
    callbackUrl: 'http://localhost/api/auth/callback/email',
  });
  const google = await lab.browser().get('/api/auth/google?route=/lab');
  expect([google.status, google.headers['location']]).toEqual([302, '/sign-in']);
});

const NOT_FOUND = { error: 'Not found.', code: 'NOT_FOUND', issues: [] };

test('an unknown provider redirects to the sign-in page', async () => {
  const browser = lab.browser();
  const csrfToken = await lab.csrf(browser);
  const { body } = await browser
    .post('/api/auth/signin/myspace')
    .type('form')
    .send({ csrfToken, json: 'true' });
  expect(body.url).toBe('http://localhost/sign-in');
  const page = await browser.get('/api/auth/signin');
  expect(page.headers['location']).toMatch(/^(http:\/\/localhost)?\/sign-in\?/);
  expect((await browser.get('/api/auth/signin/myspace')).headers['location']).toBe('/sign-in');
});

test('an unknown path below sign-in is a 404 with code and text', async () => {
  const browser = lab.browser();
  for (const path of ['', '/', '/nothere', '/session/x', '/csrf/x', '/callback/credentials/x'])
    expect([path, (await browser.get(`/api/auth${path}`)).body]).toEqual([path, NOT_FOUND]);
  for (const path of ['/nothere', '/csrf'])
    expect([path, (await browser.post(`/api/auth${path}`)).body]).toEqual([path, NOT_FOUND]);
  expect((await browser.delete('/api/auth/session')).status).toBe(404);
});

test('the error page opens with a known code, never with a stranger’s text', async () => {
  const at = async (query: string) =>
    (await lab.browser().get(`/api/auth/error${query}`)).headers['location'];
  expect(await at('?error=SessionRequired')).toBe('/auth/error?error=SessionRequired');
  expect(await at('?error=INVALID_CALLBACK_URL_ERROR')).toBe('/auth/error?error=INVALID_CALLBACK_URL_ERROR');
  expect(await at('?error=Call%20555-0100%20now')).toBe('/auth/error?error=Default');
  expect(await at('?error=__proto__')).toBe('/auth/error?error=Default');
  expect(await at('?error=a&error=b')).toBe('/auth/error?error=Default');
  expect(await at('')).toBe('/auth/error?error=Default');
});
