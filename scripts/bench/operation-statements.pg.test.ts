import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { type StorageType, storageManagement } from '#db/storage/storage-management.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { envelope, openTestLab, type TestLab } from '#sync-server/sync/test-lab.ts';
import { recordStatements, type Statement } from './statement-record.ts';

const LEVELS: readonly StorageType[] = ['SITE', 'ROOM', 'FREEZER', 'SHELF', 'RACK', 'BOX'];
const SAMPLES = 24;

/** Two storage trees of six levels, samples in the first, a batch to lay out and one that runs. */
function buildWorld(): MemoryWorld {
  const world = buildBatchWorld({
    samples: SAMPLES,
    sample: { storageLocationId: 'a-box', storagePosition: null },
    fields: [buildField({ id: 'yield', name: 'yield', label: 'Yield', stepId: 'step-lysis' })],
  });
  for (const side of ['a', 'b'])
    for (const [depth, type] of LEVELS.entries()) {
      const parentId = depth === 0 ? null : `${side}-${LEVELS[depth - 1]?.toLowerCase()}`;
      const id = `${side}-${type.toLowerCase()}`;
      world.putRow(storageManagement, buildStorageManagement({ id, name: id, type, parentId }));
    }
  world.putRow(batch, buildBatch({ id: 'batch-2', julianId: 'W26325-E02', status: 'IN_PROGRESS' }));
  for (let k = 21; k <= SAMPLES; k += 1) {
    const row = world.one(sample, `s${k}`);
    const running = { batchId: 'batch-2', plateLocation: `B${k - 20}`, status: 'IN_PROGRESS' } as const;
    if (row) world.putRow(sample, { ...row, ...running });
  }
  return world;
}

let lab: TestLab;
let pool: Pool;
let record: ReturnType<typeof recordStatements>;
let deviceId: string;
let n = 0;

beforeAll(async () => {
  lab = await openTestLab();
  const world = buildWorld();
  // The people and companies that these operations do not need are omitted.
  await inTransaction(lab.database.owner, async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    for (const entity of CATALOGUE)
      if (entity.name !== 'Person') for (const row of world.all(entity)) await insertRow(client, entity, row);
  });
  deviceId = await lab.enroll(lab.tess);
  pool = createPool(lab.database.url, { max: 1 });
  record = recordStatements(pool);
});
afterAll(async () => {
  await pool.end();
  await lab.database.drop();
});

const inBox = (k: number) => ({ sampleId: `s${k}`, containerId: 'b-box', position: `A${k}` });

// The seven operations of the wire contract; the k-th call of each concerns its own sample.
const ARGS: Readonly<Record<string, (k: number) => Record<string, unknown>>> = {
  'move-sample': inBox,
  'check-out-sample': (k) => ({ sampleId: `s${k}`, purpose: 'BATCH' }),
  'check-in-sample': inBox,
  'move-container': (k) => ({
    containerId: 'b-box',
    parentId: k % 2 ? 'a-rack' : 'b-rack',
    position: null,
  }),
  'place-sample': (k) => ({ batchId: 'batch-1', sampleId: `s${k}`, plateLocation: `A${k}` }),
  'record-field-value': (k) => ({
    assignedSectionId: 'batch-2-lysis',
    fieldId: 'yield',
    sampleId: `s${k + 20}`,
    value: '20.5',
    inputMethod: 'TYPED',
  }),
  'fail-sample': (k) => ({ sampleId: `s${k}`, failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' }),
};

async function send(name: string, k: number): Promise<void> {
  n += 1;
  const operation = envelope(n, name, ARGS[name]?.(k) ?? {}, { occurredAt: '2026-11-21T09:00:00.000Z' });
  const engine = { ...lab.engine, pool, operationNamed };
  const request = { deviceId, protocol: 1, operations: [operation] };
  const { verdicts } = await pushOperations(engine, lab.tess, request);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual([expect.stringMatching(/^APPLIED/)]);
  expect(lab.engine.bugs).toEqual([]);
}

const textOf = ([statement]: Statement): string =>
  typeof statement === 'string' ? statement : String(Object(statement)['text']);
/** The statements without parameters, which Postgres has nothing to plan for. */
const CONTROL = /^\s*(BEGIN|SAVEPOINT|SET CONSTRAINTS|RELEASE|COMMIT)\b/;
const isPrepared = ([statement]: Statement): boolean => typeof Object(statement)['name'] === 'string';

// The first three teach the prefetcher what the rule reads, by arguments, by their rows and by rows of these.
const LEARNING = [1, 2, 3];

// Of one operation that comes alone; those that share a transaction also share BEGIN, the lock, COMMIT and the
// reads of the storage tree and of methods. A smaller number is welcome: correct it here and in
// sync-server/postgres/acceleration/README.md.
test.each([
  ['move-sample', 19, 4],
  ['check-out-sample', 16, 4],
  ['check-in-sample', 16, 4],
  ['move-container', 16, 5],
  ['place-sample', 23, 6],
  ['record-field-value', 20, 6],
  ['fail-sample', 23, 7],
])('%s takes %i prepared statements in %i round trips', async (name, count, roundTrips) => {
  for (const k of LEARNING) await send(name, k);
  record.take();
  record.takeRoundTrips();
  await send(name, LEARNING.length + 1);
  const statements = record.take();
  const unprepared = statements.filter((one) => !isPrepared(one)).map(textOf);
  expect(unprepared.filter((text) => !CONTROL.test(text))).toEqual([]);
  expect([statements.length, record.takeRoundTrips()]).toEqual([count, roundTrips]);
});
