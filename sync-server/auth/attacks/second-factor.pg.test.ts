import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Browser,
  openSecondFactorLab,
  PASSWORD,
  type SecondFactorLab,
} from '#sync-server/auth/account-lab.ts';
import { ROUTES } from '#sync-server/routes.ts';

const API = '/api/auth/second-factor';
const ADMIN = 'admin@wbl.test';
const TECH = 'lab-tech@wbl.test';

let lab: SecondFactorLab;
beforeAll(async () => {
  lab = await openSecondFactorLab();
});
beforeEach(() =>
  lab.rows(
    'DELETE FROM second_factor; DELETE FROM recovery_code; DELETE FROM remembered_browser; DELETE FROM attempt',
  ),
);
afterAll(() => lab.close());

const verify = (browser: Browser, proof: object) => browser.post(`${API}/verify`).send({ proof });

test('privileged roles without a second factor can only open its setup, whatever path they call', async () => {
  const browser = await lab.enter(ADMIN);
  expect(await lab.session(browser)).toBeNull();
  expect(await lab.step(browser)).toBe('SET_UP');
  const closed = ROUTES.filter((route) => route.kind !== 'router' && route.access !== 'open');
  expect(closed.length).toBeGreaterThan(100);
  const open: string[] = [];
  for (const route of closed) {
    if (route.kind === 'router') continue;
    const path = route.path.replace(/:\w+/g, 'none');
    const { status } = await browser[route.method](path).send(route.method === 'get' ? undefined : {});
    if (status !== 401) open.push(`${route.method} ${path} ${status}`);
  }
  expect(open).toEqual([]);
});

test('every role that needs a second factor and every super admin is led to it; others sign in directly', async () => {
  const needs = ['admin', 'developer', 'billing-manager', 'lab-clinical-director', 'lab-research-director'];
  for (const role of needs)
    expect([role, await lab.step(await lab.enter(`${role}@wbl.test`))]).toEqual([role, 'SET_UP']);
  expect((await lab.session(await lab.enter(TECH)))?.user.email).toBe(TECH);
  await lab.rows('UPDATE "user" SET is_super_admin = true WHERE email = $1', [TECH]);
  expect(await lab.step(await lab.enter(TECH))).toBe('SET_UP');
  await lab.rows('UPDATE "user" SET is_super_admin = false WHERE email = $1', [TECH]);
});

test('people of the demo lab need no second factor and may set one up', async () => {
  const demo = (email: string) =>
    lab.rows(`UPDATE "user" SET email = $1 WHERE email LIKE 'admin@wbl.%'`, [email]);
  await demo('admin@wbl.example');
  const browser = await lab.enter('admin@wbl.example');
  expect((await lab.session(browser))?.user.email).toBe('admin@wbl.example');
  await lab.addApp(browser);
  expect(await lab.step(await lab.enter('admin@wbl.example'))).toBe('CODE');
  await demo(ADMIN);
});

test('a stolen password alone is useless once an app is set up', async () => {
  const { secret } = await lab.addApp(await lab.enter(ADMIN));
  const thief = await lab.enter(ADMIN);
  expect(await lab.session(thief)).toBeNull();
  await thief.get('/api/lab/samples').expect(401);
  await thief.post(`${API}/authenticator`).send({ password: PASSWORD }).expect(401);
  await thief.post(`${API}/passkey`).send({ password: PASSWORD }).expect(401);
  await thief.get(`${API}/settings`).expect(401);
  expect(await lab.enterCode(thief, '000000')).toBe(422);
  lab.later(1);
  const owner = await lab.enter(ADMIN);
  expect(await lab.enterCode(owner, lab.codeOf(secret))).toBe(200);
  expect((await lab.session(owner))?.user.email).toBe(ADMIN);
  expect(await lab.session(thief)).toBeNull();
});

test('an observed code is useless, neither in another browser nor at the same moment', async () => {
  const { secret } = await lab.addApp(await lab.enter(ADMIN));
  const [first, second] = [await lab.enter(ADMIN), await lab.enter(ADMIN)];
  // The setup has used up its code.
  expect(await lab.enterCode(first, lab.codeOf(secret))).toBe(422);
  lab.later(1);
  const code = lab.codeOf(secret);
  const both = await Promise.all([lab.enterCode(first, code), lab.enterCode(second, code)]);
  expect([...both].sort()).toEqual([200, 422]);
  // Either may be the first; the other one is still not signed in.
  const waiting = both[0] === 422 ? first : second;
  expect(await lab.enterCode(waiting, lab.codeOf(secret, -0.5))).toBe(422);
});

test('codes cannot be guessed: ten wrong codes from an address block the account, and no other of the lab', async () => {
  const { secret } = await lab.addApp(await lab.enter(ADMIN));
  const director = await lab.addApp(await lab.enter('lab-clinical-director@wbl.test'));
  lab.later(1);
  const thief = await lab.enter(ADMIN);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) statuses.push(await lab.enterCode(thief, String(100_000 + i)));
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  expect(await lab.enterCode(thief, lab.codeOf(secret))).toBe(429);
  const other = await lab.enter('lab-clinical-director@wbl.test');
  expect(await lab.enterCode(other, lab.codeOf(director.secret))).toBe(200);
  lab.later(16);
  expect(await lab.enterCode(thief, lab.codeOf(secret))).toBe(200);
});

test('parallel guesses are counted before they are checked', async () => {
  await lab.addApp(await lab.enter(ADMIN));
  const thief = await lab.enter(ADMIN);
  const statuses = await Promise.all(
    Array.from({ length: 25 }, (_, i) => lab.enterCode(thief, String(200_000 + i))),
  );
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
});

test('a recovery code works once, in any spelling, and its owner is notified', async () => {
  const { recoveryCodes } = await lab.addApp(await lab.enter(ADMIN));
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
  await verify(await lab.enter(ADMIN), { kind: 'RECOVERY_CODE', code: typed }).expect(200);
  await verify(await lab.enter(ADMIN), { kind: 'RECOVERY_CODE', code }).expect(422);
  expect((await lab.mailTo(ADMIN, 'SECURITY_NOTICE')).subject).toBe(
    'A recovery code was used to sign in to your account',
  );
});

test("the database contains neither an app's secret nor a recovery code nor a browser's token", async () => {
  const { secret, recoveryCodes } = await lab.addApp(await lab.enter(ADMIN));
  lab.later(1);
  const browser = await lab.enter(ADMIN);
  const body = { proof: { kind: 'APP_CODE', code: lab.codeOf(secret) }, remember: true };
  const answer = await browser.post(`${API}/verify`).send(body).expect(200);
  const cookies = ([] as string[]).concat(answer.headers['set-cookie'] ?? []);
  const token = /benchside\.remembered\.[^=]+=([^;]+)/.exec(cookies.join('\n'))?.[1] ?? '';
  expect(token).toHaveLength(43);
  const storedText = JSON.stringify([
    await lab.rows('SELECT * FROM second_factor'),
    await lab.rows('SELECT * FROM recovery_code'),
    await lab.rows('SELECT * FROM remembered_browser'),
    await lab.rows('SELECT * FROM event'),
    await lab.rows('SELECT * FROM email'),
  ]);
  for (const clear of [
    secret,
    token,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
  ])
    expect(storedText.includes(clear)).toBe(false);
});

test('a sealed secret copied to another person is useless', async () => {
  const { secret } = await lab.addApp(await lab.enter(ADMIN));
  await lab.rows(
    `INSERT INTO second_factor (id, user_id, kind, name, created_at, confirmed_at, sealed_secret)
     SELECT 'copied', u.id, f.kind, f.name, f.created_at, f.confirmed_at, f.sealed_secret
       FROM second_factor f, "user" u WHERE u.email = 'lab-manager@wbl.test'`,
  );
  lab.later(1);
  expect(await lab.enterCode(await lab.enter('lab-manager@wbl.test'), lab.codeOf(secret))).toBe(422);
});

test('an attacker at an open session cannot add or remove a factor without the password', async () => {
  const browser = await lab.enter(TECH);
  await browser.post(`${API}/authenticator`).send({}).expect(422);
  await browser.post(`${API}/passkey`).send({ password: 'a wrong guess' }).expect(422);
  const { secret } = await lab.addApp(browser);
  const [factor] = await lab.rows<{ id: string }>('SELECT id FROM second_factor');
  lab.later(1);
  const remove = (password: string, code: string) =>
    browser.post(`${API}/remove`).send({ id: factor?.id, password, proof: { kind: 'APP_CODE', code } });
  await remove('a wrong guess', lab.codeOf(secret)).expect(422);
  await remove(PASSWORD, '000000').expect(422);
  expect(await lab.rows('SELECT 1 FROM second_factor')).toHaveLength(1);
  await remove(PASSWORD, lab.codeOf(secret)).expect(200);
  expect(await lab.rows('SELECT 1 FROM second_factor')).toEqual([]);
  expect(await lab.rows('SELECT 1 FROM recovery_code')).toEqual([]);
});

test('a role that needs a second factor cannot remove the last one', async () => {
  const browser = await lab.enter(ADMIN);
  const { secret } = await lab.addApp(browser);
  const [factor] = await lab.rows<{ id: string }>('SELECT id FROM second_factor');
  lab.later(1);
  const proof = { kind: 'APP_CODE', code: lab.codeOf(secret) };
  expect(
    (await browser.post(`${API}/remove`).send({ id: factor?.id, password: PASSWORD, proof })).status,
  ).toBe(409);
});

test("nobody can finish or remove another person's app", async () => {
  const [tech, manager] = [await lab.enter(TECH), await lab.enter('lab-manager@wbl.test')];
  const setup = (await tech.post(`${API}/authenticator`).send({ password: PASSWORD }).expect(200)).body;
  const confirm = { id: setup.id, code: lab.codeOf(setup.secret), name: 'Mine' };
  expect((await manager.post(`${API}/authenticator/confirm`).send(confirm)).status).toBe(422);
  const own = await lab.addApp(manager);
  await tech.post(`${API}/authenticator/confirm`).send(confirm).expect(200);
  const [foreign] = await lab.rows<{ id: string }>(
    'SELECT f.id FROM second_factor f JOIN "user" u ON u.id = f.user_id WHERE u.email = $1',
    [TECH],
  );
  lab.later(1);
  const proof = { kind: 'APP_CODE', code: lab.codeOf(own.secret) };
  await manager.post(`${API}/remove`).send({ id: foreign?.id, password: PASSWORD, proof }).expect(404);
});

test('sessions that were open before a factor was added need it', async () => {
  const [before, browser] = [await lab.enter(TECH), await lab.enter(TECH)];
  await lab.addApp(browser);
  expect((await lab.session(browser))?.user.email).toBe(TECH);
  expect(await lab.session(before)).toBeNull();
  expect(await lab.step(before)).toBe('CODE');
});

test('a sign-in link and a new password do not bypass the second factor', async () => {
  await lab.addApp(await lab.enter(ADMIN));
  const browser = lab.browser();
  const csrfToken = await lab.csrf(browser);
  await browser
    .post('/api/auth/signin/email')
    .type('form')
    .send({ email: ADMIN, csrfToken, callbackUrl: '/' });
  const token = await lab.tokenTo(ADMIN, 'EMAIL_SIGN_IN');
  await browser.post('/api/auth/callback/email').type('form').send({ token, csrfToken, json: 'true' });
  expect(await lab.session(browser)).toBeNull();
  expect(await lab.step(browser)).toBe('CODE');
});

test('a new password, a role switch and a renewed cookie keep the proven factor', async () => {
  const email = 'developer@wbl.test';
  const browser = await lab.enter(email);
  await lab.addApp(browser);
  await browser.patch('/api/super-admin/switch-role').send({ role: 'LAB_TECH' }).expect(200);
  const { userCompanyId } = (await lab.session(browser))?.user ?? {};
  await browser.post('/api/auth/switch-company').send({ userCompanyId }).expect(200);
  lab.later(60);
  expect((await lab.session(browser))?.user.email).toBe(email);
  const change = { currentPassword: PASSWORD, newPassword: 'several unrelated garden words' };
  await browser.put('/api/auth/password').send(change).expect(200);
  expect((await lab.session(browser))?.user.email).toBe(email);
});

test('an administrator resets a second factor with a reason; the person is notified and their sessions end', async () => {
  const manager = await lab.enter('lab-manager@wbl.test');
  await lab.addApp(manager);
  const admin = await lab.enter(ADMIN);
  await lab.addApp(admin);
  const { id = '' } = (await lab.session(manager))?.user ?? {};
  const own = (await lab.session(admin))?.user.id ?? '';
  const reset = (browser: Browser, userId: string, reason = 'Phone was lost') =>
    browser.post(`/api/users/${userId}/reset-second-factor`).send({ reason });
  await reset(manager, own).expect(403);
  await reset(admin, own).expect(409);
  await reset(admin, id, ' ').expect(422);
  await reset(admin, id).expect(200);
  expect(await lab.session(manager)).toBeNull();
  expect((await lab.session(await lab.enter('lab-manager@wbl.test')))?.user.id).toBe(id);
  expect((await lab.mailTo('lab-manager@wbl.test', 'SECURITY_NOTICE')).subject).toBe(
    'An administrator reset your second factor',
  );
  const [event] = await lab.rows(
    `SELECT data FROM event WHERE type = 'SECOND_FACTOR_RESET' AND target_id = $1`,
    [id],
  );
  expect(event).toMatchObject({
    data: { reason: 'Phone was lost', by: (await lab.session(admin))?.user.name },
  });
});

test('only a super admin can reset the second factor of a super admin', async () => {
  const developer = await lab.enter('developer@wbl.test').then(async (browser) => {
    const [row] = await lab.rows<{ id: string }>(`SELECT id FROM "user" WHERE email = 'developer@wbl.test'`);
    await lab.rows(
      `INSERT INTO second_factor (id, user_id, kind, name, created_at, confirmed_at, sealed_secret)
       VALUES ('dev', $1, 'AUTHENTICATOR', 'Phone', now(), now(), 'x')`,
      [row?.id],
    );
    return { browser, id: row?.id };
  });
  const admin = await lab.enter(ADMIN);
  await lab.addApp(admin);
  await admin
    .post(`/api/users/${developer.id}/reset-second-factor`)
    .send({ reason: 'Take over' })
    .expect(403);
  expect(await lab.rows(`SELECT id FROM second_factor WHERE id = 'dev'`)).toEqual([{ id: 'dev' }]);
});
