import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, openAccountLab, PASSWORD } from '#sync-server/auth/account-lab.ts';
import { safeRedirectPath } from '#sync-server/auth/sign-in-pages.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const EXTERNAL_URLS = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https:evil.example',
  'http://localhost@evil.example/',
  'http://localhost.evil.example/',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/%0d%0aLocation: https://evil.example',
  'HTTPS://EVIL.EXAMPLE',
];

/** Return the target of a browser at our first page. */
const hostOf = (url: string): string => new URL(url, 'http://localhost/').host.replace(/:\d+$/, '');

test('open redirect through callbackUrl: a sign-in with a password stays on our site', async () => {
  for (const callbackUrl of EXTERNAL_URLS) {
    const browser = lab.browser();
    const form = { email: 'lab-tech@wbl.example', password: PASSWORD, callbackUrl, json: 'true' };
    const answer = await browser
      .post('/api/auth/callback/credentials')
      .type('form')
      .send({ ...form, csrfToken: await lab.csrf(browser) });
    const targets = [answer.body.url, answer.headers['location']].filter((url) => typeof url === 'string');
    expect([callbackUrl, targets.map(hostOf)]).toEqual([callbackUrl, targets.map(() => 'localhost')]);
    expect(targets.every((url) => new URL(url, 'http://localhost/').protocol === 'http:')).toBe(true);
  }
});

test('open redirect through callbackUrl: sign-out stays on our site, also with a planted callback cookie', async () => {
  for (const callbackUrl of EXTERNAL_URLS.slice(0, 5)) {
    const browser = lab.browser();
    await lab.signIn(browser, 'lab-tech@wbl.example');
    const csrfToken = await lab.csrf(browser);
    const answer = await browser
      .post('/api/auth/signout')
      .type('form')
      .send({ csrfToken, callbackUrl, json: 'true' });
    expect(hostOf(String(answer.body.url ?? answer.headers['location'] ?? '/'))).toBe('localhost');
  }
  const planted = await lab
    .browser()
    .get('/api/auth/session')
    .set('cookie', `authjs.callback-url=${encodeURIComponent('https://evil.example/')}`);
  expect(JSON.stringify(planted.headers['set-cookie'] ?? [])).not.toContain('evil');
});

test('open redirect through callbackUrl: a sign-in link and a Google start lead only to our own pages', () => {
  for (const target of [...EXTERNAL_URLS, '/api/auth/signout', '/api/x', 7, null, { toString: () => '/x' }]) {
    const path = safeRedirectPath(target, 'http://localhost');
    expect(hostOf(path)).toBe('localhost');
    expect(path.startsWith('/') && !path.startsWith('//') && !path.startsWith('/api/')).toBe(true);
  }
  expect(safeRedirectPath('/lab/samples?tab=a#b', 'http://localhost')).toBe('/lab/samples?tab=a#b');
});
