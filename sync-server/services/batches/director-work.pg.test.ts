import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DirectorKind, DirectorWork } from '#db/batches/directors/director-work.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const path = (kind: DirectorKind, order = 'oldest') =>
  `/api/lab/batches/director-work?kind=${kind}&order=${order}`;
async function read(kind: DirectorKind, order?: string, caller?: Caller): Promise<DirectorWork> {
  const by = caller ?? (kind === 'clinical' ? 'LAB_CLINICAL_DIRECTOR' : 'LAB_RESEARCH_DIRECTOR');
  const { status, body } = await lab.call(by, 'get', path(kind, order));
  expect(status).toBe(200);
  return DirectorWork.parse(body);
}
const idsOf = (group: { rows: readonly { id: string }[] }) => group.rows.map(({ id }) => id);
const change = (caller: Caller, id: string, operation: string, args: object) =>
  lab.call(caller, 'patch', `/api/lab/batches/${id}`, { operation, args });

/** Write rows as they are found, also approved ones, which triggers protect. */
const writeRows = (statements: string) =>
  lab.database.owner.query(
    `SET session_replication_role = replica; ${statements}; RESET session_replication_role`,
  );
const setClinical = (table: 'procedure' | 'protocol', id: string, clinical: boolean) =>
  writeRows(`UPDATE ${table} SET clinical = ${clinical} WHERE id = '${id}'`);
const one = async <Row extends Record<string, string>>(text: string): Promise<Row> => {
  const [row] = await lab.rows<Row>(text);
  if (!row) throw new Error('The demo lab has no such row.');
  return row;
};

/** A completed batch of the demo lab that waits for a director, of the given kind of work. */
async function waitingBatch(clinical: boolean): Promise<{ id: string; procedureId: string }> {
  const row = await one<{ id: string; procedureId: string }>(
    `SELECT b.id, b.procedure_id AS "procedureId" FROM batch b JOIN procedure p ON p.id = b.procedure_id
      WHERE b.entity = 'WBL' AND b.status = 'COMPLETED' AND NOT b.deleted AND b.completed_at IS NOT NULL ORDER BY b.completed_at DESC, b.id LIMIT 1`,
  );
  await writeRows(
    `UPDATE procedure SET requires_director_approval = true, clinical = ${clinical} WHERE id = '${row.procedureId}';
     UPDATE batch SET director_approved = NULL, director_return_reason = NULL WHERE procedure_id = '${row.procedureId}' AND status = 'COMPLETED'`,
  );
  return row;
}

test('each director reads the own kind of work, a project manager the research page, nobody else any', async () => {
  const forbiddenCalls: [Caller, DirectorKind][] = [
    ['LAB_RESEARCH_DIRECTOR', 'clinical'],
    ['LAB_CLINICAL_DIRECTOR', 'research'],
    ['PROJECT_MANAGER', 'clinical'],
    ['LAB_MANAGER', 'research'],
    ['LAB_TECH', 'research'],
    ['CS_REP', 'research'],
  ];
  for (const [caller, kind] of forbiddenCalls)
    expect([caller, (await lab.call(caller, 'get', path(kind))).status]).toEqual([caller, 403]);
  await read('research', 'oldest', 'PROJECT_MANAGER');
  await read('clinical', 'oldest', 'ADMIN');
  expect((await lab.call('ADMIN', 'get', '/api/lab/batches/director-work?kind=other')).status).toBe(422);
});

test('a batch waits for the director of its kind of work, in either order, until it is returned', async () => {
  const { id, procedureId } = await waitingBatch(true);
  const oldest = await read('clinical');
  expect(idsOf(oldest.batches)).toContain(id);
  expect(oldest.batches.total).toBe(oldest.batches.rows.length);
  expect(idsOf((await read('clinical', 'newest')).batches)).toEqual(idsOf(oldest.batches).reverse());
  expect(idsOf((await read('research')).batches)).not.toContain(id);
  await setClinical('procedure', procedureId, false);
  expect(idsOf((await read('research')).batches)).toContain(id);

  const returned = await change('LAB_RESEARCH_DIRECTOR', id, 'return-batch', { reason: 'Two empty wells' });
  expect(returned.body).toMatchObject({ outcome: 'APPLIED' });
  const after = await read('research');
  expect(idsOf(after.batches)).not.toContain(id);
  expect(after.decisions.rows[0]).toMatchObject({
    type: 'BATCH_DIRECTOR_RETURNED',
    targetId: id,
    reason: 'Two empty wells',
  });
  expect(after.decisions.rows[0]?.name).toMatch(/^W\d{5}-/);
  const tube = await one<{ id: string; barcode: string }>(
    `SELECT id, barcode FROM sample WHERE batch_id = '${id}' AND status = 'COMPLETED' ORDER BY id LIMIT 1`,
  );
  const failure = { failureReason: 'INSUFFICENT_RESULTS', failureNotes: null };
  await lab.call('LAB_MANAGER', 'patch', '/api/lab/custody', {
    operation: 'fail-sample',
    args: { sampleId: tube.id, ...failure },
  });
  await change('LAB_MANAGER', id, 'request-batch-approval', { answer: 'Measured once more' });
  const [requestedRow] = (await read('research')).batches.rows.filter((row) => row.id === id);
  expect(requestedRow).toMatchObject({
    returnReason: 'Two empty wells',
    returnAnswer: 'Measured once more',
    reopenedSections: [],
    failedSamples: [tube.barcode],
  });
  // Decisions are the reader's own.
  expect(idsOf((await read('research', 'oldest', 'PROJECT_MANAGER')).decisions)).not.toContain(
    after.decisions.rows[0]?.id,
  );
});

test('a submitted version waits for the director of its kind of work; a draft does not', async () => {
  for (const table of ['procedure', 'flow', 'protocol']) {
    const { id } = await one<{ id: string }>(
      `SELECT id FROM ${table} WHERE entity = 'WBL' AND NOT deleted ORDER BY id LIMIT 1`,
    );
    const submit = (at: string) =>
      writeRows(`UPDATE ${table} SET status = 'PENDING_APPROVAL', submitted_at = ${at} WHERE id = '${id}'`);
    await submit('NULL');
    const all = async () => [
      ...idsOf((await read('clinical')).versions),
      ...idsOf((await read('research')).versions),
    ];
    expect(await all()).not.toContain(id);
    await submit('now()');
    expect((await all()).filter((one) => one === id)).toHaveLength(1);
  }
});

test('failures, controls, quarantine, deviations and late specimens are read by their kind of work', async () => {
  const { id: batchId, procedureId } = await waitingBatch(false);
  const sampleRow = await one<{ id: string; specimenId: string; protocolId: string }>(
    `SELECT s.id, n.id AS "specimenId", n.protocol_id AS "protocolId" FROM sample s JOIN specimen n ON n.id = s.specimen_id
      WHERE s.entity = 'WBL' AND n.status = 'IN_PROGRESS' ORDER BY s.id LIMIT 1`,
  );
  const overdueSpecimen = await one<{ id: string }>(
    `SELECT id FROM specimen WHERE protocol_id = '${sampleRow.protocolId}' AND id <> '${sampleRow.specimenId}' AND lab = 'WBL' ORDER BY id LIMIT 1`,
  );
  const lot = await one<{ id: string }>(
    `SELECT id FROM inventory_item WHERE entity = 'WBL' ORDER BY id LIMIT 1`,
  );
  const assigned = await one<{ id: string }>(
    `SELECT a.id FROM assigned_section a WHERE a.batch_id = '${batchId}' ORDER BY a.id LIMIT 1`,
  );
  const controlId = ulid();
  await writeRows(
    `UPDATE sample SET status = 'FAILED_QC', flagged_for_review = true, failed_at = now(), failure_reason = 'BAD_SAMPLE' WHERE id = '${sampleRow.id}';
     UPDATE specimen SET status = 'RECEIVED_QUARANTINED', hold_reason = 'Leaking' WHERE id = '${sampleRow.specimenId}';
     UPDATE specimen SET status = 'IN_PROGRESS', received_at = now() - interval '400 days' WHERE id = '${overdueSpecimen.id}';
     UPDATE inventory_item SET quarantined = true WHERE id = '${lot.id}';
     UPDATE assigned_section SET deviation_note = 'Foam', updated_at = now() WHERE id = '${assigned.id}';
     UPDATE batch SET status = 'IN_PROGRESS' WHERE id = '${batchId}';
     INSERT INTO batch_control (id, created_at, updated_at, entity, batch_id, plate_location, control_type, name, passed, lab)
       VALUES ('${controlId}', now(), now(), 'WBL', '${batchId}', 'H12', 'NEGATIVE_CONTROL', 'NC 9', false, 'WBL');
     INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
       VALUES ('proposal-1', now(), now(), 'WBL', 'BATCH_STATUS_CHANGED', 'Batch', '${batchId}', now(),
         '{"proposed":"FAILED_QC","reason":"INSUFFICENT_RESULTS","notes":null,"by":"Tess"}', false)`,
  );
  const readGroups = async (kind: DirectorKind) => {
    const work = await read(kind);
    return {
      sample: idsOf(work.failures).includes(sampleRow.id),
      proposal: work.failures.rows.filter((row) => row.id === batchId).map(({ byName }) => byName),
      control: idsOf(work.controls).includes(controlId),
      specimen: work.quarantine.rows.find((row) => row.id === sampleRow.specimenId)?.reason ?? null,
      lot: idsOf(work.quarantine).includes(lot.id),
      deviation: work.deviations.rows.find((row) => row.id === assigned.id)?.note ?? null,
      late: idsOf(work.overdue).includes(overdueSpecimen.id),
    };
  };
  const emptyGroups = {
    ...{ sample: false, proposal: [], control: false, specimen: null, deviation: null, late: false },
  };
  const fullGroups = {
    ...{
      sample: true,
      proposal: ['Tess'],
      control: true,
      specimen: 'Leaking',
      deviation: 'Foam',
      late: true,
    },
  };
  await setClinical('protocol', sampleRow.protocolId, false);
  expect([await readGroups('clinical'), await readGroups('research')]).toEqual([
    { ...emptyGroups, lot: false },
    { ...fullGroups, lot: true },
  ]);
  await setClinical('protocol', sampleRow.protocolId, true);
  await setClinical('procedure', procedureId, true);
  expect([await readGroups('clinical'), await readGroups('research')]).toEqual([
    { ...fullGroups, lot: false },
    { ...emptyGroups, lot: true },
  ]);
  // What was decided, accepted or noted earlier does not wait any more.
  await writeRows(
    `UPDATE sample SET flagged_for_review = false WHERE id = '${sampleRow.id}';
     UPDATE specimen SET status = 'RECEIVED' WHERE id = '${sampleRow.specimenId}';
     UPDATE specimen SET status = 'COMPLETED' WHERE id = '${overdueSpecimen.id}';
     UPDATE assigned_section SET updated_at = now() - interval '8 days' WHERE id = '${assigned.id}';
     UPDATE batch_control SET accepted_reason = 'Fine' WHERE id = '${controlId}';
     INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
       VALUES ('declined-1', now(), now(), 'WBL', 'BATCH_STATUS_CHANGED', 'Batch', '${batchId}', now(), '{"declined":["proposal-1"]}', false)`,
  );
  expect(await readGroups('clinical')).toEqual({ ...emptyGroups, lot: false });
});
