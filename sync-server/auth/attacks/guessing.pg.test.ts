import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AccountLab, openAccountLab, PASSWORD } from '../account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
beforeEach(async () => {
  await lab.rows('DELETE FROM attempt');
  await lab.rows('UPDATE "user" SET pin_failed_count = 0, pin_locked_until = NULL');
});
afterAll(() => lab.close());

const TECH = 'lab-tech@wbl.example';
const signedIn = async (email: string) => {
  const browser = lab.browser();
  await lab.signIn(browser, email);
  return browser;
};

test('PIN guessing per account: five wrong PINs lock it, also for a second session and for the right PIN', async () => {
  const [first, second] = [await signedIn(TECH), await signedIn(TECH)];
  const check = (browser: typeof first, pin: string) => browser.post('/api/auth/pin').send({ pin });
  for (const pin of ['000000', '111111']) expect((await check(first, pin)).body.code).toBe('VALIDATION');
  for (const pin of ['222222', '333333']) expect((await check(second, pin)).body.code).toBe('VALIDATION');
  expect((await check(first, '444444')).body.code).toBe('PIN_LOCKED');
  expect((await check(second, '246810')).body.code).toBe('PIN_LOCKED');
});

test('PIN guessing in parallel: at most five of many concurrent guesses are checked', async () => {
  const browser = await signedIn(TECH);
  const guesses = Array.from({ length: 12 }, (_, i) =>
    browser.post('/api/auth/pin').send({ pin: String(100_000 + i) }),
  );
  const codes = (await Promise.all(guesses)).map(({ body }) => body.code);
  expect(codes.filter((code) => code === 'VALIDATION')).toHaveLength(4);
  expect(codes.filter((code) => code === 'PIN_LOCKED')).toHaveLength(8);
});

test('PIN guessing per address: an address that tries a hundred people is blocked; a right PIN does not count', async () => {
  const check = async (email: string, pin: string) => {
    const { status, body } = await (await signedIn(email)).post('/api/auth/pin').send({ pin });
    return body.code ?? status;
  };
  const [RIGHT, WRONG] = ['246810', '000000'];
  expect(await check('lab-manager@wbl.example', WRONG)).toBe('VALIDATION');
  // So many other people of the same lab have mistyped theirs.
  const otherAttempts = await lab.rows('UPDATE attempt SET count = count + 98 WHERE count = 1 RETURNING 1');
  expect(otherAttempts).toHaveLength(1);
  await lab.rows(
    `UPDATE "user" SET pin_locked_until = now() + interval '5 minutes' WHERE email = 'admin@wbl.example'`,
  );
  for (let i = 0; i < 3; i += 1) {
    expect(await check(TECH, RIGHT)).toBe(200);
    expect(await check('admin@wbl.example', WRONG)).toBe('PIN_LOCKED');
  }
  expect(await check(TECH, WRONG)).toBe('VALIDATION');
  expect(await check('research-assistant@wbl.example', WRONG)).toBe('RATE_LIMITED');
  expect(await check(TECH, RIGHT)).toBe('RATE_LIMITED');
  lab.later(16);
  expect(await check(TECH, RIGHT)).toBe(200);
});

test('password guessing per account: twenty wrong passwords block one address, also for the right password', async () => {
  const email = 'sales-leader@wbl.example';
  const browser = lab.browser();
  const csrfToken = await lab.csrf(browser);
  const form = (password: string) => ({ email, password, csrfToken, json: 'true', callbackUrl: '/' });
  const enter = (password: string) =>
    browser.post('/api/auth/callback/credentials').type('form').send(form(password));
  for (let i = 0; i < 20; i += 1) expect((await enter('')).status).not.toBe(429);
  expect((await enter(PASSWORD)).status).toBe(429);
  expect(await lab.session(browser)).toBeNull();
  expect((await lab.signIn(lab.browser(), TECH))?.user.email).toBe(TECH);
  lab.later(16);
  expect((await lab.signIn(lab.browser(), email))?.user.email).toBe(email);
});

test('password guessing in an open session: setting a PIN and changing the password count together', async () => {
  const browser = await signedIn('lab-manager@wbl.example');
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const guess = `a wrong guess ${i}`;
    statuses.push((await browser.put('/api/auth/pin').send({ pin: '135790', password: guess })).status);
    const change = { currentPassword: guess, newPassword: 'another correct horse' };
    statuses.push((await browser.put('/api/auth/password').send(change)).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
  expect(statuses.slice(10)).toEqual([429, 429]);
  await browser.put('/api/auth/pin').send({ pin: '135790', password: PASSWORD }).expect(429);
});

test('password guessing per address: attempts on many accounts wait longer and longer, whatever the headers claim', async () => {
  const browser = lab.browser();
  const csrfToken = await lab.csrf(browser);
  const guess = (i: number) =>
    browser
      .post('/api/auth/callback/credentials')
      .set('x-forwarded-for', `10.0.0.${i}`)
      .type('form')
      .send({ email: `person-${i}@wbl.example`, password: '', csrfToken, json: 'true' });
  for (let i = 0; i < 60; i += 1) expect((await guess(i)).status).not.toBe(429);
  const startedAt = performance.now();
  await guess(61);
  expect(performance.now() - startedAt).toBeGreaterThan(500);
  // Only some of the concurrent attempts wait; the rest is refused.
  await lab.rows('UPDATE attempt SET count = 10000 WHERE count > 50');
  const statuses = (await Promise.all(Array.from({ length: 30 }, (_, i) => guess(100 + i)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
});

test('an attacker at one computer of the lab does not lock out colleagues behind the same address', async () => {
  const browser = lab.browser();
  const csrfToken = await lab.csrf(browser);
  await browser
    .post('/api/auth/callback/credentials')
    .type('form')
    .send({ email: 'nobody@wbl.example', password: '', csrfToken, json: 'true' });
  // The count of the address and those of the attacked account.
  expect(await lab.rows('UPDATE attempt SET count = 10000 RETURNING 1')).toHaveLength(3);
  expect((await lab.signIn(lab.browser(), TECH))?.user.email).toBe(TECH);
});
