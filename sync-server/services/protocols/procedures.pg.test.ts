import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDraftSection, buildSettings } from '#db/factories/build-procedure-drafts.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { activateVersions } from '#sync-server/jobs/tasks/activate-versions.ts';

const PIN = '246810';
let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const PATH = '/api/lab/procedures';

async function show(id: string, caller: Caller = 'LAB_MANAGER'): Promise<ShownProcedure> {
  return ShownProcedure.parse((await lab.call(caller, 'get', `${PATH}/${id}/content`)).body);
}

const change = (caller: Caller, operation: string, args: object) =>
  lab.call(caller, 'patch', PATH, { operation, args });

async function save(procedureId: string, sections: readonly DraftSection[], caller: Caller = 'LAB_MANAGER') {
  const { draft, procedure } = await show(procedureId);
  return change(caller, 'save-procedure-draft', {
    procedureId,
    seenVersion: draft?.version,
    settings: buildSettings({ name: procedure.name }),
    sections,
  });
}

async function signOff(procedureId: string, more: object = {}) {
  const { contentHash } = await show(procedureId);
  const decision = { procedureId, contentHash, effectiveFrom: null, updateFlowIds: [], pin: PIN, ...more };
  return lab.call('LAB_RESEARCH_DIRECTOR', 'patch', `${PATH}/sign-off`, decision);
}

const submit = (procedureId: string) =>
  change('LAB_MANAGER', 'submit-procedure', {
    procedureId,
    changeSummary: 'Written for the test of versions.',
  });

let codeCount = 0;
/** Write a procedure up to its submission. */
async function submitted(): Promise<string> {
  const procedureId = ulid();
  codeCount += 1;
  const created = await lab.call('LAB_MANAGER', 'post', PATH, {
    procedureId,
    code: `SOP-TEST-${codeCount}`,
    batchType: 'EXTRACTION',
    research: false,
    settings: buildSettings(),
  });
  expect(created.body).toMatchObject({ outcome: 'APPLIED' });
  expect((await save(procedureId, [buildDraftSection()])).status).toBe(200);
  expect((await submit(procedureId)).status).toBe(200);
  return procedureId;
}

test('a procedure is written, approved with the PIN, and shown with a valid signature', async () => {
  const id = await submitted();
  expect(await show(id)).toMatchObject({ procedure: { status: 'PENDING_APPROVAL' }, draft: { version: 2 } });
  expect((await signOff(id)).body).toMatchObject({ outcome: 'APPLIED' });
  const view = await show(id, 'LAB_TECH');
  expect(view).toMatchObject({
    procedure: { status: 'APPROVED', procedureVersion: 1 },
    draft: null,
    signatures: [{ meaning: 'Approved by', role: 'LAB_RESEARCH_DIRECTOR', valid: true }],
  });
  expect(view.sections).toMatchObject([
    { name: 'Quantification', steps: [{ fields: [{ name: 'concentration' }] }] },
  ]);
});

test('a wrong PIN approves nothing', async () => {
  const id = await submitted();
  const answer = await signOff(id, { pin: '000000' });
  expect([answer.status, answer.body.error]).toEqual([422, 'That is not your PIN. Try again.']);
  expect((await show(id)).procedure.status).toBe('PENDING_APPROVAL');
});

test('an approved version cannot be written by any statement', async () => {
  const id = await submitted();
  await signOff(id);
  for (const statement of [
    `UPDATE procedure SET max_samples = 95 WHERE id = $1`,
    `UPDATE section SET name = 'Changed' WHERE procedure_id = $1`,
    `UPDATE step SET caution = 'Changed' WHERE procedure_id = $1`,
    `UPDATE field SET required = NOT required WHERE procedure_id = $1`,
  ])
    await expect(lab.rows(statement, [id])).rejects.toThrow('is approved and cannot change');
  // A signature shows that somebody with more rights changed the version all the same.
  const { owner } = lab.database;
  await owner.query('ALTER TABLE field DISABLE TRIGGER approved_stays');
  await owner.query('UPDATE field SET qc_max = 12 WHERE procedure_id = $1', [id]);
  await owner.query('ALTER TABLE field ENABLE TRIGGER approved_stays');
  expect((await show(id)).signatures).toMatchObject([{ valid: false }]);
});

test('two authors at once lose nothing', async () => {
  const procedureId = await submitted();
  await change('LAB_MANAGER', 'withdraw-procedure', { procedureId });
  const { draft, procedure } = await show(procedureId);
  const both = await Promise.all(
    ['One', 'Two'].map((name) =>
      change('LAB_MANAGER', 'save-procedure-draft', {
        procedureId,
        seenVersion: draft?.version,
        settings: buildSettings({ name: procedure.name }),
        sections: [buildDraftSection({ name })],
      }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a version with a first day replaces the earlier one on that day', async () => {
  const first = await submitted();
  await signOff(first);
  const second = ulid();
  await lab.call('LAB_MANAGER', 'post', `${PATH}/versions`, { procedureId: second, sourceId: first });
  await submit(second);
  const monday = new Date(Date.now() + 3 * 86_400_000);
  const effectiveFrom = monday.toISOString().slice(0, 10);
  expect((await signOff(second, { effectiveFrom })).status).toBe(200);
  const statuses = async () => (await show(second)).versions.map(({ status }) => status);
  expect(await activateVersions(lab.services)).toBe(0);
  expect(await statuses()).toEqual(['APPROVED', 'APPROVED']);
  const later = { ...lab.services, now: () => new Date(monday.getTime() + 86_400_000) };
  expect(await activateVersions(later)).toBe(1);
  expect(await statuses()).toEqual(['APPROVED', 'ARCHIVED']);
});

test('an author gets one choice for each person who may write, and emails where names are the same', async () => {
  const id = await submitted();
  await change('LAB_MANAGER', 'withdraw-procedure', { procedureId: id });
  const idsOf = async (role: string, entity: string) =>
    (
      await lab.rows('SELECT user_id FROM user_company WHERE role = $1 AND entity = $2 ORDER BY id', [
        role,
        entity,
      ])
    ).map(({ user_id }) => user_id);
  const [twice = ''] = await idsOf('LAB_RESEARCH_DIRECTOR', 'WBL');
  const [namesake = ''] = await idsOf('LAB_CLINICAL_DIRECTOR', 'WBL');
  const [office = ''] = await idsOf('PROJECT_MANAGER', 'RESONANT');
  await lab.database.owner.query(
    `INSERT INTO user_company SELECT (jsonb_populate_record(c, jsonb_build_object(
       'id', $2::text, 'entity', 'RESONANT', 'role', 'PROJECT_MANAGER',
       'company_id', (SELECT company_id FROM user_company WHERE user_id = $3 LIMIT 1)))).*
       FROM user_company c WHERE user_id = $1`,
    [twice, ulid(), office],
  );
  await lab.database.owner.query(
    `UPDATE "user" SET name = (SELECT name FROM "user" WHERE id = $1) WHERE id = $2`,
    [twice, namesake],
  );
  const { authorChoices } = await show(id);
  const userIds = authorChoices.map(({ userId }) => userId);
  expect(new Set(userIds).size).toBe(userIds.length);
  expect(userIds).toEqual(expect.arrayContaining([twice, namesake]));
  expect(userIds).not.toContain(office);
  const withEmail = authorChoices.filter(({ email }) => email !== null);
  expect(withEmail.map(({ userId }) => userId).sort()).toEqual([twice, namesake].sort());
  expect(new Set(withEmail.map(({ email }) => email)).size).toBe(2);
});

test('people without the right change nothing', async () => {
  const id = await submitted();
  for (const caller of ['LAB_TECH', 'BILLING_MANAGER', 'COMPANY_MANAGER'] as const) {
    expect((await change(caller, 'archive-procedure', { procedureId: id, reason: 'Not mine' })).status).toBe(
      403,
    );
    expect(
      (await lab.call(caller, 'patch', `${PATH}/reject`, { procedureId: id, reason: 'No' })).status,
    ).toBe(403);
  }
  expect((await save(id, [], 'PROJECT_MANAGER')).body.error).toContain('Only the authors');
  expect((await lab.call('COMPANY_MANAGER', 'get', `${PATH}/${id}/content`)).status).toBe(403);
  expect(await show(id)).toMatchObject({ procedure: { status: 'PENDING_APPROVAL' }, draft: { version: 2 } });
});
