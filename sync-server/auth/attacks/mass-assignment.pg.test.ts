import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AccountLab, newCustomer, openAccountLab } from '../account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
beforeEach(() => lab.rows('DELETE FROM attempt'));
afterAll(() => lab.close());

const MANAGER = 'company-manager@wbl.example';

/** Fields that no form has: rights, secrets, owners of rows, and fields that only the server writes. */
const SMUGGLED: Record<string, unknown> = {
  role: 'ADMIN',
  isSuperAdmin: true,
  entity: 'RESONANT',
  companyId: '01J00000000000000000000000',
  password: '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA',
  pin: '$argon2id$x',
  email: 'taken-over@evil.example',
  emailVerified: '2020-01-01T00:00:00.000Z',
  googleId: '1',
  sessionVersion: 1,
  deactivated: false,
  deleted: true,
  version: 99,
  acceptedAt: '2020-01-01T00:00:00.000Z',
  createdById: 'x',
  verificationStatus: 'APPROVED',
  allowPurchaseOrder: true,
  creditLimit: 100_000_000,
};

const rights = () =>
  lab.rows(`SELECT u.email, u.is_super_admin, u.password, u.pin, u.google_id, u.deleted, uc.role, uc.company_id, uc.entity,
      uc.deactivated FROM "user" u JOIN user_company uc ON uc.user_id = u.id ORDER BY uc.id`);

test('mass assignment: a form sets no fields of an account but its names and phone', async () => {
  const browser = lab.browser();
  const session = await lab.signIn(browser, MANAGER);
  const [member] = await lab.rows<{ userId: string; id: string }>(
    `SELECT uc.user_id AS "userId", uc.id FROM user_company uc WHERE uc.company_id = $1 AND uc.user_id <> $2 LIMIT 1`,
    [session?.user.companyId, session?.user.id],
  );
  const before = await rights();
  const forms: ['patch' | 'put' | 'post', string, object][] = [
    ['patch', '/api/users/profile', { firstName: 'Ann' }],
    ['patch', `/api/users/${session?.user.id}`, { firstName: 'Ann' }],
    ['patch', `/api/users/${member?.userId ?? session?.user.id}`, { firstName: 'Ann' }],
    ['put', '/api/preference', { emailUpdateFrequency: 'DAILY', orderCompleteEmail: true }],
    ['post', '/api/auth/switch-company', { userCompanyId: session?.user.userCompanyId }],
  ];
  for (const [method, path, form] of forms) {
    for (const [field, value] of Object.entries(SMUGGLED)) {
      if (field in form) continue;
      const { status } = await browser[method](path).send({ ...form, [field]: value });
      expect([path, field, status]).toEqual([path, field, 422]);
    }
  }
  expect(await rights()).toEqual(before);
  expect((await lab.session(browser))?.user).toMatchObject({ role: 'COMPANY_MANAGER', email: MANAGER });
});

test('mass assignment: a sign-up chooses neither rights nor verification', async () => {
  for (const field of ['role', 'isSuperAdmin', 'entity', 'companyId', 'emailVerified', 'sessionVersion']) {
    const form = newCustomer(`m-${field.toLowerCase()}@new.example`, { [field]: SMUGGLED[field] });
    expect([field, (await lab.browser().post('/api/create-account').send(form)).status]).toEqual([
      field,
      422,
    ]);
  }
  for (const field of ['verificationStatus', 'status', 'creditLimit', 'allowPurchaseOrder', 'entity', 'id']) {
    const form = newCustomer(
      `c-${field.toLowerCase()}@new.example`,
      {},
      { [field]: SMUGGLED[field] ?? 'ACTIVE' },
    );
    expect([field, (await lab.browser().post('/api/create-account').send(form)).status]).toEqual([
      field,
      422,
    ]);
  }
  expect(await lab.rows(`SELECT 1 FROM "user" WHERE email LIKE '%@new.example'`)).toEqual([]);
});

test('mass assignment: the server sets the site of a role change and the owner of a status change', async () => {
  const browser = lab.browser();
  const session = await lab.signIn(browser, 'admin@wbl.example');
  const { userCompanyId } = session?.user ?? {};
  const change = { userCompanyId, role: 'CLINICIAN' };
  await browser
    .patch('/api/users/change-role')
    .send({ ...change, siteVariant: 'clinical' })
    .expect(422);
  const toggle = { userCompanyId, deactivated: true, reason: 'x' };
  await browser
    .patch('/api/users/toggle-status')
    .send({ ...toggle, actor: { userId: 'somebody' } })
    .expect(422);
  const memberships = await lab.rows('SELECT role, deactivated FROM user_company WHERE id = $1', [
    userCompanyId,
  ]);
  expect(memberships).toEqual([{ role: 'ADMIN', deactivated: false }]);
});

test('mass assignment: a body cannot pollute a prototype', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, MANAGER);
  for (const body of [
    '{"__proto__":{"isSuperAdmin":true}}',
    '{"constructor":{"prototype":{"role":"ADMIN"}}}',
  ])
    await browser.patch('/api/users/profile').set('content-type', 'application/json').send(body);
  expect(Reflect.get({}, 'isSuperAdmin')).toBeUndefined();
  expect(Reflect.get({}, 'role')).toBeUndefined();
});
