import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Browser,
  openSecondFactorLab,
  PASSWORD,
  type SecondFactorLab,
} from '#sync-server/auth/account-lab.ts';

const API = '/api/auth/second-factor';
const ADMIN = 'admin@wbl.test';
const DIRECTOR = 'lab-clinical-director@wbl.test';

let lab: SecondFactorLab;
let secret = '';
beforeAll(async () => {
  lab = await openSecondFactorLab();
});
beforeEach(async () => {
  await lab.rows('DELETE FROM second_factor; DELETE FROM remembered_browser; DELETE FROM attempt');
  ({ secret } = await lab.addApp(await lab.enter(ADMIN)));
});
afterAll(() => lab.close());

const signOut = async (browser: Browser) =>
  browser
    .post('/api/auth/signout')
    .type('form')
    .send({ csrfToken: await lab.csrf(browser) });

async function remembered(): Promise<Browser> {
  lab.later(1);
  const browser = await lab.enter(ADMIN);
  expect(await lab.enterCode(browser, lab.codeOf(secret), true)).toBe(200);
  return browser;
}
const enterAgain = async (browser: Browser): Promise<string | undefined> => {
  await signOut(browser);
  await lab.enter(ADMIN, browser);
  return (await lab.session(browser))?.user.email;
};

test('a remembered browser skips the second factor for 30 days, and then needs it', async () => {
  const browser = await remembered();
  expect(await enterAgain(browser)).toBe(ADMIN);
  lab.later(29 * 24 * 60);
  expect(await enterAgain(browser)).toBe(ADMIN);
  lab.later(24 * 60);
  expect(await enterAgain(browser)).toBeUndefined();
  expect(await lab.step(browser)).toBe('CODE');
});

test("a browser is remembered only at its person's request", async () => {
  lab.later(1);
  const browser = await lab.enter(ADMIN);
  expect(await lab.enterCode(browser, lab.codeOf(secret))).toBe(200);
  expect(await enterAgain(browser)).toBeUndefined();
});

test('a browser is remembered for its person, not for a colleague who signs in there', async () => {
  await lab.addApp(await lab.enter(DIRECTOR));
  const browser = await remembered();
  await signOut(browser);
  await lab.enter(DIRECTOR, browser);
  expect(await lab.session(browser)).toBeNull();
  // One person's token under the cookie name of another person.
  await lab.rows(`UPDATE remembered_browser SET user_id = (SELECT id FROM "user" WHERE email = $1)`, [
    DIRECTOR,
  ]);
  expect(await enterAgain(browser)).toBeUndefined();
});

test("a forgotten browser needs the second factor again; nobody can forget another person's browsers", async () => {
  const browser = await remembered();
  const { browsers } = (await browser.get(`${API}/settings`).expect(200)).body;
  expect(browsers).toMatchObject([{ isThis: true }]);
  const director = await lab.enter(DIRECTOR);
  await lab.addApp(director);
  await director.post(`${API}/forget`).send({ id: browsers[0].id }).expect(200);
  await director.post(`${API}/forget`).send({ id: null }).expect(200);
  expect(await enterAgain(browser)).toBe(ADMIN);
  await browser.post(`${API}/forget`).send({ id: browsers[0].id }).expect(200);
  expect(await enterAgain(browser)).toBeUndefined();
});

test('a new password forgets every browser', async () => {
  const browser = await remembered();
  const [manager] = [await lab.enter(ADMIN)];
  lab.later(1);
  expect(await lab.enterCode(manager, lab.codeOf(secret))).toBe(200);
  const change = { currentPassword: PASSWORD, newPassword: 'several unrelated garden words' };
  await manager.put('/api/auth/password').send(change).expect(200);
  expect(await lab.rows('SELECT 1 FROM remembered_browser')).toEqual([]);
  await lab.rows(
    `UPDATE "user" SET password = (SELECT password FROM "user" WHERE email = $1) WHERE email = $2`,
    [DIRECTOR, ADMIN],
  );
  expect(await enterAgain(browser)).toBeUndefined();
});
