import { afterAll, beforeAll, expect, test } from 'vitest';
import { CompanyPage, SalesReps, ShownCompany } from '#db/organizations/shown-company.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
const ids: Record<string, string> = {};
beforeAll(async () => {
  lab = await openDemoServer();
  for (const { key, id } of await lab.rows(`SELECT entity || ' ' || name AS key, id FROM company`))
    ids[key ?? ''] = id ?? '';
});
afterAll(() => lab.close());

const CLINIC = 'RESONANT Harbor Clinic';
const NORTH = 'WBL Northfield Biotech';
const url = (name: string, rest = '') => `/api/companies/${ids[name]}${rest}`;
const read = async (caller: Caller, name: string) => {
  const answer = await lab.call(caller, 'get', url(name));
  expect(answer.status).toBe(200);
  return ShownCompany.parse(answer.body);
};
const list = async (caller: Caller, query = '') =>
  CompanyPage.parse((await lab.call(caller, 'get', `/api/companies?${query}`)).body);
const mailsOf = (kind: string) =>
  lab.rows(`SELECT "to", subject, text FROM email WHERE kind = $1 ORDER BY "to"`, [kind]);

test('staff see all companies of their business entity, customers their own; an invisible one is not found', async () => {
  const all = await list('ADMIN', 'sort=name:asc');
  expect(all.rows.map(({ name }) => name)).toEqual([
    'Harbor Research Institute',
    'Lakeside University',
    'Northfield Biotech',
    'WBL Laboratory',
  ]);
  expect((await list('COMPANY_MANAGER')).rows.map(({ name }) => name)).toEqual(['Northfield Biotech']);
  expect((await list('LAB_TECH')).rows.map(({ name }) => name)).toEqual(['WBL Laboratory']);
  for (const other of ['WBL Lakeside University', CLINIC, 'WBL Laboratory']) {
    expect((await lab.call('COMPANY_MANAGER', 'get', url(other))).status).toBe(404);
    expect(
      (await lab.call('COMPANY_MANAGER', 'patch', url(other, '/resubmit'), { reason: 'x' })).status,
    ).toBe(404);
  }
  expect((await lab.call('ADMIN', 'get', url(CLINIC))).status).toBe(404);
});

test('a manager of a medical group sees its locations but cannot change them', async () => {
  const creation = await lab.call('RESONANT:ADMIN', 'post', '/api/companies', {
    name: 'Harbor Clinic North',
    type: 'CLINIC',
    parentCompanyId: ids[CLINIC],
  });
  expect([creation.status, creation.body.verificationStatus, creation.body.parent.name]).toEqual([
    201,
    'NOT_APPLICABLE',
    'Harbor Clinic',
  ]);
  expect((await list('RESONANT:CLINICAL_MANAGER', 'sort=name:asc')).rows).toMatchObject([
    { name: 'Harbor Clinic' },
    { name: 'Harbor Clinic North', parentName: 'Harbor Clinic' },
  ]);
  expect((await list('RESONANT:CLINICIAN')).total).toBe(1);
  const child = `/api/companies/${creation.body.id}`;
  expect((await lab.call('RESONANT:CLINICAL_MANAGER', 'get', child)).status).toBe(200);
  const change = { name: 'Mine', seenVersion: creation.body.version };
  expect((await lab.call('RESONANT:CLINICAL_MANAGER', 'patch', child, change)).status).toBe(403);
});

test('the list is searched, filtered, sorted and paged', async () => {
  expect((await list('ADMIN', 'search=lake')).rows.map(({ name }) => name)).toEqual(['Lakeside University']);
  expect((await list('ADMIN', 'type=UNIVERSITY&type=RESEARCH&sort=name:desc')).rows).toMatchObject([
    { name: 'Lakeside University' },
    { name: 'Harbor Research Institute' },
  ]);
  const second = await list('ADMIN', 'sort=name:asc&limit=3&page=2');
  expect([second.total, second.rows.length]).toEqual([4, 1]);
  expect((await lab.call('ADMIN', 'get', '/api/companies?sort=creditLimit:asc')).status).toBe(422);
  expect((await lab.call('ADMIN', 'get', '/api/companies?entity=RESONANT')).status).toBe(422);
});

test('the counts of the views agree with the list, for staff, sales and customers', async () => {
  const counts = async (caller: Caller) => (await lab.call(caller, 'get', '/api/companies/counts')).body;
  const [northfield] = await lab.rows(`SELECT sales_rep_user_id AS rep FROM company WHERE id = $1`, [
    ids[NORTH],
  ]);
  await lab.database.pool.query(
    `UPDATE company SET status = 'ON_HOLD', verification_status = 'PENDING', sales_rep_user_id =
       (SELECT user_id FROM user_company WHERE role = 'SALES_REP' AND entity = 'WBL' LIMIT 1) WHERE id = $1`,
    [ids[NORTH]],
  );
  expect(await counts('ADMIN')).toEqual({ all: 4, active: 3, pending: 1, 'on-hold': 1 });
  expect(await counts('SALES_REP')).toMatchObject({ pending: 1, mine: 1 });
  expect(await counts('COMPANY_MANAGER')).toEqual({ all: 1, active: 0, pending: 1, 'on-hold': 1 });
  expect(await counts('INSTITUTION_MANAGER')).toEqual({ all: 1, active: 1, pending: 0, 'on-hold': 0 });
  await lab.database.pool.query(
    `UPDATE company SET status = 'ACTIVE', verification_status = 'NOT_APPLICABLE', sales_rep_user_id = $2 WHERE id = $1`,
    [ids[NORTH], northfield?.['rep'] ?? null],
  );
});

test('the list is exported, and the access log names the person', async () => {
  await lab.database.pool.query(`UPDATE company SET name = '=cmd|calc' WHERE id = $1`, [
    ids['WBL Lakeside University'],
  ]);
  const answer = await lab.call('SALES_REP', 'get', '/api/companies/export?type=UNIVERSITY');
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.headers['content-disposition']).toMatch(/organizations-\d{4}-\d\d-\d\d\.csv/);
  expect(answer.text).toContain("'=cmd|calc,University,Active,Not applicable");
  expect(answer.text).not.toContain('Northfield');
  const logged = await lab.rows(`SELECT target_type FROM access_log WHERE action = 'EXPORT'`);
  expect(logged).toEqual([{ target_type: 'companies' }]);
});

test('a manager changes billing emails and an address; fields of the agreement are refused and logged', async () => {
  const before = await read('COMPANY_MANAGER', NORTH);
  const { version: seenVersion } = before;
  const billingEmails = ['ap@northfield.example'];
  const saved = await lab.call('COMPANY_MANAGER', 'patch', url(NORTH), { seenVersion, billingEmails });
  expect([saved.status, saved.body.billingEmails]).toEqual([200, billingEmails]);
  for (const more of [{ creditLimit: 1_000_000 }, { paymentTermsDays: 90 }, { allowPurchaseOrder: false }])
    expect((await lab.call('COMPANY_MANAGER', 'patch', url(NORTH), { seenVersion, ...more })).status).toBe(
      403,
    );
  for (const forged of [
    { status: 'ACTIVE' },
    { verificationStatus: 'APPROVED' },
    { entity: 'RESONANT' },
    { id: 'x' },
  ])
    expect((await lab.call('ADMIN', 'patch', url(NORTH), { seenVersion, ...forged })).status).toBe(422);
  const refusals = await lab.rows(
    `SELECT target_id FROM access_log WHERE action = 'REFUSED' AND target_type = 'companies' AND company_id = $1
        AND target_id NOT LIKE '%not found'`,
    [ids[NORTH]],
  );
  expect(refusals).toHaveLength(3);
  const address = { kind: 'BILLING', line1: '5 Pier Rd', city: 'Boston', state: 'MA', postalCode: '02110' };
  const added = await lab.call('COMPANY_MANAGER', 'post', url(NORTH, '/addresses'), address);
  expect(added.status).toBe(201);
  const [own] = ShownCompany.parse(added.body).addresses.filter(({ line1 }) => line1 === '5 Pier Rd');
  expect((await lab.call('COMPANY_USER', 'post', url(NORTH, '/addresses'), address)).status).toBe(403);
  const moved = { ...address, line1: '6 Pier Rd' };
  const path = `/addresses/${own?.id}`;
  const changed = await lab.call('COMPANY_MANAGER', 'patch', url(NORTH, path), moved);
  expect(ShownCompany.parse(changed.body).addresses.map(({ line1 }) => line1)).toContain('6 Pier Rd');
  const foreignAnswer = await lab.call('ADMIN', 'patch', url('WBL Lakeside University', path), moved);
  expect(foreignAnswer.status).toBe(404);
});

test('staff see the reason of a hold, customers only the hold; releasing ends it', async () => {
  const reason = 'Two invoices are open.';
  const holdAnswer = await lab.call('BILLING_MANAGER', 'patch', url(NORTH, '/hold'), { reason });
  expect([holdAnswer.status, holdAnswer.body.status, holdAnswer.body.holdReason]).toEqual([
    200,
    'ON_HOLD',
    reason,
  ]);
  const companyView = await read('COMPANY_MANAGER', NORTH);
  expect([companyView.status, companyView.holdReason]).toEqual(['ON_HOLD', null]);
  expect(JSON.stringify(companyView)).not.toContain(reason);
  const retry = await lab.call('CS_MANAGER', 'patch', url(NORTH, '/hold'), { reason });
  expect([retry.status, retry.body.error]).toEqual([
    409,
    'The organization is already on hold. Release it first to give another reason.',
  ]);
  expect((await lab.call('CS_MANAGER', 'patch', url(NORTH, '/hold'), { reason: ' ' })).status).toBe(422);
  expect((await lab.call('CS_REP', 'patch', url(NORTH, '/release'), { reason })).status).toBe(403);
  const released = await lab.call('CS_MANAGER', 'patch', url(NORTH, '/release'), { reason: 'Paid.' });
  expect([released.body.status, released.body.holdReason]).toEqual(['ACTIVE', null]);
  expect(released.body.history.slice(0, 2)).toMatchObject([
    { type: 'COMPANY_HOLD_RELEASED', by: 'Cleo Sandoval', data: { reason: 'Paid.', heldFor: reason } },
    { type: 'COMPANY_HELD', by: 'Bill Moreau', data: { reason } },
  ]);
});

test('a clinic is reviewed again, rejected, resubmitted and approved; each step notifies the people concerned', async () => {
  const step = (caller: Caller, action: string, reason: string | null) =>
    lab.call(caller, 'patch', url(CLINIC, `/${action}`), { reason });
  expect((await step('RESONANT:CS_MANAGER', 'request-verification', 'A new owner.')).body).toMatchObject({
    verificationStatus: 'PENDING',
  });
  const reviewEmails = await mailsOf('COMPANY_VERIFICATION_NEEDED');
  expect(reviewEmails.map(({ to }) => to)).toEqual(['admin@resonant.example', 'cs-manager@resonant.example']);
  expect(reviewEmails[0]?.['text']).toContain(`/locations/${ids[CLINIC]}`);
  expect((await list('RESONANT:ADMIN', 'verificationStatus=PENDING&search=harbor')).rows).toMatchObject([
    { name: 'Harbor Clinic', waitingSince: expect.stringContaining('T') },
  ]);
  expect((await step('RESONANT:CS_MANAGER', 'reject', null)).status).toBe(422);
  expect((await step('RESONANT:CS_MANAGER', 'reject', 'The license has another name.')).status).toBe(200);
  const [rejectionEmail] = await mailsOf('COMPANY_REJECTED');
  expect(rejectionEmail).toMatchObject({ to: 'clinical-manager@resonant.example' });
  expect(rejectionEmail?.['text']).toContain('The license has another name.');
  const companyView = await read('RESONANT:CLINICAL_MANAGER', CLINIC);
  expect(companyView.history[0]).toMatchObject({
    type: 'COMPANY_REJECTED',
    data: { reason: 'The license has another name.' },
  });
  expect((await step('RESONANT:CLINICAL_MANAGER', 'approve', null)).status).toBe(403);
  expect((await step('RESONANT:CLINICAL_MANAGER', 'resubmit', 'The name is corrected.')).status).toBe(200);
  expect((await step('RESONANT:ADMIN', 'approve', null)).body.verificationStatus).toBe('APPROVED');
  expect(await mailsOf('COMPANY_APPROVED')).toHaveLength(1);
  const refusedMails = await lab.rows('SELECT count(*)::int AS count FROM email');
  expect((await step('RESONANT:ADMIN', 'approve', null)).status).toBe(409);
  expect(await lab.rows('SELECT count(*)::int AS count FROM email')).toEqual(refusedMails);
});

test('without the permission of a group the role alone neither sees nor changes another company', async () => {
  await lab.database.pool.query(
    `UPDATE permission_group SET permissions = '{}' WHERE 'CS_MANAGER' = ANY (roles) AND entity = 'WBL'`,
  );
  expect((await list('CS_MANAGER')).rows.map(({ name }) => name)).toEqual(['WBL Laboratory']);
  expect((await lab.call('CS_MANAGER', 'patch', url(NORTH, '/hold'), { reason: 'x' })).status).toBe(404);
  expect(
    (await lab.call('CS_MANAGER', 'post', '/api/companies', { name: 'A', type: 'COMPANY' })).status,
  ).toBe(403);
});

test('a person who sets a sales representative sees the candidates, sales people first', async () => {
  const of = (caller: Caller) => lab.call(caller, 'get', '/api/companies/sales-reps');
  const { people } = SalesReps.parse((await of('SALES_LEADER')).body);
  const sells = people.map(({ role }) => role === 'SALES_REP' || role === 'SALES_LEADER');
  expect(sells.slice(0, 2)).toEqual([true, true]);
  expect(sells.lastIndexOf(true)).toBeLessThan(sells.indexOf(false));
  const strangers = await lab.rows(
    `SELECT 1 FROM user_company WHERE user_id = ANY ($1) AND (entity <> 'WBL' OR deactivated OR company_id <> $2)`,
    [people.map(({ id }) => id), ids['WBL WBL Laboratory']],
  );
  expect(strangers).toEqual([]);
  const { id: salesRepUserId } = people[0] ?? {};
  const seenVersion = (await read('ADMIN', NORTH)).version;
  const assignment = await lab.call('SALES_LEADER', 'patch', url(NORTH), { salesRepUserId, seenVersion });
  expect([assignment.status, assignment.body.salesRep]).toEqual([
    200,
    { id: salesRepUserId, name: people[0]?.name },
  ]);
  for (const other of ['BILLING_MANAGER', 'COMPANY_MANAGER', 'LAB_TECH'] as const)
    expect([other, (await of(other)).status]).toEqual([other, 403]);
});
