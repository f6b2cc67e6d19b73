import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, openAccountLab } from '#sync-server/auth/account-lab.ts';
import { SESSION_COOKIES } from '#sync-server/auth/sessions/session-cookie.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const [, COOKIE] = SESSION_COOKIES;
const VICTIM = 'lab-manager@wbl.example';
const ATTACKER = 'company-user@wbl.example';

/** Sign in with the cookies that the browser had before, and return the session token. */
async function tokenOf(email: string, planted?: string): Promise<{ token: string; attributes: string }> {
  const browser = lab.browser();
  const csrfToken = await lab.csrf(browser);
  const call = browser.post('/api/auth/callback/credentials').type('form');
  if (planted) call.set('cookie', `${COOKIE}=${planted}`);
  const answer = await call.send({ email, password: 'demo-password-1', csrfToken, json: 'true' });
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  const line = cookies.find((cookie: string) => cookie.startsWith(`${COOKIE}=`)) ?? '';
  return { token: /=([^;]*)/.exec(line)?.[1] ?? '', attributes: line };
}

const personOf = async (token: string): Promise<string | undefined> =>
  (await lab.browser().get('/api/auth/session').set('cookie', `${COOKIE}=${token}`)).body?.user?.email;

test('session fixation: a sign-in never continues an existing session', async () => {
  const planted = (await tokenOf(ATTACKER)).token;
  const csrf = lab.browser();
  await lab.csrf(csrf);
  const own = (await tokenOf(VICTIM)).token;
  expect(own).not.toBe(planted);
  expect(await personOf(own)).toBe(VICTIM);
  // The attacker who planted the cookie gains nothing, because it is still their own.
  expect(await personOf(planted)).toBe(ATTACKER);
});

test('session fixation: two sign-ins of one person are two sessions, and a self-made token is invalid', async () => {
  const first = (await tokenOf(VICTIM)).token;
  expect((await tokenOf(VICTIM)).token).not.toBe(first);
  const claims = Buffer.from(JSON.stringify({ sub: 'x', userCompanyId: 'y', entity: 'WBL' })).toString(
    'base64url',
  );
  for (const token of [
    'planted-by-an-attacker',
    `eyJhbGciOiJub25lIn0.${claims}.`,
    `${first.slice(0, -4)}AAAA`,
    '',
  ]) {
    expect(await personOf(token)).toBeUndefined();
  }
});

test('session fixation: a page cannot read the cookie and another site cannot send it', async () => {
  const { attributes } = await tokenOf(VICTIM);
  expect(attributes).toMatch(/HttpOnly/i);
  expect(attributes).toMatch(/SameSite=Lax/i);
  expect(attributes).toMatch(/Path=\//i);
  expect(attributes).not.toMatch(/Domain=/i);
});
