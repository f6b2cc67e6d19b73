import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountLab, type Browser, newCustomer, openAccountLab } from '#sync-server/auth/account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.rows('DELETE FROM attempt'));

const as = async (role: string, host = 'localhost'): Promise<Browser> => {
  const browser = lab.browser(host);
  const session = await lab.signIn(browser, `${role}@${host === 'localhost' ? 'wbl' : 'resonant'}.example`);
  expect(session?.user.role).toBe(role.toUpperCase().replaceAll('-', '_'));
  return browser;
};
const invite = (browser: Browser, body: object) => browser.post('/api/auth/send-email').send(body);
const read = (token: string, host = 'localhost') =>
  lab.browser(host).post('/api/auth/invitation').send({ token });
const accept = (token: string, person: object | null = null, host = 'localhost') =>
  lab.browser(host).post('/api/auth/invitation/accept').send({ token, person });
const companyId = async (name: string): Promise<string> =>
  String((await lab.rows('SELECT id FROM company WHERE name = $1', [name]))[0]?.['id']);

const PERSON = { firstName: 'Mia', lastName: 'Member', password: 'the password of mia' };

describe('the invitation of a new person', () => {
  test('sends a link; names and a password create the account in the given role', async () => {
    const manager = await as('institution-manager');
    const answer = await invite(manager, { email: 'Mia@Lakeside.example', role: 'INSTITUTION_USER' });
    expect([answer.status, answer.body.message]).toEqual([200, 'Invite email sent successfully']);
    const mail = await lab.mailTo('mia@lakeside.example', 'USER_INVITE');
    expect(mail.subject).toBe('Join Lakeside University at WBL');
    expect(mail.text).toContain('Ines Marchetti invites you to work with Lakeside University');
    const token = await lab.tokenTo('mia@lakeside.example', 'USER_INVITE');
    expect((await read(token)).body).toMatchObject({
      email: 'mia@lakeside.example',
      companyName: 'Lakeside University',
      role: 'INSTITUTION_USER',
      invitedBy: 'Ines Marchetti',
      hasAccount: false,
    });
    expect((await accept(token)).status).toBe(422);
    expect((await accept(token, { ...PERSON, password: 'short' })).status).toBe(422);
    expect((await accept(token, PERSON)).body).toEqual({ email: 'mia@lakeside.example', hasAccount: false });
    const session = await lab.signIn(lab.browser(), 'mia@lakeside.example', PERSON.password);
    expect(session?.user).toMatchObject({ role: 'INSTITUTION_USER', name: 'Mia Member' });
    for (const response of [await read(token), await accept(token, PERSON)])
      expect(response.body.code).toBe('LINK_INVALID');
    const events = await lab.rows(
      `SELECT type, data ->> 'by' AS by FROM event WHERE target_id = $1 ORDER BY occurred_at, type DESC`,
      [session?.user.userCompanyId],
    );
    expect(events).toEqual([
      { type: 'USER_INVITED', by: 'Ines Marchetti' },
      { type: 'USER_CREATED', by: 'Mia Member' },
    ]);
    const [user] = await lab.rows('SELECT email_verified FROM "user" WHERE email = $1', [
      'mia@lakeside.example',
    ]);
    expect(user?.['email_verified']).not.toBeNull();
  });

  test('can be repeated with a new link and role; all its links end when one is used', async () => {
    const manager = await as('institution-manager');
    const email = 'second@lakeside.example';
    await invite(manager, { email }).expect(200);
    const first = await lab.tokenTo(email, 'USER_INVITE');
    await invite(manager, { email, role: 'INSTITUTION_MANAGER' }).expect(200);
    const second = await lab.tokenTo(email, 'USER_INVITE');
    expect(second).not.toBe(first);
    expect(
      await lab.rows('SELECT 1 FROM user_company uc JOIN "user" u ON u.id = uc.user_id WHERE u.email = $1', [
        email,
      ]),
    ).toHaveLength(1);
    await accept(second, PERSON).expect(200);
    expect((await accept(first, PERSON)).body.code).toBe('LINK_INVALID');
    const session = await lab.signIn(lab.browser(), email, PERSON.password);
    expect(session?.user.role).toBe('INSTITUTION_MANAGER');
    expect((await invite(manager, { email })).body).toMatchObject({
      code: 'ALREADY_MEMBER',
      error: 'This user is already a member.',
    });
  });

  test('is valid for seven days, on its own host', async () => {
    await invite(await as('institution-manager'), { email: 'late@lakeside.example' }).expect(200);
    const token = await lab.tokenTo('late@lakeside.example', 'USER_INVITE');
    expect((await read(token, 'resonant.localhost')).body.code).toBe('LINK_INVALID');
    expect((await accept(token, PERSON, 'resonant.localhost')).body.code).toBe('LINK_INVALID');
    lab.later(7 * 24 * 60 - 5);
    expect((await read(token)).status).toBe(200);
    lab.later(10);
    expect((await accept(token, PERSON)).body.code).toBe('LINK_INVALID');
  });

  test('does not allow sign-in, a new password or sign-up before it is accepted', async () => {
    const email = 'waiting@lakeside.example';
    await invite(await as('institution-manager'), { email }).expect(200);
    await lab.browser().post('/api/auth/forgot-password').send({ email }).expect(200);
    await lab.mailTo(email, 'USER_INVITE');
    expect(await lab.signIn(lab.browser(), email, '')).toBeNull();
    expect((await lab.browser().post('/api/create-account').send(newCustomer(email))).body.code).toBe(
      'EMAIL_TAKEN',
    );
    expect(await lab.mailCount(email)).toBe(1);
  });
});

describe('the invitation of a person with an account', () => {
  test('adds a second company with the link alone, keeping name and password', async () => {
    const email = 'company-user@wbl.example';
    await lab.rows(`UPDATE "user" SET email = 'curt@northfield.example' WHERE email = $1`, [email]);
    await invite(await as('institution-manager'), { email: 'curt@northfield.example' }).expect(200);
    const before = await lab.signIn(lab.browser(), 'curt@northfield.example');
    expect(before?.user.companies).toHaveLength(1);
    const token = await lab.tokenTo('curt@northfield.example', 'USER_INVITE');
    expect((await read(token)).body.hasAccount).toBe(true);
    await accept(token, { ...PERSON, password: 'an intruder chooses' }).expect(200);
    const session = await lab.signIn(lab.browser(), 'curt@northfield.example');
    expect(session?.user.companies).toHaveLength(2);
    expect(session?.user.name).toBe('Curt Ulrich');
    expect(await lab.signIn(lab.browser(), 'curt@northfield.example', 'an intruder chooses')).toBeNull();
  });

  test('removes password and sessions of an unverified address, which a stranger may have registered', async () => {
    const email = 'dana@lakeside.example';
    const anonymousBrowser = lab.browser();
    await anonymousBrowser.post('/api/create-account').send(newCustomer(email)).expect(201);
    await lab.signIn(anonymousBrowser, email, 'correct horse battery');
    await invite(await as('institution-manager'), { email }).expect(200);
    const token = await lab.tokenTo(email, 'USER_INVITE');
    expect((await read(token)).body.hasAccount).toBe(false);
    await accept(token, { ...PERSON, firstName: 'Dana' }).expect(200);
    expect(await lab.session(anonymousBrowser)).toBeNull();
    expect(await lab.signIn(lab.browser(), email, 'correct horse battery')).toBeNull();
    expect((await lab.signIn(lab.browser(), email, PERSON.password))?.user.name).toBe('Dana Member');
  });

  test('gives the inviter the same response, whether the address is known elsewhere or not', async () => {
    const manager = await as('institution-manager');
    const known = await invite(manager, { email: 'clara@clinic.example' });
    await lab.browser().post('/api/create-account').send(newCustomer('known@elsewhere.example')).expect(201);
    const other = await invite(manager, { email: 'known@elsewhere.example' });
    expect([other.status, other.body]).toEqual([known.status, known.body]);
  });
});

describe('the right to invite', () => {
  test.each([
    'institution-user',
    'company-user',
    'billing-manager',
    'lab-tech',
    'sales-leader',
    'cs-manager',
  ])('%s invites nobody', async (role) => {
    await lab.rows(
      `UPDATE "user" SET email = 'company-user@wbl.example' WHERE email = 'curt@northfield.example'`,
    );
    expect((await invite(await as(role), { email: 'x@lakeside.example' })).status).toBe(403);
  });

  test.each([
    ['institution-manager', { role: 'ADMIN' }],
    ['institution-manager', { role: 'COMPANY_MANAGER' }],
    ['institution-manager', { role: 'LAB_TECH' }],
    ['company-manager', { role: 'CLINICIAN' }],
    ['lab-manager', { role: 'ADMIN', email: 'boss@wbl.example' }],
    ['project-manager', { role: 'DEVELOPER', email: 'boss@wbl.example' }],
    ['lab-manager', { role: 'INSTITUTION_USER', email: 'boss@wbl.example' }],
  ])('%s cannot give %j', async (role, more) => {
    const answer = await invite(await as(role), { email: 'x@lakeside.example', ...more });
    expect(answer.body.code).toBe('ROLE_NOT_ALLOWED');
  });

  test('allows staff addresses for the lab only, and customers at their own', async () => {
    const manager = await as('lab-manager');
    await invite(manager, { email: 'new-tech@wbl.example', role: 'LAB_TECH' }).expect(200);
    await accept(await lab.tokenTo('new-tech@wbl.example', 'USER_INVITE'), PERSON).expect(200);
    expect((await lab.signIn(lab.browser(), 'new-tech@wbl.example', PERSON.password))?.user.role).toBe(
      'LAB_TECH',
    );
    const outside = await invite(manager, { email: 'tech@gmail.example', role: 'LAB_TECH' });
    expect(outside.body.error).toBe('Invite staff at an email address of the lab.');
    const customer = await invite(await as('institution-manager'), { email: 'new-tech2@wbl.example' });
    expect(customer.body.error).toBe('Use your staff invitation.');
    const northfield = await companyId('Northfield Biotech');
    await invite(manager, {
      email: 'cm@northfield.example',
      role: 'COMPANY_MANAGER',
      companyId: northfield,
    }).expect(200);
    await invite(await as('admin'), { email: 'boss@wbl.example', role: 'ADMIN' }).expect(200);
  });

  test('keeps the given role when an invitation is repeated without one; for staff the first invitation must name one', async () => {
    const manager = await as('lab-manager');
    const email = 'next-tech@wbl.example';
    const unnamed = await invite(manager, { email });
    expect([unnamed.status, unnamed.body.issues]).toEqual([
      422,
      [{ path: 'role', message: 'Choose the user’s role.' }],
    ]);
    await invite(manager, { email, role: 'LAB_TECH' }).expect(200);
    await invite(manager, { email }).expect(200);
    expect((await read(await lab.tokenTo(email, 'USER_INVITE'))).body.role).toBe('LAB_TECH');
  });

  test('does not extend to another company or to the other business entity', async () => {
    const manager = await as('institution-manager');
    for (const name of ['Northfield Biotech', 'Harbor Clinic'])
      expect((await invite(manager, { email: 'x@y.example', companyId: await companyId(name) })).status).toBe(
        404,
      );
    const staff = await as('lab-manager');
    expect(
      (await invite(staff, { email: 'x@y.example', companyId: await companyId('Harbor Clinic') })).status,
    ).toBe(404);
    await lab.rows(`UPDATE company SET parent_company_id = $1 WHERE name = 'Harbor Research Institute'`, [
      await companyId('Lakeside University'),
    ]);
    const child = await companyId('Harbor Research Institute');
    await invite(manager, { email: 'child@harbor.example', companyId: child }).expect(200);
  });

  test('follows the permission group at the next request', async () => {
    const manager = await as('company-manager');
    await lab.rows(
      `UPDATE permission_group SET permissions = array_remove(permissions, 'USERS_EDIT') WHERE entity = 'WBL' AND name = 'Customer managers'`,
    );
    expect((await invite(manager, { email: 'x@northfield.example' })).status).toBe(403);
    await lab.rows(
      `UPDATE permission_group SET permissions = permissions || '{USERS_EDIT}' WHERE entity = 'WBL' AND name = 'Customer managers'`,
    );
    await invite(manager, { email: 'x@northfield.example' }).expect(200);
  });

  test('cannot be used to inject a header or a second recipient', async () => {
    const manager = await as('institution-manager');
    for (const email of [
      'a@uni.example\r\nBcc: eve@evil.example',
      'a@uni.example,eve@evil.example',
      'Eve <eve@evil.example>',
    ])
      expect((await invite(manager, { email })).status).toBe(422);
    await lab.rows(`UPDATE company SET name = $1 WHERE name = 'Lakeside University'`, [
      'Lakeside\r\nBcc: eve@evil.example',
    ]);
    await invite(manager, { email: 'safe@uni.example' }).expect(200);
    expect((await lab.mailTo('safe@uni.example', 'USER_INVITE')).subject).toBe('Join an organization at WBL');
  });

  test('does not exist in a handheld’s outbox', async () => {
    const browser = await as('lab-manager');
    const { body: device } = await browser.post('/api/sync/devices').send({ name: 'Zebra' }).expect(200);
    const { body } = await browser.post('/api/sync/operations').send({
      deviceId: device.deviceId,
      protocol: 1,
      operations: [
        {
          id: '01K0000000000000000000000A',
          n: device.expectedN,
          name: 'invite-user',
          version: 1,
          occurredAt: new Date().toISOString(),
          base: {},
          dependsOn: [],
          args: {
            email: 'x@wbl.example',
            role: 'LAB_TECH',
            companyId: await companyId('WBL Laboratory'),
            staffAddress: true,
          },
        },
      ],
    });
    expect(body.verdicts[0]).toMatchObject({ outcome: 'REJECTED', code: 'ONLINE_ONLY' });
  });
});
