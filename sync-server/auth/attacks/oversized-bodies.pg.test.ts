import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, openAccountLab } from '../account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const JSON_PATHS = [
  '/api/create-account',
  '/api/auth/forgot-password',
  '/api/auth/_log',
  '/api/sync/hand-over',
];

test('oversized bodies: more than a megabyte is refused before it is read, on open routes and others', async () => {
  const big = JSON.stringify({ email: 'a'.repeat(1_100_000) });
  for (const path of JSON_PATHS) {
    const answer = await lab.browser().post(path).set('content-type', 'application/json').send(big);
    expect([path, answer.status]).toEqual([path, 413]);
  }
});

test('oversized bodies: a small compressed body that expands is refused', async () => {
  const bomb = gzipSync(Buffer.from(JSON.stringify({ email: 'a'.repeat(20_000_000) })));
  expect(bomb.length).toBeLessThan(64_000);
  const answer = await lab
    .browser()
    .post('/api/auth/forgot-password')
    .set({ 'content-type': 'application/json', 'content-encoding': 'gzip' })
    .serialize((body) => body)
    .send(bomb);
  expect(answer.status).toBe(413);
});

test('oversized bodies: a sign-in form is limited to the size of a sign-in', async () => {
  const browser = lab.browser();
  const form = `csrfToken=${await lab.csrf(browser)}&email=a@b.example&password=${'x'.repeat(70_000)}`;
  const answer = await browser.post('/api/auth/callback/credentials').type('form').send(form);
  expect(answer.status).toBe(413);
});

test('oversized bodies: a body nested a thousand times, or a too long field, is refused', async () => {
  const deep = `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`;
  const nested = await lab
    .browser()
    .post('/api/create-account')
    .set('content-type', 'application/json')
    .send(deep);
  expect(nested.status).toBe(400);
  const browser = lab.browser();
  await lab.signIn(browser, 'company-manager@wbl.example');
  const long = await browser.patch('/api/users/profile').send({ firstName: 'a'.repeat(100_000) });
  expect(long.status).toBe(422);
  // Hashing a password of a megabyte would take long, so it is refused before.
  const password = await browser
    .put('/api/auth/password')
    .send({ currentPassword: 'x'.repeat(500_000), newPassword: 'y'.repeat(500_000) });
  expect([413, 422]).toContain(password.status);
});
