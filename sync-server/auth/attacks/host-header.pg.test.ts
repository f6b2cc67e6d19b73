import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, errorOf, openAccountLab } from '../account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const SPOOFED = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-host': 'evil.example',
  'x-original-host': 'evil.example',
  forwarded: 'host=evil.example;proto=https',
};

test('host header tricks: an unknown host gets an error on every page and every call', async () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.example:80@localhost',
    '127.0.0.1.nip.io',
  ]) {
    const answer = await lab.browser(host).get('/api/auth/session');
    expect([host, answer.status, errorOf(answer)]).toEqual([host, 400, 'Invalid host']);
    expect((await lab.browser(host).get('/sign-in')).status).toBe(400);
  }
});

test('host header tricks: a link in an email has our URL, whatever the request says', async () => {
  const email = 'company-user@wbl.example';
  const browser = lab.browser();
  await browser.post('/api/auth/forgot-password').set(SPOOFED).send({ email }).expect(200);
  const { text, html } = await lab.mailTo(email, 'PASSWORD_RESET');
  expect(`${text}${html}`).not.toContain('evil.example');
});

test('host header tricks: proxy headers change neither the business entity nor the sign-in redirect', async () => {
  const browser = lab.browser();
  const providers = await browser
    .get('/api/auth/providers')
    .set({ ...SPOOFED, 'x-forwarded-host': 'resonant.localhost' });
  expect(JSON.stringify(providers.body)).not.toMatch(/evil|resonant/);
  const before = await lab.signIn(browser, 'lab-tech@wbl.example');
  expect(before?.entity).toBe('WBL');
  const session = await browser.get('/api/auth/session').set('x-forwarded-host', 'resonant.localhost');
  expect(session.body.entity).toBe('WBL');
});

test('host header tricks: a cookie of one business entity is invalid at the other', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, 'lab-tech@wbl.example');
  const resonantSession = await browser.get('/api/auth/session').set('host', 'resonant.localhost');
  expect(resonantSession.body).toBeNull();
  await browser.get('/api/users').set('host', 'resonant.localhost').expect(401);
});
