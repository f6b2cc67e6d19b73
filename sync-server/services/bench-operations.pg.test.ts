import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldToFill, freeSlot, storedTubes, type Tube } from '#sync-server/demo/bench-of-demo.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let tubes: Tube[];
const next = (): Tube => {
  const tube = tubes.pop();
  if (!tube) throw new Error('The demo lab has no more tubes.');
  return tube;
};

beforeAll(async () => {
  lab = await openDemoServer();
  tubes = await storedTubes(lab);
});
afterAll(() => lab.close());

const update = (operation: string, args: object) =>
  lab.call('LAB_TECH', 'patch', '/api/lab/samples/update/status', { operation, args });
const sampleNow = async (id: string) => {
  const { body } = await lab.call('LAB_TECH', 'get', `/api/lab/samples/${id}`);
  return body;
};

test('a tube is moved to a free slot, and every device gets the change', async () => {
  const tube = next();
  const device = await lab.call('LAB_TECH', 'post', '/api/sync/devices', { name: 'Zebra' });
  const snapshot = await lab.call('LAB_TECH', 'get', '/api/sync/snapshot?limit=1');
  const position = await freeSlot(lab, tube.box);
  const moved = await lab.call('LAB_TECH', 'patch', '/api/lab/specimens/move', {
    sampleId: tube.id,
    containerId: tube.box,
    position,
  });
  expect([moved.status, moved.body.outcome]).toEqual([200, 'APPLIED']);
  const { generation, head } = snapshot.body;
  const feed = await lab.call(
    'LAB_TECH',
    'get',
    `/api/sync/feed?generation=${generation}&cursor=${head}&device=${device.body.deviceId}`,
  );
  const document = feed.body.documents.find((one: { id: string }) => one.id === tube.id);
  expect(document).toMatchObject({ collection: 'samples', rev: moved.body.rev });
  expect(document.body).toMatchObject({ storageLocationId: tube.box, storagePosition: position });
  expect(document.body.events.at(-1)).toMatchObject({ type: 'SAMPLE_MOVED' });
  expect(feed.body.documents.at(-1)).toMatchObject({ collection: 'operations', id: moved.body.id });
});

test('an occupied slot is an error that names its content', async () => {
  const [tube, other] = [next(), next()];
  const before = await lab.fingerprint();
  const refusal = await lab.call('LAB_TECH', 'patch', '/api/lab/specimens/move', {
    sampleId: tube.id,
    containerId: other.box,
    position: other.slot,
  });
  expect(refusal.status).toBe(409);
  expect(refusal.body.error).toBe(
    `Position ${other.slot} in ${other.boxName} is occupied by ${other.barcode}.`,
  );
  expect(await lab.fingerprint()).toBe(before);
});

test('a tube is checked out, and returns to its home slot', async () => {
  const tube = next();
  const out = await update('check-out-sample', { sampleId: tube.id, purpose: 'BATCH' });
  expect([out.status, out.body.outcome]).toEqual([200, 'APPLIED']);
  expect(await sampleNow(tube.id)).toMatchObject({ storageLocationId: tube.box, storagePosition: tube.slot });
  expect((await sampleNow(tube.id)).custodianUserId).not.toBeNull();
  const back = await update('check-in-sample', {
    sampleId: tube.id,
    containerId: tube.box,
    position: tube.slot,
  });
  expect([back.status, back.body.outcome]).toEqual([200, 'APPLIED']);
  expect(await sampleNow(tube.id)).toMatchObject({ custodianUserId: null, storagePosition: tube.slot });
});

test('a sample is failed with a reason, and a second attempt reports that', async () => {
  const tube = next();
  const failure = { sampleId: tube.id, failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' };
  expect((await update('fail-sample', failure)).status).toBe(200);
  expect(await sampleNow(tube.id)).toMatchObject({ failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' });
  const retry = await update('fail-sample', failure);
  expect([retry.status, retry.body.outcome, retry.body.message]).toEqual([
    200,
    'MERGED',
    `Sample ${tube.barcode} was failed by Tess Nakamura already.`,
  ]);
});

test('a value is recorded in a running section', async () => {
  const field = await fieldToFill(lab);
  const { assignedSectionId, ...entry } = field;
  const done = await lab.call('LAB_TECH', 'patch', `/api/lab/assigned-sections/${assignedSectionId}`, {
    operation: 'record-field-value',
    args: { ...entry, inputMethod: 'TYPED' },
  });
  expect([done.status, done.body.code]).toEqual([200, null]);
  expect(
    await lab.rows('SELECT value FROM field_value WHERE assigned_section_id = $1 AND field_id = $2', [
      assignedSectionId,
      field.fieldId,
    ]),
  ).toEqual([{ value: field.value }]);
});

test('a lab manager creates a batch with its sections; a lab tech may not', async () => {
  const [procedure] = await lab.rows(
    `SELECT id FROM procedure WHERE entity = 'WBL' AND status = 'APPROVED' AND batch_type = 'EXTRACTION'`,
  );
  const batchArgs = { name: 'Extraction of Monday', procedureId: procedure?.['id'] };
  const before = await lab.fingerprint();
  const refusal = await lab.call('LAB_TECH', 'post', '/api/lab/batches', batchArgs);
  expect(refusal.status).toBe(403);
  expect(await lab.fingerprint()).toBe(before);
  const batchId = ulid();
  const creation = await lab.call('LAB_MANAGER', 'post', '/api/lab/batches', { ...batchArgs, batchId });
  expect([creation.status, creation.body.outcome]).toEqual([200, 'APPLIED']);
  const { body } = await lab.call('LAB_TECH', 'get', `/api/lab/batches/${batchId}`);
  expect(body).toMatchObject({ name: batchArgs.name, status: 'NOT_STARTED', type: 'EXTRACTION' });
  expect(body.julianId).toMatch(/^W\d{5}-E\d\d$/);
  const sections = await lab.rows('SELECT id FROM assigned_section WHERE batch_id = $1', [batchId]);
  expect(sections.length).toBeGreaterThan(0);
});

test('a box is moved with its content', async () => {
  const tube = next();
  const [shelf] = await lab.rows(
    `SELECT shelf.id FROM storage_management box JOIN storage_management home ON home.id = box.parent_id
     JOIN storage_management shelf ON shelf.type = home.type AND shelf.id <> home.id AND shelf.entity = home.entity
       AND shelf.status = 'ACTIVE' AND shelf.restricted_to = home.restricted_to
     WHERE box.id = $1 ORDER BY shelf.id`,
    [tube.box],
  );
  const args = { containerId: tube.box, parentId: shelf?.['id'], position: null };
  const path = '/api/lab/storage-management';
  const moved = await lab.call('LAB_TECH', 'patch', path, { operation: 'move-container', args });
  expect([moved.status, moved.body.outcome, moved.body.message]).toEqual([200, 'APPLIED', null]);
  expect((await lab.call('LAB_TECH', 'get', `${path}/${tube.box}`)).body.parentId).toBe(args.parentId);
  expect(await sampleNow(tube.id)).toMatchObject({ storageLocationId: tube.box, storagePosition: tube.slot });
  const cycle = { containerId: tube.box, parentId: tube.box, position: null };
  expect(
    (await lab.call('LAB_TECH', 'patch', path, { operation: 'move-container', args: cycle })).status,
  ).toBe(409);
});

test('a scanned code is resolved in its own entity, and for the staff of the lab in all that it serves', async () => {
  const tube = next();
  const [code] = await lab.rows('SELECT value FROM barcode WHERE target_id = $1 AND active', [tube.id]);
  const path = `/api/lab/barcode/${code?.['value']}`;
  const resolution = await lab.call('LAB_TECH', 'get', path);
  expect([resolution.status, resolution.body.kind, resolution.body.target.id]).toEqual([
    200,
    'Sample',
    tube.id,
  ]);
  expect((await lab.call('LAB_TECH', 'get', path.toLowerCase())).status).not.toBe(500);
  expect((await lab.call('RESONANT:PROJECT_MANAGER', 'get', path)).status).toBe(404);
  const [served] = await lab.rows(
    `SELECT barcode AS value, id FROM sample WHERE entity = 'RESONANT' AND status = 'IN_QUEUE' ORDER BY id LIMIT 1`,
  );
  const answer = await lab.call('LAB_TECH', 'get', `/api/lab/barcode/${served?.['value']}`);
  expect([answer.status, answer.body.target?.id]).toEqual([200, served?.['id']]);
});

test('a person sees their own operations, and a manager the devices too', async () => {
  const own = await lab.call('LAB_TECH', 'get', '/api/lab/data-sync?limit=500');
  expect(own.body.operations.rows.some((row: { name: string }) => row.name === 'move-sample')).toBe(true);
  expect(own.body.devices).toEqual([]);
  const all = await lab.call('LAB_MANAGER', 'get', '/api/lab/data-sync');
  expect(all.body.devices.map((row: { name: string }) => row.name)).toContain('Zebra');
});

test('a label is printed once without a reason, and again only with one', async () => {
  const [tube, other] = [next(), next()];
  const values = await lab.rows<{ value: string }>(
    'SELECT value FROM barcode WHERE target_id = ANY ($1) AND active',
    [[tube.id, other.id]],
  );
  const job = {
    printer: 'stub',
    kind: 'TUBE',
    copies: 1,
    labels: values.map(({ value }) => ({ barcode: value, lines: ['EXTRACT'] })),
  };
  await lab.rows('UPDATE barcode SET printed_at = NULL WHERE value = ANY ($1)', [
    values.map(({ value }) => value),
  ]);
  const print = (more: object) =>
    lab.call('LAB_TECH', 'post', '/api/lab/print-jobs', { id: ulid(), ...job, ...more });
  expect((await print({})).status).toBe(200);
  const before = await lab.fingerprint();
  const refusal = await print({});
  expect([refusal.status, refusal.body.error]).toEqual([422, 'Give a reason for printing this label again.']);
  expect(await lab.fingerprint()).toBe(before);
  expect((await print({ reprintReason: 'Smeared' })).body.job).toMatchObject({ reprintReason: 'Smeared' });
  expect((await print({ reprintReason: 'Smeared', printer: 'no-such-printer' })).status).toBe(422);
  // The search of the print log covers the code of a label.
  const log = await lab.call(
    'LAB_TECH',
    'get',
    `/api/lab/print-jobs?search=${values[0]?.value}&sort=id:desc`,
  );
  expect(log.body.rows.slice(0, 2)).toMatchObject([{ reprintReason: 'Smeared' }, { reprintReason: null }]);
  expect((await lab.call('LAB_TECH', 'get', '/api/lab/print-jobs?search=NO-SUCH-LABEL')).body.rows).toEqual(
    [],
  );
});

test('a research assistant creates research batches on the research path, and no others', async () => {
  const [procedure] = await lab.rows(
    `SELECT id FROM procedure WHERE entity = 'WBL' AND status = 'APPROVED' AND batch_type = 'EXTRACTION'`,
  );
  const batchArgs = { name: 'Extraction for a study', procedureId: procedure?.['id'] };
  for (const research of [true, false]) {
    const refusal = await lab.call('RESEARCH_ASSISTANT', 'post', '/api/lab/batches', {
      ...batchArgs,
      research,
    });
    expect(refusal.status).toBe(403);
  }
  const batchId = ulid();
  const researchBatch = { ...batchArgs, batchId, research: false };
  const creation = await lab.call('RESEARCH_ASSISTANT', 'post', '/api/lab/batches/research', researchBatch);
  expect([creation.status, creation.body.outcome]).toEqual([200, 'APPLIED']);
  expect((await lab.call('LAB_TECH', 'get', `/api/lab/batches/${batchId}`)).body.research).toBe(true);
  expect((await lab.call('LAB_TECH', 'post', '/api/lab/batches/research', batchArgs)).status).toBe(403);
});
