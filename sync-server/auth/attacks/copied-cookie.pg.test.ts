import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, type Browser, openAccountLab } from '#sync-server/auth/account-lab.ts';
import { SESSION_COOKIES } from '#sync-server/auth/sessions/session-cookie.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const [, COOKIE] = SESSION_COOKIES;
const TECH = 'lab-tech@wbl.example';

/** The cookies that an attacker can copy from a browser. */
const copyOf = (browser: Browser): string =>
  browser.jar.getCookie(COOKIE, { path: '/', domain: '127.0.0.1', secure: false, script: false })?.value ??
  '';

const withCopy = (token: string) => ({ cookie: `${COOKIE}=${token}` });
const personOf = async (token: string): Promise<string | undefined> =>
  (await lab.browser().get('/api/auth/session').set(withCopy(token))).body?.user?.email;

async function signOut(browser: Browser): Promise<void> {
  const form = { csrfToken: await lab.csrf(browser), callbackUrl: '/sign-in', json: 'true' };
  await browser.post('/api/auth/signout').type('form').send(form).expect(200);
}

test("a copied cookie is useless after sign-out, and the person's other devices stay signed in", async () => {
  const [bench, handheld] = [lab.browser(), lab.browser()];
  await lab.signIn(bench, TECH);
  await lab.signIn(handheld, TECH);
  const copy = copyOf(bench);
  expect(await personOf(copy)).toBe(TECH);
  await lab.browser().get('/api/lab/samples').set(withCopy(copy)).expect(200);
  await signOut(bench);
  expect(await lab.session(bench)).toBeNull();
  expect(await personOf(copy)).toBeUndefined();
  await lab.browser().get('/api/lab/samples').set(withCopy(copy)).expect(401);
  await lab.browser().post('/api/sync/hand-over').set(withCopy(copy)).send({}).expect(401);
  expect((await lab.session(handheld))?.user.email).toBe(TECH);
  expect(await lab.rows(`SELECT 1 FROM access_log WHERE action = 'SIGN_OUT'`)).toHaveLength(1);
});

test("a copied cookie is useless after sign-out, even if the session's cookie was sealed again since", async () => {
  const browser = lab.browser();
  await lab.signIn(browser, 'developer@wbl.example');
  const copies = [copyOf(browser)];
  lab.later(11 * 60);
  await lab.session(browser);
  copies.push(copyOf(browser));
  await browser.patch('/api/super-admin/switch-role').send({ role: 'LAB_TECH' }).expect(200);
  copies.push(copyOf(browser));
  const session = await lab.session(browser);
  const { userCompanyId } = session?.user ?? {};
  await browser.post('/api/auth/switch-company').send({ userCompanyId }).expect(200);
  copies.push(copyOf(browser));
  expect(new Set(copies).size).toBe(4);
  for (const copy of copies) expect(await personOf(copy)).toBe('developer@wbl.example');
  await signOut(browser);
  for (const copy of copies) expect(await personOf(copy)).toBeUndefined();
});

test('records of ended sessions are deleted once none of their cookies can be valid', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, TECH);
  await signOut(browser);
  const [before] = await lab.rows<{ n: number }>('SELECT count(*)::int AS n FROM ended_session');
  expect(before?.n).toBeGreaterThan(0);
  lab.later(8 * 24 * 60);
  await lab.signIn(browser, TECH);
  await signOut(browser);
  expect(await lab.rows('SELECT count(*)::int AS n FROM ended_session')).toEqual([{ n: 1 }]);
});

test('a sign-out without the token of the own browser ends no session', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, TECH);
  const copy = copyOf(browser);
  const csrfToken = await lab.csrf(lab.browser());
  await lab.browser().post('/api/auth/signout').set(withCopy(copy)).type('form').send({ csrfToken });
  expect(await personOf(copy)).toBe(TECH);
});
