import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LicensePage, ShownLicense } from '#db/patients/shown-license.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import {
  type LicenseRegistry,
  type RegistryFinding,
  RegistryUnavailable,
} from '#sync-server/integrations/licenses/license-registry.ts';
import { reviewLicenseDates } from '#sync-server/jobs/tasks/review-license-dates.ts';
import { verifyPendingLicenses } from '#sync-server/jobs/tasks/verify-pending-licenses.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());
beforeEach(() =>
  lab.database.pool
    .query('DELETE FROM email')
    .then(() => lab.database.pool.query('DELETE FROM clinician_license')),
);

const CLARA = 'RESONANT:CLINICIAN';
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const form = {
  designation: 'MEDICAL_DOCTOR',
  licenseNumber: 'MD-204518',
  state: 'MA',
  npi: '1234567893',
  expiresOn: day(400),
};
const submit = async (caller: Caller = CLARA, more: object = {}) => {
  const answer = await lab.call(caller, 'post', '/api/clinician-licenses', { ...form, ...more });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return ShownLicense.parse(answer.body);
};
const list = async (caller: Caller, query = '') =>
  LicensePage.parse((await lab.call(caller, 'get', `/api/clinician-licenses?${query}`)).body);
const decide = (caller: Caller, id: string, action: string, reason: string | null = null) =>
  lab.call(caller, 'patch', `/api/clinician-licenses/${id}/${action}`, { reason });
const mails = () => lab.rows('SELECT kind, "to", subject, text FROM email ORDER BY created_at, id');

test('a clinician submits a license, a reviewer sends it back, and it is corrected and verified', async () => {
  const { id, status, clinician, companies } = await submit();
  expect([status, clinician, companies]).toEqual(['PENDING_VERIFICATION', 'Clara Novak', ['Harbor Clinic']]);
  const reason = 'The board knows no such number.';
  expect((await decide('RESONANT:CS_MANAGER', id, 'error', reason)).body.status).toBe('ERROR');
  const { version } = (await list(CLARA)).rows[0] ?? {};
  const path = `/api/clinician-licenses/${id}`;
  const edited = { ...form, licenseNumber: 'MD-204519', seenVersion: version };
  expect((await lab.call(CLARA, 'patch', path, edited)).body.status).toBe('PENDING_VERIFICATION');
  const verified = await decide('RESONANT:ADMIN', id, 'verify');
  expect(verified.body).toMatchObject({ status: 'VERIFIED', verifiedBy: 'Ada Okafor' });
  expect((await mails()).map(({ kind, to }) => [kind, to])).toEqual([
    ['LICENSE_PROBLEM', 'clinician@resonant.example'],
    ['LICENSE_VERIFIED', 'clinician@resonant.example'],
  ]);
  expect((await mails())[0]?.['text']).toContain(reason);
  const { history } = ShownLicense.parse((await lab.call(CLARA, 'get', path)).body);
  expect(history.map(({ type }) => type)).toEqual([
    'LICENSE_VERIFIED',
    'LICENSE_SUBMITTED',
    'LICENSE_ERROR',
    'LICENSE_SUBMITTED',
  ]);
});

test('each person sees only their visible licenses, and only a reviewer decides', async () => {
  const { id } = await submit();
  for (const caller of [
    'CLINICIAN',
    'CLINICAL_MANAGER',
    'CLINICAL_BILLING_MANAGER',
    'CS_REP',
    'ADMIN',
  ] as const)
    expect([caller, (await list(`RESONANT:${caller}`)).total]).toEqual([caller, 1]);
  expect((await list('ADMIN')).total).toBe(0);
  expect((await lab.call('ADMIN', 'get', `/api/clinician-licenses/${id}`)).status).toBe(404);
  expect((await decide('ADMIN', id, 'verify')).status).toBe(404);
  expect((await lab.call('RESONANT:COMPANY_MANAGER', 'get', '/api/clinician-licenses')).status).toBe(403);
  for (const caller of ['CLINICIAN', 'CLINICAL_MANAGER', 'CS_REP'] as const)
    expect((await decide(`RESONANT:${caller}`, id, 'verify')).status).toBe(403);
  await lab.database.pool.query(
    `UPDATE user_company SET company_id = (SELECT id FROM company WHERE name = 'Lakeside University' AND entity = 'RESONANT')
      WHERE role = 'CLINICIAN' AND entity = 'RESONANT'`,
  );
  expect((await list('RESONANT:CLINICAL_MANAGER')).total).toBe(0);
  expect((await lab.call('RESONANT:CLINICAL_MANAGER', 'get', `/api/clinician-licenses/${id}`)).status).toBe(
    404,
  );
  await lab.database.pool.query(
    `UPDATE user_company SET company_id = (SELECT id FROM company WHERE name = 'Harbor Clinic')
      WHERE role = 'CLINICIAN' AND entity = 'RESONANT'`,
  );
});

test("the manager of a clinic enters the license of a clinician, without access to reviewers' fields", async () => {
  const [clara] = (await lab.call('RESONANT:CLINICAL_MANAGER', 'get', '/api/clinician-licenses/clinicians'))
    .body;
  expect(clara.name).toBe('Clara Novak');
  const { userId } = await submit('RESONANT:CLINICAL_MANAGER', { userId: clara.userId });
  expect(userId).toBe(clara.userId);
  for (const forged of [
    { status: 'VERIFIED' },
    { verifiedAt: new Date().toISOString() },
    { npi: '1234567890' },
  ]) {
    const answer = await lab.call(CLARA, 'post', '/api/clinician-licenses', { ...form, ...forged });
    expect(answer.status).toBe(422);
  }
  const searchPage = await list(
    'RESONANT:CS_MANAGER',
    'search=nova&status=PENDING_VERIFICATION&sort=expiresOn:asc',
  );
  expect(searchPage.rows).toMatchObject([{ clinician: 'Clara Novak', licenseNumber: 'MD-204518' }]);
  expect((await list('RESONANT:CS_MANAGER', 'search=nobody')).total).toBe(0);
});

test('a license expires after its last day, and clinicians are reminded 60, 30 and 7 days before, once each', async () => {
  const { id } = await submit(CLARA, { expiresOn: day(60) });
  await decide('RESONANT:ADMIN', id, 'verify');
  await lab.database.pool.query('DELETE FROM email');
  const at = (days: number) => ({ ...lab.services, now: () => new Date(`${day(days)}T17:00:00Z`) });
  const emailKinds: (string | undefined)[] = [];
  for (const days of [-3, 1, 2, 31, 32, 54, 55, 61, 62]) {
    await reviewLicenseDates(at(days));
    const all = await mails();
    emailKinds.push(all.length > emailKinds.filter(Boolean).length ? all.at(-1)?.['kind'] : undefined);
  }
  expect(emailKinds).toEqual([
    undefined,
    'LICENSE_EXPIRING',
    undefined,
    'LICENSE_EXPIRING',
    undefined,
    'LICENSE_EXPIRING',
    undefined,
    'LICENSE_PROBLEM',
    undefined,
  ]);
  const path = `/api/clinician-licenses/${id}`;
  expect((await lab.call(CLARA, 'get', path)).body.status).toBe('EXPIRED');
  const renewed = await lab.call(CLARA, 'patch', `${path}/renew`, { expiresOn: day(800), issuedOn: null });
  expect([renewed.body.status, renewed.body.expiresOn]).toEqual(['PENDING_VERIFICATION', day(800)]);
  const { history } = ShownLicense.parse(renewed.body);
  expect(history.find(({ type }) => type === 'LICENSE_EXPIRED')).toMatchObject({ by: 'System' });
});

const registry = (finding: RegistryFinding | Error): LicenseRegistry & { callCount: number } => ({
  name: 'NPI registry',
  isConnected: true,
  callCount: 0,
  async checkLicense() {
    this.callCount += 1;
    if (finding instanceof Error) throw finding;
    return finding;
  },
});

test('the registry verifies, sends back or leaves a license to a reviewer; while it is unavailable licenses wait', async () => {
  const { id } = await submit();
  const status = async () => (await lab.call(CLARA, 'get', `/api/clinician-licenses/${id}`)).body;
  expect(await verifyPendingLicenses(lab.services, registry(new RegistryUnavailable('away')))).toBe(0);
  expect(await status()).toMatchObject({ status: 'PENDING_VERIFICATION', registryAskedAt: null });
  const unsure = registry({ verdict: 'REVIEW', message: 'No license in MA.' });
  expect(await verifyPendingLicenses(lab.services, unsure)).toBe(1);
  expect(await verifyPendingLicenses(lab.services, unsure)).toBe(0);
  expect(unsure.callCount).toBe(1);
  expect(await status()).toMatchObject({
    status: 'PENDING_VERIFICATION',
    verificationMessage: 'No license in MA.',
  });
  const { version } = await status();
  const edit = { ...form, licenseNumber: 'MD-1', seenVersion: version };
  await lab.call(CLARA, 'patch', `/api/clinician-licenses/${id}`, edit);
  expect(
    await verifyPendingLicenses(lab.services, registry({ verdict: 'WRONG', message: 'Another number.' })),
  ).toBe(1);
  expect(await status()).toMatchObject({ status: 'ERROR', verificationMessage: 'Another number.' });
  const secondForm = { ...form, seenVersion: (await status()).version };
  await lab.call(CLARA, 'patch', `/api/clinician-licenses/${id}`, secondForm);
  expect(await verifyPendingLicenses(lab.services, registry({ verdict: 'RIGHT', message: 'Found.' }))).toBe(
    1,
  );
  expect(await status()).toMatchObject({
    status: 'VERIFIED',
    verifiedBy: null,
    verificationMessage: 'Found.',
  });
  expect((await mails()).map(({ kind }) => kind)).toEqual(['LICENSE_PROBLEM', 'LICENSE_VERIFIED']);
});
