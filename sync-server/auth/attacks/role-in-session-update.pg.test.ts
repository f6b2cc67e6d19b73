import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, openAccountLab } from '../account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

test('role in session update: data from a client does not change its identity', async () => {
  const browser = lab.browser();
  const before = await lab.signIn(browser, 'lab-tech@wbl.example');
  const [admin] = await lab.rows<{ id: string; company: string; userId: string }>(
    `SELECT uc.id, uc.company_id AS company, u.id AS "userId" FROM user_company uc JOIN "user" u ON u.id = uc.user_id
      WHERE u.email = 'admin@wbl.example'`,
  );
  const forgedUpdate = {
    role: 'ADMIN',
    actingRole: 'ADMIN',
    actedAs: [{ since: 0, role: 'ADMIN' }],
    isSuperAdmin: true,
    entity: 'RESONANT',
    companyId: admin?.company,
    userCompanyId: admin?.id,
    sub: admin?.userId,
    sessionVersion: 99,
    membershipVersion: 99,
    signedInAt: 4_000_000_000_000,
    permissions: ['USERS_EDIT_ALL'],
  };
  const csrfToken = await lab.csrf(browser);
  for (const data of [
    forgedUpdate,
    { user: forgedUpdate },
    { session: { user: forgedUpdate } },
    { token: forgedUpdate },
  ]) {
    await browser.post('/api/auth/session').send({ csrfToken, data, ...forgedUpdate });
    await browser
      .post('/api/auth/session')
      .type('form')
      .send({ csrfToken, data: JSON.stringify(data) });
    const after = await lab.session(browser);
    expect(after).toMatchObject({ user: before?.user, entity: 'WBL' });
    expect(Reflect.get(after ?? {}, 'signedInAt')).toBe(Reflect.get(before ?? {}, 'signedInAt'));
  }
  await browser.get('/api/permissions').expect(403);
  await browser.patch('/api/super-admin/switch-role').send({ role: 'ADMIN' }).expect(403);
});

test('role in session update: an update is refused without the token and without a session', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, 'lab-tech@wbl.example');
  await browser.post('/api/auth/session').send({ data: { role: 'ADMIN' } });
  expect((await lab.session(browser))?.user.role).toBe('LAB_TECH');
  const anonymousBrowser = lab.browser();
  await anonymousBrowser
    .post('/api/auth/session')
    .send({ csrfToken: await lab.csrf(anonymousBrowser), data: { role: 'ADMIN', sub: 'x' } });
  expect(await lab.session(anonymousBrowser)).toBeNull();
});
