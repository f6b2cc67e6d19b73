import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownFlow } from '#db/protocols/flows/shown-flow.ts';
import { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { activateVersions } from '#sync-server/jobs/tasks/activate-versions.ts';

const PIN = '246810';
const PATH = '/api/lab/flows';
let lab: DemoServer;
let extractionId = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [row] = await lab.rows(`SELECT id FROM procedure WHERE code = 'SOP-EXT-02'`);
  extractionId = row?.['id'] ?? '';
});
afterAll(() => lab.close());

async function show(id: string, caller: Caller = 'LAB_MANAGER'): Promise<ShownFlow> {
  return ShownFlow.parse((await lab.call(caller, 'get', `${PATH}/${id}/content`)).body);
}

const change = (caller: Caller, operation: string, args: object) =>
  lab.call(caller, 'patch', PATH, { operation, args });

const settingsWith = (extractionProcedureId: string) => ({
  name: 'From blood, gently',
  samplePreparationProcedureId: null,
  extractionProcedureId,
  libraryPreparationProcedureId: null,
  sequencingProcedureId: null,
});

const submit = (flowId: string) =>
  change('LAB_MANAGER', 'submit-flow', { flowId, changeSummary: 'Written for the test of versions.' });

let codeCount = 0;
/** Write a flow up to its submission. */
async function submitted(): Promise<string> {
  const flowId = ulid();
  codeCount += 1;
  const created = await lab.call('LAB_MANAGER', 'post', PATH, {
    flowId,
    code: `FLOW-TEST-${codeCount}`,
    research: false,
    settings: settingsWith(extractionId),
  });
  expect(created.body).toMatchObject({ outcome: 'APPLIED' });
  expect((await submit(flowId)).status).toBe(200);
  return flowId;
}

async function approve(flowId: string, more: object = {}, caller: Caller = 'LAB_RESEARCH_DIRECTOR') {
  const { contentHash } = await show(flowId);
  const decision = { flowId, contentHash, effectiveFrom: null, pin: PIN, ...more };
  return lab.call(caller, 'patch', `${PATH}/sign-off`, decision);
}

test('a flow is written, approved with the PIN, and shown with its stages and a valid signature', async () => {
  const id = await submitted();
  expect((await approve(id)).body).toMatchObject({ outcome: 'APPLIED' });
  const view = await show(id, 'LAB_TECH');
  expect(view).toMatchObject({
    flow: { status: 'APPROVED', flowVersion: 1 },
    clinical: false,
    problems: [],
    signatures: [{ meaning: 'Approved by', role: 'LAB_RESEARCH_DIRECTOR', valid: true }],
  });
  expect(view.slots.map(({ procedure }) => procedure?.code ?? null)).toEqual([
    null,
    'SOP-EXT-02',
    null,
    null,
  ]);
});

test('a wrong PIN approves nothing', async () => {
  const id = await submitted();
  const answer = await approve(id, { pin: '000000' });
  expect([answer.status, answer.body.error]).toEqual([422, 'That is not your PIN. Try again.']);
  expect((await show(id)).flow.status).toBe('PENDING_APPROVAL');
});

test('an approved version cannot be written by any statement, and its code exists once for each version', async () => {
  const id = await submitted();
  await approve(id);
  await expect(lab.rows(`UPDATE flow SET name = 'Changed' WHERE id = $1`, [id])).rejects.toThrow(
    'is approved and cannot change',
  );
  await expect(
    lab.rows(
      `INSERT INTO flow SELECT (jsonb_populate_record(flow, jsonb_build_object('id', $2::text))).* FROM flow WHERE id = $1`,
      [id, ulid()],
    ),
  ).rejects.toThrow('flow_lab_code_flow_version_key');
});

test('a new version takes the protocols of the earlier one', async () => {
  const [flowRow] = await lab.rows(
    `SELECT f.id, p.protocol_id FROM flow f JOIN protocol_flow p ON p.flow_id = f.id WHERE f.code = 'FLOW-DNA' LIMIT 1`,
  );
  const [earlier = '', protocolId = ''] = [flowRow?.['id'], flowRow?.['protocol_id']];
  const flowId = ulid();
  await lab.call('LAB_MANAGER', 'post', `${PATH}/versions`, { flowId, sourceId: earlier });
  const { flow } = await show(flowId);
  await change('LAB_MANAGER', 'save-flow-draft', {
    flowId,
    seenVersion: flow.version,
    settings: {
      name: 'From DNA, second version',
      samplePreparationProcedureId: flow.samplePreparationProcedureId,
      extractionProcedureId: flow.extractionProcedureId,
      libraryPreparationProcedureId: flow.libraryPreparationProcedureId,
      sequencingProcedureId: flow.sequencingProcedureId,
    },
  });
  await submit(flowId);
  expect((await approve(flowId)).body).toMatchObject({ outcome: 'APPLIED' });
  const view = await show(flowId);
  expect(view.protocols.map(({ id }) => id)).toContain(protocolId);
  expect(view.versions.map(({ status }) => status)).toEqual(['APPROVED', 'ARCHIVED']);
  expect((await show(earlier)).protocols).toEqual([]);
});

test('a version with a first day replaces the earlier one on that day', async () => {
  const first = await submitted();
  await approve(first);
  const second = ulid();
  await lab.call('LAB_MANAGER', 'post', `${PATH}/versions`, { flowId: second, sourceId: first });
  await submit(second);
  const day = new Date(Date.now() + 3 * 86_400_000);
  expect((await approve(second, { effectiveFrom: day.toISOString().slice(0, 10) })).status).toBe(200);
  const statuses = async () => (await show(second)).versions.map(({ status }) => status);
  expect(await activateVersions(lab.services)).toBe(0);
  expect(await statuses()).toEqual(['APPROVED', 'APPROVED']);
  const later = { ...lab.services, now: () => new Date(day.getTime() + 86_400_000) };
  expect(await activateVersions(later)).toBe(1);
  expect(await statuses()).toEqual(['APPROVED', 'ARCHIVED']);
});

test('a procedure that begins later takes queued specimens, and stays in use by flows of the other entity', async () => {
  const procedureId = ulid();
  const procedures = '/api/lab/procedures';
  const changeProcedure = (operation: string, args: object) =>
    lab.call('LAB_MANAGER', 'patch', procedures, { operation, args: { procedureId, ...args } });
  await lab.call('LAB_MANAGER', 'post', `${procedures}/versions`, { procedureId, sourceId: extractionId });
  await changeProcedure('submit-procedure', { changeSummary: 'A version for a later day.' });
  const content = await lab.call('LAB_MANAGER', 'get', `${procedures}/${procedureId}/content`);
  const day = new Date(Date.now() + 2 * 86_400_000);
  const own = await lab.rows(
    `SELECT id FROM flow WHERE extraction_procedure_id = $1 AND status = 'APPROVED' AND entity = 'WBL'`,
    [extractionId],
  );
  const ownIds = own.map(({ id }) => id);
  const queued = ShownProcedure.parse(content.body)
    .flows.filter(({ id }) => ownIds.includes(id))
    .reduce((sum, { queuedSpecimens }) => sum + queuedSpecimens, 0);
  expect(queued).toBeGreaterThan(0);
  const signed = await lab.call('LAB_RESEARCH_DIRECTOR', 'patch', `${procedures}/sign-off`, {
    procedureId,
    contentHash: content.body.contentHash,
    effectiveFrom: day.toISOString().slice(0, 10),
    updateFlowIds: ownIds,
    takesQueuedSpecimens: true,
    pin: PIN,
  });
  expect(signed.body).toMatchObject({ outcome: 'APPLIED' });
  await activateVersions({ ...lab.services, now: () => new Date(day.getTime() + 86_400_000) });
  const unapproved = await lab.rows(
    `SELECT f.code FROM flow f JOIN procedure p ON p.id = f.extraction_procedure_id
      WHERE f.status = 'APPROVED' AND p.status <> 'APPROVED'`,
  );
  expect(unapproved).toEqual([]);
  expect(await lab.rows(`SELECT status FROM procedure WHERE id = $1`, [procedureId])).toEqual([
    { status: 'APPROVED' },
  ]);
  const moved = await lab.rows(
    'SELECT s.id FROM specimen s JOIN flow f ON f.id = s.flow_id WHERE f.supersedes_id = ANY ($1)',
    [ownIds],
  );
  expect(moved).toHaveLength(queued);
});

test('people without the right change nothing', async () => {
  const id = await submitted();
  for (const caller of ['LAB_TECH', 'RESEARCH_ASSISTANT', 'COMPANY_MANAGER'] as const) {
    expect((await change(caller, 'archive-flow', { flowId: id, reason: 'Not mine' })).status).toBe(403);
    expect((await lab.call(caller, 'patch', `${PATH}/reject`, { flowId: id, reason: 'No' })).status).toBe(
      403,
    );
    expect((await approve(id, {}, caller)).status).toBe(403);
  }
  expect((await lab.call('COMPANY_MANAGER', 'get', `${PATH}/${id}/content`)).status).toBe(403);
  // A project manager writes flows, but does not decide about them.
  expect((await approve(id, {}, 'PROJECT_MANAGER')).status).toBe(403);
  const missing = await lab.call('LAB_MANAGER', 'get', `${PATH}/${ulid()}/content`);
  expect(missing.status).toBe(404);
  // A flow of the home entity does not exist for the office of the other one.
  expect((await lab.call('RESONANT:PROJECT_MANAGER', 'get', `${PATH}/${id}/content`)).status).toBe(404);
  expect((await show(id)).flow.status).toBe('PENDING_APPROVAL');
});
