import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvitableCompanies, MEMBERSHIP_STATUSES, ShownUser, ShownUsers } from '#db/identity/shown-user.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const list = async (caller: Caller, query = '') =>
  ShownUsers.parse((await lab.call(caller, 'get', `/api/users${query}`)).body);
const open = async (caller: Caller, id: string) =>
  ShownUser.parse((await lab.call(caller, 'get', `/api/users/${id}`)).body);
async function idOf(email: string): Promise<string> {
  const [row] = await lab.rows<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [email]);
  if (!row) throw new Error(`Nobody has the address ${email}.`);
  return row.id;
}
const membershipsOf = (userId: string) =>
  lab.rows<{ id: string; deleted: boolean }>(
    'SELECT id, deleted FROM user_company WHERE user_id = $1 ORDER BY id',
    [userId],
  );

describe('the user list', () => {
  test('shows everybody of the business entity to a lab manager, and nobody of the other one', async () => {
    const { rows, total } = await list('LAB_MANAGER', '?limit=500');
    expect(rows).toHaveLength(total);
    expect(new Set(rows.map(({ companyName }) => companyName))).toContain('Northfield Biotech');
    expect(rows.some(({ email }) => email.endsWith('@resonant.example'))).toBe(false);
  });

  test('shows only people of the university to its manager', async () => {
    const { rows } = await list('INSTITUTION_MANAGER');
    expect(new Set(rows.map(({ companyName }) => companyName))).toEqual(new Set(['Lakeside University']));
    expect(rows.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['ACTIVE', 'INVITED', 'DEACTIVATED']),
    );
  });

  test('shows people of child companies to a manager too', async () => {
    await lab.database.pool.query(
      `UPDATE company SET parent_company_id = (SELECT id FROM company WHERE name = 'Lakeside University' AND entity = 'WBL')
        WHERE name = 'Harbor Research Institute'`,
    );
    const { rows } = await list('INSTITUTION_MANAGER');
    expect(rows.map(({ companyName }) => companyName)).toContain('Harbor Research Institute');
    await lab.database.pool.query(
      `UPDATE company SET parent_company_id = NULL WHERE name = 'Harbor Research Institute'`,
    );
  });

  test('shows only colleagues to a lab tech, whose group may not see customers', async () => {
    const { rows } = await list('LAB_TECH', '?limit=500');
    expect(new Set(rows.map(({ companyName }) => companyName))).toEqual(new Set(['WBL Laboratory']));
  });

  test('is refused to members and without a session', async () => {
    expect((await lab.call('COMPANY_USER', 'get', '/api/users')).status).toBe(403);
    expect((await lab.call(null, 'get', '/api/users')).status).toBe(401);
  });

  test('has the same counts as its rows', async () => {
    for (const caller of ['ADMIN', 'INSTITUTION_MANAGER', 'LAB_TECH'] as const) {
      const { rows } = await list(caller, '?limit=500');
      const countOf = (one: string) => rows.filter(({ status }) => one === 'all' || status === one).length;
      const { body } = await lab.call(caller, 'get', '/api/users/counts');
      expect(Object.values(body)).toEqual(['all', ...MEMBERSHIP_STATUSES].map(countOf));
    }
  });

  test('is searched, filtered, sorted and paged', async () => {
    expect(
      (await list('ADMIN', '?search=northfield')).rows.every(
        ({ companyName }) => companyName === 'Northfield Biotech',
      ),
    ).toBe(true);
    expect((await list('ADMIN', '?search=%25')).total).toBe(0);
    const invited = await list('ADMIN', '?status=INVITED&status=DEACTIVATED&sort=email:asc');
    expect(invited.rows.map(({ email }) => email)).toEqual(['graduated@wbl.example', 'invited@wbl.example']);
    const roles = await list('ADMIN', '?role=LAB_TECH&role=ADMIN&sort=name:desc');
    expect(roles.rows.map(({ role }) => role)).toEqual(['LAB_TECH', 'ADMIN']);
    const second = await list('ADMIN', '?sort=name:asc&page=2&limit=2');
    const first = await list('ADMIN', '?sort=name:asc&limit=4');
    expect(second.rows).toEqual(first.rows.slice(2));
  });

  test.each(['?sort=password:asc', '?role=KING', '?limit=5000', '?password=x'])(
    'refuses an unknown query: %s',
    async (query) => {
      const { status } = await lab.call('ADMIN', 'get', `/api/users${query}`);
      expect(status).toBe(422);
    },
  );

  test('never contains a password, a PIN, a token or a Google id', async () => {
    const id = await idOf('lab-tech@wbl.example');
    const responseText = JSON.stringify([await list('ADMIN', '?limit=500'), await open('ADMIN', id)]);
    expect(responseText).not.toMatch(/argon2|password|"pin"|googleId|tokenHash/);
  });

  test('is exported without formulas, and the access log names the person', async () => {
    await lab.database.pool.query(`UPDATE "user" SET name = '=cmd()' WHERE email = 'member@wbl.example'`);
    const { status, text, headers } = await lab.call(
      'COMPANY_MANAGER',
      'get',
      '/api/users/export?sort=email:asc',
    );
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="?users-\d{4}-\d\d-\d\d\.csv"?$/);
    expect(text).toContain('Name,Email,Phone,Role,Organization,Status,Last sign-in,Invited,Invited by');
    expect(text).toMatch(/\r\n'=cmd\(\),member@wbl\.example,[\d-]*,Member,Northfield Biotech,Active,/);
    expect(text).not.toContain('lakeside');
    const [line] = await lab.rows(`SELECT target_type FROM access_log WHERE action = 'EXPORT'`);
    expect(line).toEqual({ target_type: 'users' });
    await lab.database.pool.query(
      `UPDATE "user" SET name = 'Noel Fischer' WHERE email = 'member@wbl.example'`,
    );
  });
});

describe('one person', () => {
  test('is shown with every membership to staff, and with visible ones to a manager', async () => {
    const id = await idOf('two-companies@wbl.example');
    expect((await open('ADMIN', id)).memberships).toHaveLength(2);
    const responseText = await open('COMPANY_MANAGER', id);
    expect(responseText.memberships.map(({ companyName }) => companyName)).toEqual(['Northfield Biotech']);
    expect([responseText.mayEdit, responseText.memberships[0]?.mayManage]).toEqual([true, true]);
    expect(responseText.memberships[0]?.rolesToGive).toEqual(['COMPANY_MANAGER', 'COMPANY_USER']);
  });

  test('of another company or business entity is not found', async () => {
    const foreignUserId = await idOf('postdoc@wbl.example');
    expect((await lab.call('COMPANY_MANAGER', 'get', `/api/users/${foreignUserId}`)).status).toBe(404);
    const other = await idOf('member@resonant.example');
    expect((await lab.call('ADMIN', 'get', `/api/users/${other}`)).status).toBe(404);
    expect((await lab.call('ADMIN', 'get', '/api/users/nobody')).status).toBe(404);
  });

  test('is shown with the reason of a deactivation', async () => {
    const { history } = await open('INSTITUTION_MANAGER', await idOf('graduated@wbl.example'));
    expect(history[0]).toMatchObject({
      type: 'USER_DEACTIVATED',
      reason: 'Graduated.',
      by: 'Ines Marchetti',
    });
  });

  test('may not manage themselves, nor a person whose role they could not assign', async () => {
    const lead = await idOf('lab-manager@wbl.example');
    expect((await open('LAB_MANAGER', lead)).memberships[0]?.mayManage).toBe(false);
    const admin = await idOf('admin@wbl.example');
    expect((await open('LAB_MANAGER', admin)).memberships[0]?.mayManage).toBe(false);
    expect((await open('DEVELOPER', admin)).memberships[0]?.mayManage).toBe(true);
  });
});

describe('changes of a person', () => {
  test("include a member's name by a manager, recorded in history and audit log", async () => {
    const id = await idOf('member@wbl.example');
    const answer = await lab.call('COMPANY_MANAGER', 'patch', `/api/users/${id}`, {
      lastName: 'Fisher',
      phone: '(617) 555-0134',
    });
    expect(answer.status).toBe(200);
    const responseText = await open('COMPANY_MANAGER', id);
    expect(responseText).toMatchObject({ name: 'Noel Fisher', lastName: 'Fisher', phone: '(617) 555-0134' });
    expect(responseText.history[0]).toMatchObject({
      type: 'USER_UPDATED',
      by: 'Carla Mendes',
      fields: ['lastName', 'phone'],
    });
    const [audit] = await lab.rows(
      `SELECT changes -> 'lastName' AS changed FROM audit_log WHERE table_name = 'user' AND record_id = $1`,
      [id],
    );
    expect(audit).toEqual({ changed: ['Fischer', 'Fisher'] });
  });

  test.each([
    { isSuperAdmin: true },
    { password: 'x' },
    { email: 'other@wbl.example' },
    { role: 'ADMIN' },
    { pin: '123456' },
    { userId: 'somebody-else' },
    { sessionVersion: 9 },
    { firstName: 'Two\nlines' },
    { phone: '12' },
  ])('refuse an invalid name or phone number: %j', async (body) => {
    const before = await lab.fingerprint();
    const id = await idOf('member@wbl.example');
    expect((await lab.call('COMPANY_MANAGER', 'patch', `/api/users/${id}`, body)).status).toBe(422);
    expect((await lab.call('LAB_TECH', 'patch', '/api/users/profile', body)).status).toBe(422);
    expect(await lab.fingerprint()).toBe(before);
  });

  test('are 404 for another company; a person in two companies makes them alone', async () => {
    const foreignUserId = await idOf('postdoc@wbl.example');
    const change = { firstName: 'Other' };
    expect((await lab.call('COMPANY_MANAGER', 'patch', `/api/users/${foreignUserId}`, change)).status).toBe(
      404,
    );
    const both = await idOf('two-companies@wbl.example');
    const answer = await lab.call('COMPANY_MANAGER', 'patch', `/api/users/${both}`, change);
    expect([answer.status, answer.body.code]).toEqual([409, 'BELONGS_ELSEWHERE']);
    expect((await lab.call('LAB_MANAGER', 'patch', `/api/users/${both}`, change)).status).toBe(200);
  });

  test("include everybody's own names, whatever the role", async () => {
    const answer = await lab.call('LAB_TECH', 'patch', '/api/users/profile', { firstName: 'Tessa' });
    expect(answer.status).toBe(200);
    const [row] = await lab.rows(`SELECT name FROM "user" WHERE email = 'lab-tech@wbl.example'`);
    expect(row).toEqual({ name: 'Tessa Nakamura' });
  });

  test('are refused to a manager without the permission', async () => {
    const give = (sql: string) =>
      lab.database.pool.query(
        `UPDATE permission_group SET permissions = ${sql} WHERE entity = 'WBL' AND name = 'Customer managers'`,
      );
    await give(`array_remove(permissions, 'USERS_EDIT')`);
    const id = await idOf('member@wbl.example');
    expect((await lab.call('COMPANY_MANAGER', 'patch', `/api/users/${id}`, { firstName: 'X' })).status).toBe(
      403,
    );
    expect((await open('COMPANY_MANAGER', id)).mayEdit).toBe(false);
    await give(`permissions || '{USERS_EDIT}'`);
  });
});

describe('invitations', () => {
  test('list the own company and its roles for a manager, and every company for staff', async () => {
    const of = async (caller: Caller) =>
      InvitableCompanies.parse((await lab.call(caller, 'get', '/api/users/invitable')).body).companies;
    expect(await of('INSTITUTION_MANAGER')).toEqual([
      expect.objectContaining({
        name: 'Lakeside University',
        roles: ['INSTITUTION_MANAGER', 'INSTITUTION_USER'],
      }),
    ]);
    const [home, ...otherUsers] = await of('LAB_MANAGER');
    expect(home).toMatchObject({ name: 'WBL Laboratory', isHome: true });
    expect(home?.roles).not.toContain('ADMIN');
    expect(otherUsers.map(({ name }) => name)).toContain('Northfield Biotech');
  });

  test('disappear when withdrawn, and their link is invalid', async () => {
    const email = 'newcomer@lakeside.example';
    await lab.call('INSTITUTION_MANAGER', 'post', '/api/auth/send-email', { email });
    const [membership] = await membershipsOf(await idOf(email));
    const body = { userCompanyId: membership?.id };
    expect((await lab.call('COMPANY_MANAGER', 'patch', '/api/users/withdraw-invitation', body)).status).toBe(
      404,
    );
    expect(
      (await lab.call('INSTITUTION_MANAGER', 'patch', '/api/users/withdraw-invitation', body)).status,
    ).toBe(200);
    expect((await list('INSTITUTION_MANAGER', `?search=newcomer`)).total).toBe(0);
    const links = await lab.rows(
      'SELECT used_at IS NULL AS open FROM email_token WHERE user_company_id = $1',
      [membership?.id],
    );
    expect(links).toEqual([{ open: false }]);
    expect(
      (await lab.call('INSTITUTION_MANAGER', 'patch', '/api/users/withdraw-invitation', body)).status,
    ).toBe(404);
  });

  test('that were accepted can be deactivated, not withdrawn', async () => {
    const [membership] = await membershipsOf(await idOf('postdoc@wbl.example'));
    const answer = await lab.call('INSTITUTION_MANAGER', 'patch', '/api/users/withdraw-invitation', {
      userCompanyId: membership?.id,
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'ALREADY_MEMBER']);
  });
});

describe('preferences', () => {
  test('are a daily summary for customers and none for staff by default, until changed', async () => {
    const read = async (caller: Caller) => (await lab.call(caller, 'get', '/api/preference')).body;
    expect(await read('COMPANY_USER')).toEqual({ emailUpdateFrequency: 'DAILY', orderCompleteEmail: true });
    expect(await read('LAB_TECH')).toEqual({ emailUpdateFrequency: 'NONE', orderCompleteEmail: true });
    const preference = { emailUpdateFrequency: 'WEEKLY', orderCompleteEmail: false };
    const answer = await lab.call('LAB_TECH', 'put', '/api/preference', preference);
    expect([answer.status, answer.body]).toEqual([200, preference]);
    expect(await read('LAB_TECH')).toEqual(preference);
    expect((await read('LAB_MANAGER')).emailUpdateFrequency).toBe('NONE');
    await lab.call('LAB_TECH', 'put', '/api/preference', { ...preference, emailUpdateFrequency: 'MONTHLY' });
    expect((await read('LAB_TECH')).emailUpdateFrequency).toBe('MONTHLY');
  });

  test('refuse an unknown frequency and a choice for another person', async () => {
    const choose = (body: object) => lab.call('LAB_TECH', 'put', '/api/preference', body);
    expect((await choose({ emailUpdateFrequency: 'HOURLY', orderCompleteEmail: true })).status).toBe(422);
    const other = { emailUpdateFrequency: 'NONE', orderCompleteEmail: true, userId: 'somebody' };
    expect((await choose(other)).status).toBe(422);
  });
});
