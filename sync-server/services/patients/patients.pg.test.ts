import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PatientPage, ShownPatient } from '#db/patients/shown-patient.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const CLINIC = 'RESONANT:CLINICAL_MANAGER';
const USER = 'RESONANT:CLINICIAN';
const ANA = { firstName: 'Ana', lastName: 'Silva', dob: '1980-04-12', medicalRecordNumber: 'MRN-7001' };

const search = async (caller: Caller, filter: object = {}): Promise<PatientPage> => {
  const answer = await lab.call(caller, 'post', '/api/patients/search', filter);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body;
};
const enter = (caller: Caller, more: object = {}) =>
  lab.call(caller, 'post', '/api/patients', { ...ANA, ...more });
const read = (caller: Caller, id: string) => lab.call(caller, 'get', `/api/patients/${id}`);
const patch = (caller: Caller, patient: ShownPatient, form: object, reason: string | null = null) =>
  lab.call(caller, 'patch', `/api/patients/${patient.id}`, {
    seenVersion: patient.version,
    form: { ...ANA, medicalRecordNumber: patient.medicalRecordNumber, ...form },
    reason,
  });
const views = async (id: string) =>
  (await lab.rows(`SELECT 1 FROM access_log WHERE action = 'VIEW_PATIENT' AND target_id = $1`, [id])).length;

test('a clinic enters a patient, finds them by name, number and birthday, and every view is in the access log', async () => {
  const { status, body } = await enter(CLINIC);
  expect([status, body.error]).toEqual([201, undefined]);
  const [year, month, day] = ANA.dob.split('-');
  for (const searchText of [
    'silva ana',
    'MRN-7001',
    'Sil',
    `silva ${ANA.dob}`,
    `${Number(month)}/${Number(day)}/${year}`,
  ]) {
    const { rows } = await search(USER, { search: searchText });
    expect(rows.map(({ id }) => id)).toContain(body.id);
  }
  expect((await search(USER, { search: 'silva_' })).total).toBe(0);
  expect((await search(USER, { search: 'silva 1900-13-45' })).total).toBe(0);
  expect(await views(body.id)).toBe(5);
  const patientView = ShownPatient.parse((await read(USER, body.id)).body);
  expect(patientView).toMatchObject({ ...ANA, specimens: 0, tubes: [] });
  expect(await views(body.id)).toBe(6);
});

test('a record number is unique in a medical group, and a birth date is in the past', async () => {
  expect((await enter(CLINIC, { medicalRecordNumber: 'MRN-7002' })).status).toBe(201);
  const duplicate = await enter(USER, { medicalRecordNumber: 'MRN-7002', firstName: 'Bela' });
  expect([duplicate.status, duplicate.body.code]).toEqual([409, 'MRN_IN_USE']);
  expect((await enter(USER, { medicalRecordNumber: 'mrn-7002', firstName: 'Bela' })).status).toBe(409);
  expect((await enter(CLINIC, { medicalRecordNumber: 'MRN-7003', dob: '2990-01-01' })).status).toBe(422);
  expect((await enter(CLINIC, { medicalRecordNumber: 'MRN-7004', lastName: 'Sil\u0000va' })).status).toBe(
    422,
  );
});

test('identifying fields need a reason for a change, others do not, and no change overwrites another', async () => {
  const creation = await enter(CLINIC, { medicalRecordNumber: 'MRN-7005' });
  const before = ShownPatient.parse((await read(CLINIC, creation.body.id)).body);
  expect((await patch(CLINIC, before, { phone: '617-555-0100' })).status).toBe(200);
  expect((await patch(CLINIC, before, { phone: '617-555-0101' })).status).toBe(409);
  const now = ShownPatient.parse((await read(CLINIC, creation.body.id)).body);
  expect(now.phone).toBe('617-555-0100');
  expect((await patch(CLINIC, now, { lastName: 'Souza' })).status).toBe(422);
  expect((await patch(CLINIC, now, { lastName: 'Souza' }, 'Married')).status).toBe(200);
});

test('a number that specimens carry stays, and a patient with specimens in work cannot be archived', async () => {
  const [tube] = await lab.rows(
    `SELECT s.patient_id AS id FROM specimen s WHERE s.patient_id IS NOT NULL
      AND s.status NOT IN ('COMPLETED', 'IN_STORAGE', 'CANCELED') LIMIT 1`,
  );
  const owner = ShownPatient.parse((await read('RESONANT:ADMIN', tube?.id ?? '')).body);
  expect(owner.tubes.length).toBeGreaterThan(0);
  const form = {
    firstName: owner.firstName,
    lastName: owner.lastName,
    dob: owner.dob,
    medicalRecordNumber: 'MRN-OTHER',
  };
  const renumbered = await patch('RESONANT:ADMIN', owner, form, 'Typed wrong');
  expect([renumbered.status, renumbered.body.code]).toEqual([409, 'SPECIMENS_EXIST']);
  const archive = (patient: ShownPatient) =>
    lab.call(CLINIC, 'post', `/api/patients/${patient.id}/archive`, {
      seenVersion: patient.version,
      reason: 'Moved away',
    });
  const archiveRefusal = await archive(owner);
  expect([archiveRefusal.status, archiveRefusal.body.code]).toEqual([409, 'SPECIMENS_EXIST']);
  const free = await enter(CLINIC, { medicalRecordNumber: 'MRN-7006' });
  const patientView = ShownPatient.parse((await read(CLINIC, free.body.id)).body);
  expect((await archive(patientView)).status).toBe(200);
  expect((await search(CLINIC, { search: 'MRN-7006' })).total).toBe(0);
  expect((await search(CLINIC, { search: 'MRN-7006', archived: true })).total).toBe(1);
});

test('an archived patient is found among the archived, restored with a reason, and can be ordered for again', async () => {
  const creation = await enter(CLINIC, { medicalRecordNumber: 'MRN-7010' });
  const { id } = creation.body;
  const changePatient = async (caller: Caller, name: string, reason = 'Came back', of: string = id) => {
    const { version } = ShownPatient.parse((await read(CLINIC, of)).body);
    return lab.call(caller, 'post', `/api/patients/${of}/${name}`, { seenVersion: version, reason });
  };
  expect((await changePatient(CLINIC, 'restore')).status).toBe(404);
  expect((await changePatient(CLINIC, 'archive')).status).toBe(200);
  const duplicate = await enter(CLINIC, { medicalRecordNumber: 'MRN-7010' });
  const twice = await changePatient(CLINIC, 'restore');
  expect([duplicate.status, twice.status, twice.body.code]).toEqual([201, 409, 'MRN_IN_USE']);
  expect((await changePatient(CLINIC, 'archive', 'Entered twice', duplicate.body.id)).status).toBe(200);
  expect((await changePatient(USER, 'restore')).status).toBe(403);
  expect((await changePatient(CLINIC, 'restore', '')).status).toBe(422);
  expect((await changePatient(CLINIC, 'restore')).status).toBe(200);
  expect(ShownPatient.parse((await read(CLINIC, id)).body).deleted).toBe(false);
  expect((await search(CLINIC, { search: 'MRN-7010' })).total).toBe(1);
  const [line] = await lab.rows(
    `SELECT o.args FROM audit_log a JOIN operation o ON o.id = a.request_id
      WHERE a.record_id = $1 ORDER BY a.occurred_at DESC, a.id DESC LIMIT 1`,
    [id],
  );
  expect(line?.args).toContain('Came back');
});

test('people without permission, of another company or without the grant can neither read nor change patients', async () => {
  const [some] = (await search(CLINIC)).rows;
  const id = some?.id ?? '';
  expect((await read('RESONANT:INSTITUTION_MANAGER', id)).status).toBe(404);
  expect((await read('COMPANY_MANAGER', id)).status).toBe(403);
  expect((await read('RESONANT:SALES_REP', id)).status).toBe(403);
  expect((await enter('RESONANT:CS_REP')).status).toBe(403);
  const archive = await lab.call(USER, 'post', `/api/patients/${id}/archive`, {
    seenVersion: 1,
    reason: 'x',
  });
  expect(archive.status).toBe(403);
  expect((await search('RESONANT:CS_REP')).total).toBeGreaterThan(0);
  await lab.rows(
    `UPDATE permission_group SET permissions = '{}' WHERE entity = 'RESONANT' AND 'CLINICIAN' = ANY (roles)`,
  );
  expect((await lab.call(USER, 'post', '/api/patients/search', {})).status).toBe(403);
  expect((await enter(USER, { medicalRecordNumber: 'MRN-7009' })).status).toBe(403);
});

test('searches for names and numbers are in the body: a URL with them finds no list', async () => {
  expect((await lab.call(CLINIC, 'get', '/api/patients?search=silva')).status).toBe(404);
  expect(
    (await lab.call(CLINIC, 'post', '/api/patients/search', { search: 'x', sort: 'password' })).status,
  ).toBe(422);
});
