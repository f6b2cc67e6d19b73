import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, openAccountLab, PASSWORD } from '../account-lab.ts';

let httpLab: AccountLab;
let secure: AccountLab;
beforeAll(async () => {
  [httpLab, secure] = await Promise.all([
    openAccountLab(),
    openAccountLab({ PUBLIC_URLS: 'WBL=https://lab.example.org', TRUST_PROXY: '1' }),
  ]);
});
afterAll(async () => {
  await httpLab.close();
  await secure.close();
});

/** Return the cookies and the transport header of a sign-in that claims this scheme. */
async function signIn(lab: AccountLab, scheme: string) {
  const browser = lab.browser();
  const csrf = await browser.get('/api/auth/csrf').set('x-forwarded-proto', scheme);
  const csrfCookie = String(csrf.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const form = {
    email: 'lab-tech@wbl.example',
    password: PASSWORD,
    csrfToken: csrf.body.csrfToken,
    json: 'true',
  };
  const answer = await browser
    .post('/api/auth/callback/credentials')
    .set('x-forwarded-proto', scheme)
    .set('cookie', csrfCookie)
    .type('form')
    .send({ ...form, callbackUrl: '/' });
  const cookie = [answer.headers['set-cookie']].flat().find((one) => String(one).includes('session-token'));
  return { cookie: String(cookie), transport: answer.headers['strict-transport-security'] };
}

test.each(['http', 'https'])(
  'a lab with an https URL sets Secure cookies and pins browsers to https, whatever a request says: %s',
  async (scheme) => {
    const { cookie, transport } = await signIn(secure, scheme);
    expect(cookie).toMatch(/^__Secure-authjs\.session-token=.*; Secure/);
    expect(transport).toBe('max-age=31536000; includeSubDomains');
  },
);

test('a lab on a local host sets plain cookies, also for a request that claims https', async () => {
  const { cookie, transport } = await signIn(httpLab, 'https');
  expect(cookie).toMatch(/^authjs\.session-token=/);
  expect(cookie).not.toContain('Secure');
  expect(transport).toBeUndefined();
});
