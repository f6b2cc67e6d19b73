import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '#sync-server/routes.ts';
import { type AccountLab, type Browser, openAccountLab, PASSWORD } from '../account-lab.ts';

let lab: AccountLab;
let admin: Browser;
beforeAll(async () => {
  lab = await openAccountLab();
  admin = lab.browser();
  await lab.signIn(admin, 'admin@wbl.example');
});
afterAll(() => lab.close());

const ID = '01J00000000000000000000000';
const WRITES = ROUTES.flatMap((route) =>
  route.kind === 'router' || route.method === 'get'
    ? []
    : [{ method: route.method, path: route.path.replace(/:\w+/g, ID) }],
);
const FOREIGN = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

const FINGERPRINT = `SELECT (SELECT count(*) FROM event) AS events, (SELECT count(*) FROM operation) AS operations,
  (SELECT sum(version) FROM "user") AS users, (SELECT sum(version) FROM user_company) AS memberships`;

test("CSRF: another site's page cannot write in any family, even with the cookie of an administrator", async () => {
  expect(WRITES.length).toBeGreaterThan(60);
  const before = await lab.rows(FINGERPRINT);
  for (const { method, path } of WRITES) {
    for (const headers of FOREIGN) {
      const answer = await admin[method](path).set(headers).send({});
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
  }
  expect(await lab.rows(FINGERPRINT)).toEqual(before);
});

test('CSRF: the body of a plain form is never parsed', async () => {
  for (const { method, path } of WRITES) {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await admin[method](path).set('content-type', type).send('{"role":"ADMIN"}');
      expect([method, path, type, answer.status]).toEqual([method, path, type, 400]);
    }
  }
});

test('CSRF: a sign-in or sign-out needs the token of the same browser', async () => {
  const form = { email: 'lab-tech@wbl.example', password: PASSWORD, json: 'true', callbackUrl: '/' };
  const anonymousBrowser = lab.browser();
  await anonymousBrowser.post('/api/auth/callback/credentials').type('form').send(form);
  expect(await lab.session(anonymousBrowser)).toBeNull();
  const foreignToken = await lab.csrf(lab.browser());
  await anonymousBrowser
    .post('/api/auth/callback/credentials')
    .type('form')
    .send({ ...form, csrfToken: foreignToken });
  expect(await lab.session(anonymousBrowser)).toBeNull();
  await admin.post('/api/auth/signout').type('form').send({ csrfToken: foreignToken, json: 'true' });
  expect((await lab.session(admin))?.user.email).toBe('admin@wbl.example');
});
