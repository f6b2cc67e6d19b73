import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountLab, newCustomer, openAccountLab } from '#sync-server/auth/account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const create = (body: object, host = 'localhost') => lab.browser(host).post('/api/create-account').send(body);

describe('sign-up', () => {
  test('creates person, company, membership, addresses and preferences, and the person signs in as its manager', async () => {
    const { body } = await create(newCustomer('Nora@Eastbrook.example')).expect(201);
    expect(body).toMatchObject({ email: 'nora@eastbrook.example' });
    const browser = lab.browser();
    const session = await lab.signIn(browser, 'nora@eastbrook.example', 'correct horse battery');
    expect(session?.user).toMatchObject({ role: 'INSTITUTION_MANAGER', name: 'Nora Nguyen' });
    const [company] = await lab.rows('SELECT * FROM company WHERE id = $1', [session?.user.companyId]);
    expect(company).toMatchObject({
      entity: 'WBL',
      type: 'UNIVERSITY',
      verification_status: 'NOT_APPLICABLE',
      employer_identification_number: '12-3456789',
    });
    const addresses = await lab.rows('SELECT kind FROM address WHERE company_id = $1 ORDER BY kind', [
      company?.['id'],
    ]);
    expect(addresses).toEqual([{ kind: 'BILLING' }, { kind: 'SHIPPING' }]);
    expect(
      await lab.rows('SELECT email_update_frequency AS f FROM preference WHERE user_id = $1', [
        session?.user.id,
      ]),
    ).toEqual([{ f: 'DAILY' }]);
    const events = await lab.rows<{ type: string }>(
      'SELECT type FROM event WHERE target_id IN ($1, $2) ORDER BY type',
      [session?.user.id, company?.['id']],
    );
    expect(events.map(({ type }) => type)).toEqual(['COMPANY_CREATED', 'USER_CREATED']);
  });

  test('stores the password only as a hash', async () => {
    await create(newCustomer('quiet@uni.example', { password: 'a-very-quiet-password' })).expect(201);
    const [user] = await lab.rows<{ password: string }>('SELECT password FROM "user" WHERE email = $1', [
      'quiet@uni.example',
    ]);
    expect(user?.password).toMatch(/^\$argon2id\$/);
    const leaks = await lab.rows(
      `SELECT 1 FROM audit_log WHERE changes::text LIKE '%quiet-password%' OR changes::text LIKE '%argon2%' UNION ALL
       SELECT 1 FROM event WHERE data::text LIKE '%quiet-password%' UNION ALL
       SELECT 1 FROM email WHERE text LIKE '%quiet-password%'`,
    );
    expect(leaks).toEqual([]);
  });

  test('reports a taken address, in any letter case, and changes nothing', async () => {
    const before = await lab.rows('SELECT count(*) FROM company');
    const answer = await create(newCustomer('LAKESIDE@uni.example', {}, {}))
      .expect(201)
      .then(() => create(newCustomer('lakeside@uni.example')));
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: 'An account with this email already exists.',
      code: 'EMAIL_TAKEN',
    });
    const after = await lab.rows('SELECT count(*) FROM company');
    expect(Number(after[0]?.['count'])).toBe(Number(before[0]?.['count']) + 1);
    const otherSiteAnswer = await create(newCustomer('lakeside@uni.example'), 'resonant.localhost');
    expect(otherSiteAnswer.body.code).toBe('EMAIL_TAKEN');
  });

  test('creates one account from two concurrent requests with one address', async () => {
    const both = await Promise.all([
      create(newCustomer('twice@uni.example')),
      create(newCustomer('twice@uni.example'), 'resonant.localhost'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('refuses staff, who use their invitation', async () => {
    const answer = await create(newCustomer('new.colleague@wbl.example'));
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe('Use your staff invitation.');
  });

  test('accepts clinics only outside WBL, to be verified', async () => {
    const clinic = { type: 'CLINIC', name: 'Bay Clinic' };
    await create(newCustomer('dr@bay.example', {}, clinic)).expect(422);
    await create(newCustomer('dr@bay.example', {}, clinic), 'resonant.localhost').expect(201);
    const [company] = await lab.rows(`SELECT * FROM company WHERE name = 'Bay Clinic'`);
    expect(company).toMatchObject({ verification_status: 'PENDING', entity: 'RESONANT' });
    const reviewEmail = await lab.mailTo('cs-manager@resonant.example', 'COMPANY_VERIFICATION_NEEDED');
    expect(reviewEmail.text).toContain(`http://resonant.localhost:3000/locations/${String(company?.['id'])}`);
    await lab.mailTo('admin@resonant.example', 'COMPANY_VERIFICATION_NEEDED');
    const session = await lab.signIn(
      lab.browser('resonant.localhost'),
      'dr@bay.example',
      'correct horse battery',
    );
    expect(session?.user.role).toBe('CLINICAL_MANAGER');
  });

  test('stores a company similar to an existing one, with a note for customer service', async () => {
    await create(newCustomer('first@twin.example', {}, { name: 'Twin Labs', type: 'COMPANY' })).expect(201);
    await create(newCustomer('second@twin.example', {}, { name: 'TWIN labs', type: 'COMPANY' })).expect(201);
    const notes = await lab.rows(
      `SELECT e.data, e.customer_visible FROM event e JOIN company c ON c.id = e.target_id WHERE c.name = 'TWIN labs' AND e.type = 'NOTE_ADDED'`,
    );
    expect(notes[0]).toMatchObject({
      data: { text: 'A company with the same name and postal code exists. Please review.' },
      customer_visible: false,
    });
  });

  test.each([
    ['a short password', { password: 'elevenchars' }, 'password'],
    ['a header in the name', { firstName: 'Eve\r\nBcc: all@evil.example' }, 'firstName'],
    ['two addresses', { email: 'a@uni.example,b@uni.example' }, 'email'],
    ['a missing company', { company: undefined }, 'company'],
    ['a role', { role: 'ADMIN' }, 'role'],
    ['super admin', { isSuperAdmin: true }, 'isSuperAdmin'],
  ])('refuses %s and names the field', async (_, more, path) => {
    const answer = await create(newCustomer('nobody@uni.example', more));
    expect(answer.status).toBe(422);
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await lab.rows('SELECT 1 FROM "user" WHERE email = $1', ['nobody@uni.example'])).toEqual([]);
  });

  test('does not send a name that looks like a link to strangers', async () => {
    await create(
      newCustomer('link@uni.example', { firstName: 'Win www.evil.example', lastName: 'http://evil.example' }),
    ).expect(201);
    const mail = await lab.mailTo('link@uni.example', 'EMAIL_VERIFICATION');
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain('evil');
  });

  test('limits the accounts that one address may create in an hour', async () => {
    const other = await openAccountLab();
    const statuses: number[] = [];
    for (let i = 0; i < 22; i += 1) {
      const answer = await other
        .browser()
        .post('/api/create-account')
        .send(newCustomer('new.colleague@wbl.example'));
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(20);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    other.later(61);
    expect(
      (await other.browser().post('/api/create-account').send(newCustomer('new.colleague@wbl.example')))
        .status,
    ).toBe(422);
    await other.close();
  });
});

describe('verification of the address', () => {
  test('succeeds through the link, once, within a day, on the host that sent it', async () => {
    await create(newCustomer('prove@uni.example')).expect(201);
    const mail = await lab.mailTo('prove@uni.example', 'EMAIL_VERIFICATION');
    expect(mail.text).toContain('http://localhost:3000/verify-email#token=');
    const token = await lab.tokenTo('prove@uni.example', 'EMAIL_VERIFICATION');
    const verify = (host = 'localhost') => lab.browser(host).post('/api/auth/verify-email').send({ token });
    const storedTokens = await lab.rows('SELECT 1 FROM email_token WHERE token_hash = $1', [token]);
    expect(storedTokens).toEqual([]);
    expect((await verify('resonant.localhost')).body.code).toBe('LINK_INVALID');
    await verify().expect(200);
    expect((await verify()).body).toMatchObject({
      code: 'LINK_INVALID',
      error: 'This link has expired or was already used. Ask for a new one.',
    });
    const [user] = await lab.rows('SELECT email_verified FROM "user" WHERE email = $1', [
      'prove@uni.example',
    ]);
    expect(user?.['email_verified']).not.toBeNull();
  });

  test("succeeds with a resent link, not with yesterday's; a verified person gets none", async () => {
    const email = 'again@uni.example';
    await create(newCustomer(email)).expect(201);
    const old = await lab.tokenTo(email, 'EMAIL_VERIFICATION');
    lab.later(24 * 60 + 1);
    expect((await lab.browser().post('/api/auth/verify-email').send({ token: old })).status).toBe(409);
    const resend = () => lab.browser().post('/api/auth/verify-email/resend').send({ email }).expect(200);
    await resend();
    await expect.poll(() => lab.mailCount(email)).toBe(2);
    const token = await lab.tokenTo(email, 'EMAIL_VERIFICATION');
    await lab.browser().post('/api/auth/verify-email').send({ token }).expect(200);
    const known = await resend();
    const unknown = await lab
      .browser()
      .post('/api/auth/verify-email/resend')
      .send({ email: 'nobody@nowhere.example' });
    expect(known.body).toEqual(unknown.body);
    await resend();
    expect(await lab.mailCount(email)).toBe(2);
  });

  test('fails with a token of another kind', async () => {
    await create(newCustomer('kinds@uni.example')).expect(201);
    const token = await lab.tokenTo('kinds@uni.example', 'EMAIL_VERIFICATION');
    const answer = await lab
      .browser()
      .post('/api/auth/reset-password')
      .send({ token, password: 'another long password' });
    expect(answer.body.code).toBe('LINK_INVALID');
  });
});
