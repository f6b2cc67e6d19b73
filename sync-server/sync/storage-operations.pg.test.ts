import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { barcode } from '#db/samples/barcode.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { pushOperations } from './push-operations.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;
const devices = new Map<string, { id: string; n: number }>();

beforeAll(async () => {
  lab = await openTestLab();
  for (const id of ['box-a', 'box-b'])
    await lab.insert(storageManagement, buildStorageManagement({ id, name: id }));
  for (const actor of [lab.tess, lab.mara]) devices.set(actor.userId, { id: await lab.enroll(actor), n: 0 });
});
afterAll(() => lab.database.drop());

async function tube(id: string, overrides: Partial<Sample>): Promise<void> {
  const client = await lab.database.pool.connect();
  try {
    await client.query('BEGIN');
    const code = buildBarcode({ id: `code-${id}`, targetId: id, type: 'SAMPLE' });
    const row = buildSample({
      id,
      barcode: code.value,
      barcodeId: code.id,
      specimenId: null,
      extractionProcedureId: null,
    });
    await insertRow(client, barcode, code);
    await insertRow(client, sample, { ...row, ...overrides });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function runOperation(
  actor: Actor,
  name: string,
  args: Record<string, unknown>,
  occurredAt = '2026-11-21T09:00:00.000Z',
) {
  const device = devices.get(actor.userId);
  if (!device) throw new Error('no device');
  device.n += 1;
  const engine = { ...lab.engine, operationNamed };
  const operation = { ...envelope(device.n, name, args), version: 1, occurredAt };
  const { verdicts } = await pushOperations(engine, actor, {
    deviceId: device.id,
    protocol: 1,
    operations: [operation],
  });
  expect(lab.engine.bugs).toEqual([]);
  return verdicts[0];
}

const readLocation = async (id: string): Promise<string> => {
  const text = 'SELECT storage_location_id AS place, storage_position AS slot FROM sample WHERE id = $1';
  const row = (await lab.database.pool.query(text, [id])).rows[0];
  return `${row?.place ?? 'nowhere'} ${row?.slot ?? '-'}`;
};

test('two tubes put into one slot by two people end as one in the slot and one to be searched', async () => {
  await tube('one-a', {});
  await tube('one-b', {});
  const first = await runOperation(lab.tess, 'move-sample', {
    sampleId: 'one-a',
    containerId: 'box-a',
    position: 'A1',
  });
  const second = await runOperation(lab.mara, 'move-sample', {
    sampleId: 'one-b',
    containerId: 'box-a',
    position: 'A1',
  });
  expect(first).toMatchObject({ outcome: 'APPLIED' });
  expect(second).toMatchObject({ outcome: 'CONFLICT', message: 'Rescan box-a' });
  expect([await readLocation('one-a'), await readLocation('one-b')]).toEqual(['box-a A1', 'box-a -']);
});

test('a swap, a ring of moves and its undo respect the one-sample-per-slot constraint of the database', async () => {
  await tube('ring-a', { storageLocationId: 'box-b', storagePosition: 'A1' });
  await tube('ring-b', { storageLocationId: 'box-b', storagePosition: 'A2' });
  await tube('ring-c', { storageLocationId: 'box-b', storagePosition: 'A3' });
  const slots = async () => [
    await readLocation('ring-a'),
    await readLocation('ring-b'),
    await readLocation('ring-c'),
  ];
  await runOperation(lab.tess, 'swap-samples', { sampleId: 'ring-a', otherSampleId: 'ring-b' });
  expect(await slots()).toEqual(['box-b A2', 'box-b A1', 'box-b A3']);
  const to = (sampleId: string, position: string) => ({ sampleId, containerId: 'box-b', position });
  const moves = [to('ring-a', 'A3'), to('ring-b', 'A2'), to('ring-c', 'A1')];
  expect(await runOperation(lab.tess, 'move-samples', { bulkId: 'ring', moves })).toMatchObject({
    outcome: 'APPLIED',
  });
  expect(await slots()).toEqual(['box-b A3', 'box-b A2', 'box-b A1']);
  expect(await runOperation(lab.mara, 'undo-move', { bulkId: 'ring' })).toMatchObject({
    outcome: 'APPLIED',
    message: null,
  });
  expect(await slots()).toEqual(['box-b A2', 'box-b A1', 'box-b A3']);
});

test('a later location wins whoever syncs first, and both moves are in the chain', async () => {
  await tube('late-a', {});
  await runOperation(
    lab.mara,
    'move-sample',
    { sampleId: 'late-a', containerId: 'box-b', position: 'C1' },
    '2026-11-21T09:30:00.000Z',
  );
  const args = { sampleId: 'late-a', containerId: 'box-a', position: 'C1' };
  expect(await runOperation(lab.tess, 'move-sample', args, '2026-11-21T09:10:00.000Z')).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
  });
  expect(await readLocation('late-a')).toBe('box-b C1');
  const chain = await lab.database.pool.query(`SELECT type FROM event WHERE target_id = 'late-a'`);
  expect(chain.rows).toHaveLength(2);
});
