import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, newCustomer, openAccountLab, PASSWORD } from '#sync-server/auth/account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

/** Read the audit log of a person's secrets, oldest first; the author is the person. */
const audited = (email: string) =>
  lab.rows<{ action: string; changes: Record<string, [unknown, unknown]>; own: boolean }>(
    `SELECT a.action, a.changes, a.user_id = u.id AS own FROM audit_log a JOIN "user" u ON u.id = a.record_id
      WHERE u.email = $1 AND a.table_name = 'user' AND a.changes ?| ARRAY['password', 'pin', 'googleId'] ORDER BY a.id`,
    [email],
  );
const SECRETS = ['password', 'pin', 'googleId'];
const secretsOf = async (email: string) =>
  (await audited(email)).map(({ changes }) =>
    Object.fromEntries(Object.entries(changes).filter(([field]) => SECRETS.includes(field))),
  );

test('a password change is in the audit log by its field, with the sessions that it ended', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, 'lab-tech@wbl.example');
  const change = { currentPassword: PASSWORD, newPassword: 'a brand new password' };
  await browser.put('/api/auth/password').send(change).expect(200);
  expect(await audited('lab-tech@wbl.example')).toEqual([
    { action: 'UPDATE', changes: { password: ['set', 'changed'], sessionVersion: [1, 2] }, own: true },
  ]);
});

test('a new PIN is in the audit log; PIN guesses add nothing', async () => {
  await lab.rows(`UPDATE "user" SET pin = NULL, pin_set_at = NULL WHERE email = 'admin@wbl.example'`);
  const browser = lab.browser();
  await lab.signIn(browser, 'admin@wbl.example');
  await browser.put('/api/auth/pin').send({ pin: '135790', password: PASSWORD }).expect(200);
  await browser.post('/api/auth/pin').send({ pin: '000000' }).expect(422);
  await browser.put('/api/auth/pin').send({ pin: '246801', password: PASSWORD }).expect(200);
  expect(await secretsOf('admin@wbl.example')).toEqual([{ pin: [null, 'set'] }, { pin: ['set', 'changed'] }]);
  const [row] = await lab.rows(
    `SELECT pin_set_at, pin_failed_count FROM "user" WHERE email = 'admin@wbl.example'`,
  );
  expect(row).toEqual({ pin_set_at: expect.any(Date), pin_failed_count: 0 });
});

test('a password set through a link, and one removed from an unverified address, are in the audit log', async () => {
  const email = 'audited@new.example';
  await lab.browser().post('/api/create-account').send(newCustomer(email)).expect(201);
  const asking = lab.browser();
  const form = { email, csrfToken: await lab.csrf(asking), callbackUrl: '/', json: 'true' };
  await asking.post('/api/auth/signin/email').type('form').send(form).expect(200);
  const token = await lab.tokenTo(email, 'EMAIL_SIGN_IN');
  await asking
    .post('/api/auth/callback/email')
    .type('form')
    .send({ token, csrfToken: form.csrfToken, json: 'true' });
  await lab.browser().post('/api/auth/forgot-password').send({ email }).expect(200);
  const reset = { token: await lab.tokenTo(email, 'PASSWORD_RESET'), password: 'another new password' };
  await lab.browser().post('/api/auth/reset-password').send(reset).expect(200);
  expect(await secretsOf(email)).toEqual([
    { password: [null, 'set'] },
    { password: ['set', null] },
    { password: [null, 'set'] },
  ]);
});

test('no secret and no hash of one is in the audit log or in an event', async () => {
  const leaks = await lab.rows(
    `SELECT changes::text AS text FROM audit_log WHERE changes::text LIKE '%argon2%' OR changes::text ~ '135790|246801|brand new'
     UNION ALL SELECT data::text FROM event WHERE data::text LIKE '%argon2%' OR data::text ~ '135790|246801|brand new'`,
  );
  expect(leaks).toEqual([]);
});
