import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AccountLab, newCustomer, openAccountLab, PASSWORD } from '#sync-server/auth/account-lab.ts';
import { argon2 } from '#sync-server/auth/password.ts';

// Counted, but otherwise unchanged.
const verify = vi.spyOn(argon2, 'verify');
let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const NEW = 'a brand new password';
const forgot = (email: string, host = 'localhost') =>
  lab.browser(host).post('/api/auth/forgot-password').send({ email });
const reset = (token: string, password = NEW, host = 'localhost') =>
  lab.browser(host).post('/api/auth/reset-password').send({ token, password });
const linkFor = async (email: string) => {
  const before = await lab.mailCount(email);
  await forgot(email).expect(200);
  await expect.poll(() => lab.mailCount(email)).toBe(before + 1);
  return lab.tokenTo(email, 'PASSWORD_RESET');
};

describe('the reset of a forgotten password', () => {
  test('gives known and unknown addresses the same response before any look-up', async () => {
    const known = await forgot('sales-rep@wbl.example');
    const unknown = await forgot('nobody@nowhere.example');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
    await lab.mailTo('sales-rep@wbl.example', 'PASSWORD_RESET');
    expect(await lab.mailCount('nobody@nowhere.example')).toBe(0);
  });

  test('sets the password through a link that works once and ends all other sessions', async () => {
    const email = 'lab-manager@wbl.example';
    const stolen = lab.browser();
    await lab.signIn(stolen, email);
    const [first, second] = [await linkFor(email), await linkFor(email)];
    await reset(second).expect(200);
    expect(await lab.session(stolen)).toBeNull();
    await stolen.post('/api/auth/pin').send({ pin: '246810' }).expect(401);
    expect((await reset(second)).body.code).toBe('LINK_INVALID');
    expect((await reset(first)).body.code).toBe('LINK_INVALID');
    expect(await lab.signIn(lab.browser(), email)).toBeNull();
    expect((await lab.signIn(lab.browser(), email, NEW))?.user.email).toBe(email);
    const events = await lab.rows(
      `SELECT e.data ->> 'how' AS how FROM event e JOIN "user" u ON u.id = e.target_id WHERE u.email = $1 AND e.type = 'PASSWORD_CHANGED'`,
      [email],
    );
    expect(events).toEqual([{ how: 'link' }]);
    expect((await lab.mailTo(email, 'SECURITY_NOTICE')).subject).toBe('Your password was changed');
  });

  test('refuses a common password', async () => {
    const token = await linkFor('sales-leader@wbl.example');
    const answer = await reset(token, 'password1234');
    expect([answer.status, answer.body.issues]).toEqual([
      422,
      [{ path: 'password', message: 'This password is easy to guess. Use several unrelated words.' }],
    ]);
    await reset(token).expect(200);
  });

  test('lets one of two concurrent uses of a link set the password and tells the other that it was used', async () => {
    const token = await linkFor('cs-manager@wbl.example');
    const both = await Promise.all([
      reset(token, 'password of the first'),
      reset(token, 'password of the other'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('fails with a link after an hour, at the other business entity, and after a change of address', async () => {
    const token = await linkFor('cs-rep@wbl.example');
    expect((await reset(token, NEW, 'resonant.localhost')).status).toBe(409);
    lab.later(61);
    expect((await reset(token)).status).toBe(409);
    const moved = await linkFor('cs-rep@wbl.example');
    await lab.rows(`UPDATE "user" SET email = 'moved@wbl.example' WHERE email = 'cs-rep@wbl.example'`);
    expect((await reset(moved)).status).toBe(409);
  });

  test('sends no link to people who may not sign in', async () => {
    await lab.rows(
      `UPDATE user_company SET deactivated = true WHERE user_id = (SELECT id FROM "user" WHERE email = 'lab-tech@wbl.example')`,
    );
    await forgot('lab-tech@wbl.example').expect(200);
    await forgot('lab-manager@wbl.example', 'resonant.localhost').expect(200);
    await linkFor('sales-leader@wbl.example');
    expect(await lab.mailCount('lab-tech@wbl.example')).toBe(0);
    const entities = await lab.rows(
      `SELECT DISTINCT entity FROM email WHERE "to" = 'lab-manager@wbl.example'`,
    );
    expect(entities).toEqual([{ entity: 'WBL' }]);
  });

  test('sends one mailbox few emails, with our URL in the link whatever the request says', async () => {
    const email = 'billing-manager@wbl.example';
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const resetRequest = lab
        .browser('localhost:9')
        .post('/api/auth/forgot-password')
        .set('X-Forwarded-Host', 'evil.example');
      statuses.push((await resetRequest.send({ email })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const mail = await lab.mailTo(email, 'PASSWORD_RESET');
    expect(mail.text).toContain('http://localhost:3000/reset-password#token=');
    expect(mail.text).not.toContain('evil');
    expect((await forgot(email, 'evil.example')).status).toBe(400);
  });

  test.each([
    'a@uni.example\r\nBcc: eve@evil.example',
    'a@uni.example, eve@evil.example',
    'a@uni.example%0abcc:x',
  ])('accepts no injected second recipient: %j', async (email) => {
    expect((await forgot(email)).status).toBe(422);
  });
});

describe('the change of a password', () => {
  const change = (browser: ReturnType<AccountLab['browser']>, currentPassword: string, newPassword = NEW) =>
    browser.put('/api/auth/password').send({ currentPassword, newPassword });

  test('needs the old one, keeps this session and ends the others', async () => {
    const email = 'project-manager@wbl.example';
    const [ownBrowser, other] = [lab.browser(), lab.browser()];
    await lab.signIn(ownBrowser, email);
    await lab.signIn(other, email);
    const link = await linkFor(email);
    expect((await change(ownBrowser, 'not my password')).body.issues).toEqual([
      { path: 'currentPassword', message: 'That is not your password. Try again.' },
    ]);
    await change(ownBrowser, PASSWORD).expect(200);
    expect((await lab.session(ownBrowser))?.user.email).toBe(email);
    expect(await lab.session(other)).toBeNull();
    expect((await reset(link)).body.code).toBe('LINK_INVALID');
    expect(await lab.signIn(lab.browser(), email)).toBeNull();
  });

  test('is refused to an old cookie, to a guesser, for a short password and without a session', async () => {
    const browser = lab.browser();
    await lab.signIn(browser, 'research-assistant@wbl.example');
    expect((await change(browser, PASSWORD, 'elevenchars')).status).toBe(422);
    for (let i = 0; i < 10; i += 1) expect((await change(browser, 'guess')).status).toBe(422);
    expect((await change(browser, PASSWORD)).status).toBe(429);
    expect((await change(lab.browser(), PASSWORD)).status).toBe(401);
  });

  test('tells the owner of a Google account without a password how to get one', async () => {
    const browser = lab.browser();
    await lab.signIn(browser, 'admin@wbl.example');
    await lab.rows(`UPDATE "user" SET password = NULL WHERE email = 'admin@wbl.example'`);
    expect((await change(browser, PASSWORD)).body.error).toContain('Forgot password');
  });
});

describe('sign-in with a wrong password', () => {
  test('costs an unknown address the same work, and both are in the access log', async () => {
    const failures = async () =>
      Number(
        (await lab.rows(`SELECT count(*) FROM access_log WHERE action = 'SIGN_IN_FAILED'`))[0]?.['count'],
      );
    const before = await failures();
    await lab.signIn(lab.browser(), 'nobody@nowhere.example', 'guess guess guess');
    await lab.signIn(lab.browser(), 'developer@wbl.example', 'guess guess guess');
    expect(await failures()).toBe(before + 2);
    const work = async (email: string) => {
      verify.mockClear();
      const browser = lab.browser();
      const csrfToken = await lab.csrf(browser);
      const resetRequest = vi.spyOn(lab.database.pool, 'query');
      const form = { email, password: 'guess', csrfToken, json: 'true' };
      await browser.post('/api/auth/callback/credentials').type('form').send(form);
      const statements = resetRequest.mock.calls.map(([text]) => String(text).slice(0, 40));
      resetRequest.mockRestore();
      return { hashings: verify.mock.calls.length, statements };
    };
    const known = await work('developer@wbl.example');
    expect(await work('nobody@nowhere.example')).toEqual(known);
    expect(known.hashings).toBe(1);
  });

  test('is blocked when many addresses guess at one account', async () => {
    await lab.rows('DELETE FROM attempt');
    const browser = lab.browser();
    const csrfToken = await lab.csrf(browser);
    const guess = (email: string) =>
      browser
        .post('/api/auth/callback/credentials')
        .type('form')
        .send({ email, password: '', csrfToken, json: 'true' });
    const email = 'person-1@nowhere.example';
    expect((await guess(email)).status).not.toBe(429);
    // The other guesses came from elsewhere; this address has only one.
    await lab.rows('UPDATE attempt SET count = 100 WHERE key = $1', [
      createHash('sha256').update(`sign-in|WBL|account|${email}`).digest('base64url'),
    ]);
    expect((await guess(email)).status).toBe(429);
  });
});

test('sign-out is in the access log', async () => {
  await lab.rows('DELETE FROM attempt');
  const browser = lab.browser();
  const session = await lab.signIn(browser, 'developer@wbl.example');
  await browser
    .post('/api/auth/signout')
    .type('form')
    .send({ csrfToken: await lab.csrf(browser), callbackUrl: '/' });
  expect(await lab.session(browser)).toBeNull();
  const lines = await lab.rows(`SELECT action FROM access_log WHERE user_id = $1 ORDER BY id DESC LIMIT 1`, [
    session?.user.id,
  ]);
  expect(lines).toEqual([{ action: 'SIGN_OUT' }]);
});

test('an account created before the address was verified loses its password once the owner comes by link', async () => {
  const email = 'victim@uni.example';
  const attacker = lab.browser();
  await lab.browser().post('/api/create-account').send(newCustomer(email)).expect(201);
  await lab.signIn(attacker, email, 'correct horse battery');
  const owner = lab.browser();
  const csrfToken = await lab.csrf(owner);
  await owner
    .post('/api/auth/signin/email')
    .type('form')
    .send({ email, csrfToken, callbackUrl: '/', json: 'true' });
  const token = await lab.tokenTo(email, 'EMAIL_SIGN_IN');
  await owner
    .post('/api/auth/callback/email')
    .type('form')
    .send({ token, csrfToken, callbackUrl: '/', json: 'true' });
  expect((await lab.session(owner))?.user.email).toBe(email);
  expect(await lab.session(attacker)).toBeNull();
  expect(await lab.signIn(lab.browser(), email, 'correct horse battery')).toBeNull();
});
