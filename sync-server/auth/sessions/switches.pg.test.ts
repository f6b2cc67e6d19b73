import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, type Browser, errorOf, openAccountLab } from '#sync-server/auth/account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const TECH = 'lab-tech@wbl.example';

async function membershipOf(email: string) {
  const [row] = await lab.rows<{ userId: string; userCompanyId: string; companyId: string }>(
    `SELECT u.id AS "userId", uc.id AS "userCompanyId", uc.company_id AS "companyId"
       FROM "user" u JOIN user_company uc ON uc.user_id = u.id WHERE u.email = $1 ORDER BY uc.created_at LIMIT 1`,
    [email],
  );
  if (!row) throw new Error(`${email} is not there.`);
  return row;
}

/** Create a second membership of a person, in another person's company. */
async function alsoIn(email: string, other: string, role: string, more: { deactivated?: boolean } = {}) {
  const { userId } = await membershipOf(email);
  const [company] = await lab.rows<{ id: string; entity: string }>(
    'SELECT c.id, c.entity FROM company c WHERE c.id = $1',
    [(await membershipOf(other)).companyId],
  );
  const id = ulid();
  await lab.rows(
    `INSERT INTO user_company (id, created_at, updated_at, entity, user_id, company_id, role, deactivated, accepted_at)
     VALUES ($1, now(), now(), $2, $3, $4, $5, $6, now())`,
    [id, company?.entity, userId, company?.id, role, more.deactivated ?? false],
  );
  return id;
}

const switchCompany = (browser: Browser, userCompanyId: string) =>
  browser.post('/api/auth/switch-company').send({ userCompanyId });
const switchRole = (browser: Browser, role: string) =>
  browser.patch('/api/super-admin/switch-role').send({ role });

const accesses = (action: string, email: string) =>
  lab.rows(
    `SELECT a.target_type AS type, a.target_id AS id FROM access_log a JOIN "user" u ON u.id = a.user_id
      WHERE a.action = $1 AND u.email = $2 ORDER BY a.occurred_at`,
    [action, email],
  );

test('a person with two companies switches to the other one with its role, which is logged', async () => {
  const email = 'company-user@wbl.example';
  const second = await alsoIn(email, 'institution-user@wbl.example', 'INSTITUTION_USER');
  const browser = lab.browser();
  const before = await lab.signIn(browser, email);
  expect(before?.user.role).toBe('COMPANY_USER');
  expect(before?.user.companies).toContainEqual(expect.objectContaining({ userCompanyId: second }));
  const { body } = await switchCompany(browser, second).expect(200);
  expect(body).toEqual({ url: '/' });
  const after = await lab.session(browser);
  expect(after?.user).toMatchObject({ userCompanyId: second, role: 'INSTITUTION_USER', email });
  expect(await accesses('SWITCH_COMPANY', email)).toEqual([{ type: 'UserCompany', id: second }]);
  await switchCompany(browser, before?.user.userCompanyId ?? '').expect(200);
  expect((await lab.session(browser))?.user.role).toBe('COMPANY_USER');
});

test("nobody switches to another person's membership, a deactivated one, or one of the other business entity", async () => {
  const email = 'sales-rep@wbl.example';
  const deactivated = await alsoIn(email, 'company-user@wbl.example', 'COMPANY_USER', { deactivated: true });
  const otherEntityMember = await alsoIn(email, 'admin@resonant.example', 'ADMIN');
  const foreignMembership = (await membershipOf('admin@wbl.example')).userCompanyId;
  const browser = lab.browser();
  const before = await lab.signIn(browser, email);
  for (const id of [deactivated, otherEntityMember, foreignMembership, ulid()]) {
    const answer = await switchCompany(browser, id).expect(404);
    expect(errorOf(answer)).toBe('Error switching companies');
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(await lab.session(browser)).toMatchObject({ user: before?.user });
  expect(await accesses('SWITCH_COMPANY', email)).toEqual([]);
  await switchCompany(lab.browser(), foreignMembership).expect(401);
});

test('a super admin acts as another role in this session alone, for pages, grants and operations', async () => {
  await lab.rows('UPDATE "user" SET is_super_admin = true WHERE email = $1', [TECH]);
  const [browser, otherEntityMember] = [lab.browser(), lab.browser()];
  await lab.signIn(browser, TECH);
  await lab.signIn(otherEntityMember, TECH);
  const target = (await membershipOf('research-assistant@wbl.example')).userCompanyId;
  const toggle = (deactivated: boolean) =>
    browser
      .patch('/api/users/toggle-status')
      .send({ userCompanyId: target, deactivated, reason: 'A rehearsal' });
  await toggle(true).expect(403);
  await switchRole(browser, 'LAB_MANAGER').expect(200);
  expect((await lab.session(browser))?.user.role).toBe('LAB_MANAGER');
  expect((await lab.session(otherEntityMember))?.user.role).toBe('LAB_TECH');
  await toggle(true).expect(200);
  await toggle(false).expect(200);
  await switchRole(browser, 'COMPANY_USER').expect(200);
  await browser.get('/api/users').expect(403);
  // Whatever the acting role, the way back stays open.
  await switchRole(browser, 'LAB_TECH').expect(200);
  await toggle(true).expect(403);
  expect(await accesses('SWITCH_ROLE', TECH)).toEqual(
    ['LAB_MANAGER', 'COMPANY_USER', 'LAB_TECH'].map((id) => ({ type: 'Role', id })),
  );
  await switchRole(browser, 'LAB_MANAGER').expect(200);
  await lab.rows('UPDATE "user" SET is_super_admin = false WHERE email = $1', [TECH]);
  expect((await lab.session(browser))?.user.role).toBe('LAB_TECH');
  await toggle(true).expect(403);
});

test('only super admins switch roles, and only to roles of the site', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, 'admin@wbl.example');
  const isSuper = (
    await lab.rows('SELECT 1 FROM "user" WHERE email = $1 AND is_super_admin', ['admin@wbl.example'])
  ).length;
  if (isSuper === 0) await switchRole(browser, 'LAB_TECH').expect(403);
  await lab.rows('UPDATE "user" SET is_super_admin = true WHERE email = $1', ['admin@wbl.example']);
  expect(errorOf(await switchRole(browser, 'CLINICIAN').expect(422))).toBe('Error switching roles');
  await switchRole(browser, 'KING').expect(422);
  expect((await lab.session(browser))?.user.role).toBe('ADMIN');
});

test('earlier work of a handheld is judged in the role of its session at that time', async () => {
  await lab.rows('UPDATE "user" SET is_super_admin = true WHERE email = $1', [TECH]);
  const browser = lab.browser();
  await lab.signIn(browser, TECH);
  const { deviceId } = (await browser.post('/api/sync/devices').send({ name: 'Zebra' }).expect(200)).body;
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const operationTemplate = { name: 'move-container', version: 1, base: {}, dependsOn: [], args: {} };
  const push = async (n: number, occurredAt: string) => {
    const operations = [{ ...operationTemplate, id: ulid(), n, occurredAt }];
    const pushRequest = { deviceId, protocol: 1, operations };
    return (await browser.post('/api/sync/operations').send(pushRequest).expect(200)).body.verdicts[0].code;
  };
  await switchRole(browser, 'SALES_REP').expect(200);
  // Before the switch the person was a lab tech, so the arguments are parsed; a sales rep may not do it at
  // all.
  expect(await push(1, at(-10))).not.toBe('FORBIDDEN');
  expect(await push(2, at(0.01))).toBe('FORBIDDEN');
});

test('a page that reads its session during a switch does not undo the switch', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, TECH);
  const { headers } = await browser.get('/api/auth/session').expect(200);
  expect(String(headers['set-cookie'] ?? '')).not.toContain('session-token');
});
