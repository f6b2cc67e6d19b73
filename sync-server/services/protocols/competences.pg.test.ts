import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrixCell, TrainingMatrix } from '#db/protocols/competences/training-matrix.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { remindOfTraining } from '#sync-server/jobs/tasks/remind-of-training.ts';

let lab: DemoServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'evidence-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

const CODE = 'SOP-SEQ-04';
const person = async (role: string) =>
  (
    await lab.services.pool.query<{ id: string; userId: string }>(
      `SELECT id, user_id AS "userId" FROM user_company WHERE role = $1 AND entity = 'WBL' ORDER BY id LIMIT 1`,
      [role],
    )
  ).rows[0] ?? { id: '', userId: '' };
const procedureId = async () =>
  (await lab.services.pool.query<{ id: string }>('SELECT id FROM procedure WHERE code = $1', [CODE])).rows[0]
    ?.id ?? '';
const change = (caller: Caller, operation: string, args: object) =>
  lab.call(caller, 'patch', '/api/lab/procedures', { operation, args });
const grant = async (caller: Caller, role: string) =>
  change(caller, 'grant-competence', {
    userCompanyId: (await person(role)).id,
    procedureId: await procedureId(),
    kind: 'ASSESSED',
    notes: 'Two runs',
  });
const recordsOf = async (role: string) =>
  (
    await lab.services.pool.query<{ id: string; revoked: boolean; expiresOn: string | null }>(
      `SELECT id, revoked_at IS NOT NULL AS revoked, expires_on::text AS "expiresOn" FROM competence
        WHERE user_id = $1 AND procedure_code = $2 AND kind <> 'READ' ORDER BY at DESC, id DESC`,
      [(await person(role)).userId, CODE],
    )
  ).rows;

test('a manager confirms the training of the research director and revokes it with a reason', async () => {
  expect(await recordsOf('LAB_RESEARCH_DIRECTOR')).toEqual([]);
  const { rows: before } = await lab.services.pool.query('SELECT rev FROM user_company WHERE id = $1', [
    (await person('LAB_RESEARCH_DIRECTOR')).id,
  ]);
  expect((await grant('LAB_MANAGER', 'LAB_RESEARCH_DIRECTOR')).body).toMatchObject({ outcome: 'APPLIED' });
  const [row] = await recordsOf('LAB_RESEARCH_DIRECTOR');
  expect(row).toMatchObject({ revoked: false });
  expect(row?.expiresOn).not.toBeNull();
  // Devices get the person's document again.
  const { rows: after } = await lab.services.pool.query('SELECT rev FROM user_company WHERE id = $1', [
    (await person('LAB_RESEARCH_DIRECTOR')).id,
  ]);
  expect(Number(after[0]?.rev)).toBeGreaterThan(Number(before[0]?.rev));
  const args = { competenceId: row?.id };
  expect((await change('LAB_MANAGER', 'revoke-competence', { ...args, reason: '' })).status).toBe(422);
  const revoked = await change('LAB_MANAGER', 'revoke-competence', { ...args, reason: 'Long absence' });
  expect(revoked.body).toMatchObject({ outcome: 'APPLIED' });
  expect(await recordsOf('LAB_RESEARCH_DIRECTOR')).toMatchObject([{ revoked: true }]);
});

test('the matrix has who works at the bench, the procedures in use, and what each person is on them', async () => {
  const answer = await lab.call('LAB_TECH', 'get', '/api/lab/procedures/training');
  const matrix = TrainingMatrix.parse(answer.body);
  expect(matrix.people.map(({ role }) => role).sort()).toEqual([
    'LAB_CLINICAL_DIRECTOR',
    'LAB_MANAGER',
    'LAB_RESEARCH_DIRECTOR',
    'LAB_TECH',
    'RESEARCH_ASSISTANT',
  ]);
  const run = matrix.procedures.find(({ code }) => code === CODE);
  if (!run) throw new Error('The demo lab has no sequencing run.');
  const cells = matrix.people.map(({ id, role }) => {
    const own = matrix.records.filter((row) => row.userCompanyId === id && row.procedureCode === CODE);
    return [role, matrixCell(own, run, matrix.today)] as const;
  });
  expect(Object.fromEntries(cells)).toMatchObject({
    LAB_TECH: { training: 'VALID', reading: 'READ' },
    RESEARCH_ASSISTANT: { training: 'EXPIRING', reading: 'READ' },
    LAB_CLINICAL_DIRECTOR: { training: 'EXPIRED' },
    LAB_RESEARCH_DIRECTOR: { training: 'REVOKED' },
  });
  // The third version is approved for a later day; until then people read the second.
  const ultraLong = matrix.procedures.filter(({ code }) => code === 'SOP-UHMW-01');
  expect(ultraLong.map(({ procedureVersion }) => procedureVersion)).toEqual([2]);
  expect((await lab.call('CS_REP', 'get', '/api/lab/procedures/training')).status).toBe(403);
});

test('evidence is uploaded with a training, and read by those who see the trainings only', async () => {
  const bytes = Buffer.from('%PDF-1.7\nChecklist\n%%EOF\n');
  const file = {
    title: 'checklist.pdf',
    size: bytes.length,
    type: 'application/pdf',
    fileType: 'LAB_DOCUMENT',
  };
  const announced = await lab.call('LAB_MANAGER', 'post', '/api/s3/presigned', {
    ...file,
    subType: 'ATTACHMENT',
    customerVisible: false,
  });
  const { id: fileId, url } = announced.body;
  await request(lab.server)
    .put(url)
    .set(lab.headersOf('LAB_MANAGER'))
    .set('Content-Type', 'application/octet-stream')
    .send(bytes);
  const args = {
    userCompanyId: (await person('LAB_RESEARCH_DIRECTOR')).id,
    procedureId: await procedureId(),
    kind: 'TRAINED',
    notes: null,
    fileId,
  };
  expect((await change('LAB_MANAGER', 'grant-competence', args)).body).toMatchObject({ outcome: 'APPLIED' });
  const read = async (caller: Caller) =>
    (await lab.call(caller, 'post', `/api/s3/presigned/${fileId}`, { fileType: 'LAB_DOCUMENT' })).status;
  expect([await read('LAB_TECH'), await read('LAB_MANAGER')]).toEqual([200, 200]);
  expect([await read('CS_REP'), await read('BILLING_MANAGER')]).toEqual([404, 404]);
  const matrix = TrainingMatrix.parse(
    (await lab.call('LAB_TECH', 'get', '/api/lab/procedures/training')).body,
  );
  expect(matrix.records.filter((row) => row.fileId !== null)).toMatchObject([{ fileId, kind: 'TRAINED' }]);
});

test('nobody confirms their own training, and no other role confirms any', async () => {
  const own = await grant('LAB_MANAGER', 'LAB_MANAGER');
  expect([own.status, own.body.error]).toEqual([409, 'Another manager or director confirms your training.']);
  for (const caller of ['LAB_TECH', 'RESEARCH_ASSISTANT', 'PROJECT_MANAGER'] as const)
    expect((await grant(caller, 'LAB_RESEARCH_DIRECTOR')).status, caller).toBe(403);
});

test('the database refuses a training without somebody else who confirms it', async () => {
  const { id, userId } = await person('LAB_TECH');
  const insert = (grantedById: string | null) =>
    lab.services.pool.query(
      `INSERT INTO competence (id, created_at, updated_at, entity, user_company_id, user_id, procedure_code,
         procedure_version, kind, at, granted_by_id)
       VALUES ('own', now(), now(), 'WBL', $1, $2, $3, 1, 'TRAINED', now(), $4)`,
      [id, userId, CODE, grantedById],
    );
  await expect(insert(userId)).rejects.toThrow('competence_check');
  await expect(insert(null)).rejects.toThrow('competence_check');
});

test('reminders go to the person and the lab manager once for each of 30, 7 and 0 days', async () => {
  const { rows } = await lab.services.pool.query<{ day: string }>(
    `SELECT expires_on::text AS day FROM competence WHERE user_id = $1 AND procedure_code = $2 AND kind = 'TRAINED'`,
    [(await person('RESEARCH_ASSISTANT')).userId, CODE],
  );
  const lastDay = rows[0]?.day ?? '';
  const env = readEnv({ AUTH_SECRET: 'a secret of the tests, long enough to be one', LAB_TIMEZONE: 'UTC' });
  const remindOn = (daysBefore: number) => {
    const now = new Date(Date.parse(`${lastDay}T12:00:00Z`) - daysBefore * 86_400_000);
    return remindOfTraining({ pool: lab.services.pool, env, now: () => now });
  };
  const mails = async () =>
    (
      await lab.services.pool.query<{ to: string; subject: string }>(
        `SELECT "to", subject FROM email WHERE kind = 'TRAINING_DUE' ORDER BY created_at, "to"`,
      )
    ).rows;
  await lab.services.pool.query('UPDATE competence SET reminded_days = 0 WHERE user_id <> $1', [
    (await person('RESEARCH_ASSISTANT')).userId,
  ]);
  expect(await remindOn(31)).toBe(0);
  const due = await remindOn(30);
  expect(due).toBeGreaterThan(0);
  expect(await remindOn(29)).toBe(0);
  const first = await mails();
  expect(first.filter(({ to }) => to === 'research-assistant@wbl.example')).toHaveLength(due);
  expect(first.filter(({ to }) => to === 'lab-manager@wbl.example')).toHaveLength(1);
  expect(first.at(-1)?.subject).toContain('ends in 30 days');
  expect(await remindOn(7)).toBe(due);
  expect(await remindOn(0)).toBe(due);
  expect(await remindOn(-1)).toBe(0);
  // A renewed training asks for nothing more.
  await lab.services.pool.query('UPDATE competence SET reminded_days = NULL WHERE user_id = $1', [
    (await person('RESEARCH_ASSISTANT')).userId,
  ]);
  await grant('LAB_MANAGER', 'RESEARCH_ASSISTANT');
  expect(await remindOn(0)).toBe(due - 1);
});
