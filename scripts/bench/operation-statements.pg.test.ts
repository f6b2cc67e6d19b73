import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { operationNamed } from '#db/operations.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { envelope, openTestLab, type TestLab } from '#sync-server/sync/test-lab.ts';
import { buildOperationsWorld, OPERATION_ARGS } from './operations-world.ts';
import { recordStatements, type Statement, textOf } from './statement-record.ts';

let lab: TestLab;
let pool: Pool;
let record: ReturnType<typeof recordStatements>;
let deviceId: string;
let n = 0;

beforeAll(async () => {
  lab = await openTestLab();
  const world = buildOperationsWorld();
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

async function send(name: string, k: number): Promise<void> {
  n += 1;
  const operation = envelope(n, name, OPERATION_ARGS[name]?.(k) ?? {}, {
    occurredAt: '2026-11-21T09:00:00.000Z',
  });
  const engine = { ...lab.engine, pool, operationNamed };
  const request = { deviceId, protocol: 1, operations: [operation] };
  const { verdicts } = await pushOperations(engine, lab.tess, request);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual([expect.stringMatching(/^APPLIED/)]);
  expect(lab.engine.bugs).toEqual([]);
}

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
