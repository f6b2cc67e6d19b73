import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { activateVersions } from '#sync-server/jobs/tasks/activate-versions.ts';

const PIN = '246810';
const PATH = '/api/lab/protocols';
let lab: DemoServer;
let flowId = '';
let soldId = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [row] = await lab.rows(`SELECT id FROM flow WHERE code = 'FLOW-DNA'`);
  flowId = row?.['id'] ?? '';
  const [sold] = await lab.rows(`SELECT id FROM protocol WHERE code = 'AMP' AND entity = 'WBL'`);
  soldId = sold?.['id'] ?? '';
});
afterAll(() => lab.close());

async function show(id: string, caller: Caller = 'LAB_MANAGER'): Promise<ShownProtocol> {
  return ShownProtocol.parse((await lab.call(caller, 'get', `${PATH}/${id}/content`)).body);
}

const change = (caller: Caller, operation: string, args: object) =>
  lab.call(caller, 'patch', PATH, { operation, args });

const submit = (protocolId: string) =>
  change('LAB_MANAGER', 'submit-protocol', {
    protocolId,
    changeSummary: 'Written for the test of versions.',
  });

async function approve(protocolId: string, more: object = {}, caller: Caller = 'LAB_RESEARCH_DIRECTOR') {
  const { contentHash } = await show(protocolId);
  const decision = { protocolId, contentHash, effectiveFrom: null, pin: PIN, ...more };
  return lab.call(caller, 'patch', `${PATH}/sign-off`, decision);
}

const SETTINGS = {
  name: 'Saliva panel',
  description: null,
  acceptedSpecimenTypes: ['SALIVA'],
  acceptedDnaTypes: [],
  acceptedSpecies: [],
  minConcentration: null,
  minVolume: '50',
  minMass: null,
  clinical: false,
  collectToFillRun: false,
  analysisId: null,
  targetYieldGb: null,
  targetCoverage: null,
  targetTurnaroundDays: 14,
};

let codeCount = 0;
/** Write a protocol up to its submission. */
async function submitted(): Promise<string> {
  const protocolId = ulid();
  codeCount += 1;
  const created = await lab.call('LAB_MANAGER', 'post', PATH, {
    protocolId,
    code: `PANEL-${codeCount}`,
    research: false,
    settings: SETTINGS,
    flows: [{ flowId, isDefault: true, specimenTypes: [], extractedNucleicAcids: null }],
  });
  expect(created.body).toMatchObject({ outcome: 'APPLIED' });
  expect((await submit(protocolId)).status).toBe(200);
  return protocolId;
}

/** Start the next version of the protocol that is on sale, and submit it. */
async function nextSold(): Promise<string> {
  const protocolId = ulid();
  await lab.call('LAB_MANAGER', 'post', `${PATH}/versions`, { protocolId, sourceId: soldId });
  expect((await submit(protocolId)).status).toBe(200);
  return protocolId;
}

test('a protocol without a price is refused, and approved once it has one', async () => {
  const protocolId = await submitted();
  const answer = await approve(protocolId);
  expect([answer.status, answer.body.error]).toEqual([409, 'No price is set. Set one in Protocol Pricing.']);
  await lab.rows(
    `INSERT INTO price (id, created_at, updated_at, entity, protocol_id, amount, min_quantity, effective_from)
     VALUES ($2, now(), now(), 'WBL', $1, 1000, 1, '2020-01-01')`,
    [protocolId, ulid()],
  );
  expect((await approve(protocolId)).body).toMatchObject({ outcome: 'APPLIED' });
  expect(await show(protocolId, 'SALES_LEADER')).toMatchObject({
    protocol: { status: 'ACTIVE', protocolVersion: 1 },
    service: { status: 'NOT_A_SERVICE' },
    priced: true,
    routes: [{ flow: { code: 'FLOW-DNA' }, rule: { isDefault: true } }],
    signatures: [{ meaning: 'Approved by', role: 'LAB_RESEARCH_DIRECTOR', valid: true }],
  });
});

test('a new version takes the service and prices on its first day, and running orders stay with the earlier one', async () => {
  const second = await nextSold();
  const earlier = await show(soldId);
  const day = new Date(Date.now() + 2 * 86_400_000);
  expect((await approve(second, { effectiveFrom: day.toISOString().slice(0, 10) })).status).toBe(200);
  expect((await show(soldId)).service).toEqual(earlier.service);
  const later = { ...lab.services, now: () => new Date(day.getTime() + 86_400_000) };
  expect(await activateVersions(later)).toBe(1);
  const view = await show(second);
  expect(view.service).toEqual(earlier.service);
  expect(view.versions.map(({ status }) => status)).toEqual(['ACTIVE', 'DEPRECATED']);
  expect(view.signatures).toMatchObject([{ valid: true }]);
  expect(await show(soldId)).toMatchObject({
    service: { status: 'NOT_A_SERVICE', name: earlier.service?.name },
    openOrders: earlier.openOrders,
  });
  const priceCount = (id: string) =>
    lab.rows(`SELECT count(*)::int AS count FROM price WHERE protocol_id = $1 AND NOT deleted`, [id]);
  expect(await priceCount(second)).toEqual(await priceCount(soldId));
});

test('an approved version cannot be written by any statement, nor the rules of its flows', async () => {
  await expect(lab.rows(`UPDATE protocol SET min_volume = 1 WHERE id = $1`, [soldId])).rejects.toThrow(
    'is approved and cannot change',
  );
  await expect(
    lab.rows(
      `UPDATE protocol_flow SET extracted_nucleic_acids = NOT extracted_nucleic_acids, is_default = false
      WHERE protocol_id = $1`,
      [soldId],
    ),
  ).rejects.toThrow('is approved and cannot change');
});

test('the default flow can be exchanged in a draft', async () => {
  const protocolId = await submitted();
  await change('LAB_MANAGER', 'withdraw-protocol', { protocolId });
  const [library] = await lab.rows(`SELECT id FROM flow WHERE code = 'FLOW-LIBRARY'`);
  const any = { specimenTypes: [], extractedNucleicAcids: null };
  const { protocol } = await show(protocolId);
  const saved = await change('LAB_MANAGER', 'save-protocol-draft', {
    protocolId,
    seenVersion: protocol.version,
    settings: SETTINGS,
    flows: [
      { ...any, flowId: library?.['id'], isDefault: true },
      { ...any, flowId, isDefault: false, extractedNucleicAcids: true },
    ],
  });
  expect(saved.body).toMatchObject({ outcome: 'APPLIED' });
  expect((await show(protocolId)).routes.map(({ flow, rule }) => [flow.code, rule.isDefault])).toEqual([
    ['FLOW-LIBRARY', true],
    ['FLOW-DNA', false],
  ]);
});

test('a research assistant makes a research protocol with its own flow in one act', async () => {
  const [extraction] = await lab.rows(`SELECT id FROM procedure WHERE code = 'SOP-EXT-02'`);
  const protocolId = ulid();
  const created = await lab.call('RESEARCH_ASSISTANT', 'post', PATH, {
    protocolId,
    code: 'RES-REST-1',
    research: true,
    settings: SETTINGS,
    flows: [],
    procedures: {
      samplePreparationProcedureId: null,
      extractionProcedureId: extraction?.['id'],
      libraryPreparationProcedureId: null,
      sequencingProcedureId: null,
    },
  });
  expect(created.body).toMatchObject({ outcome: 'APPLIED' });
  expect(await show(protocolId, 'RESEARCH_ASSISTANT')).toMatchObject({
    protocol: { status: 'RESEARCH' },
    problems: [],
    routes: [{ flow: { code: 'RES-REST-1', status: 'RESEARCH' } }],
  });
});

test('people without the right change nothing', async () => {
  const protocolId = await submitted();
  for (const caller of ['LAB_TECH', 'SALES_LEADER', 'COMPANY_MANAGER'] as const) {
    const reason = 'Not mine';
    expect((await change(caller, 'discontinue-protocol', { protocolId, reason })).status).toBe(403);
    expect((await lab.call(caller, 'patch', `${PATH}/reject`, { protocolId, reason })).status).toBe(403);
    expect((await approve(protocolId, {}, caller)).status).toBe(403);
  }
  expect((await lab.call('COMPANY_MANAGER', 'get', `${PATH}/${protocolId}/content`)).status).toBe(403);
  // Research assistants and project managers write, but do not decide.
  expect((await approve(protocolId, {}, 'RESEARCH_ASSISTANT')).status).toBe(403);
  expect((await approve(protocolId, {}, 'PROJECT_MANAGER')).status).toBe(403);
  expect((await approve(protocolId, { pin: '000000' })).body.error).toBe('That is not your PIN. Try again.');
  expect((await lab.call('LAB_MANAGER', 'get', `${PATH}/${ulid()}/content`)).status).toBe(404);
  expect((await lab.call('RESONANT:PROJECT_MANAGER', 'get', `${PATH}/${protocolId}/content`)).status).toBe(
    404,
  );
  expect((await show(protocolId)).protocol.status).toBe('PENDING_APPROVAL');
});
