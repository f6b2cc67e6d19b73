import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { batch } from '#db/batches/batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildLoadingWorld, CELL } from '#db/factories/benches/loading-bench.ts';
import { buildUser } from '#db/factories/build-identity.ts';
import { buildRunOf } from '#db/factories/build-sequencing.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import type { OperationContext, OperationDefinition } from '#db/operation.ts';
import { field } from '#db/protocols/field.ts';
import { sample } from '#db/samples/sample.ts';
import { checkFlowCell } from '#db/sequencing/flow-cells/check-flow-cell.ts';
import { flowCell } from '#db/sequencing/flow-cells/flow-cell.ts';
import { flowCellUse } from '#db/sequencing/flow-cells/flow-cell-use.ts';
import { loadFlowCell } from '#db/sequencing/flow-cells/load-flow-cell.ts';
import { washFlowCell } from '#db/sequencing/flow-cells/wash-flow-cell.ts';
import { makePool } from '#db/sequencing/pools/make-pool.ts';
import { importRun } from '#db/sequencing/runs/import-run.ts';
import type { Transaction } from '#db/transaction.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

let database: TestDatabase;
const at = '2026-11-21T10:00:00.000Z';
const stamp = {
  ...{ at, userId: 'lea', entity: 'WBL', lab: 'WBL', entities: ['WBL'] },
  ...{ receivedAt: at, requestId: 'request-1' },
};

const work = <T>(step: (tx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(database.pool, async (client) => {
    const tx = new PgTransaction(client, stamp);
    const result = await step(tx);
    await tx.finish();
    return result;
  });

const run = <Args extends z.ZodObject>(
  operation: OperationDefinition<Args>,
  args: z.input<Args>,
  more: Partial<OperationContext> = {},
) =>
  work((tx) =>
    operation.run(
      tx,
      operation.args.parse(args),
      buildContext({ actor: LEA, deviceId: null, occurredAt: at, ...more }),
    ),
  );

beforeAll(async () => {
  database = await createTestDatabase();
  const world = buildLoadingWorld();
  for (const row of world.all(field)) world.putRow(field, { ...row, required: false });
  await inTransaction(database.owner, async (client) => {
    // The rows of people, companies and orders are left out.
    await client.query('SET LOCAL session_replication_role = replica');
    const tx = new PgTransaction(client, stamp);
    for (const entity of CATALOGUE)
      if (entity.name !== 'Person') for (const row of world.all(entity)) await tx.insert(entity, row);
    await tx.insert(user, buildUser({ id: LEA.userId, name: LEA.name }));
    await tx.finish();
  });
});
afterAll(() => database.drop());

test('libraries are pooled, loaded, read and their batch completed on Postgres', async () => {
  const members = ['s1', 's2'].map((sampleId) => ({ sampleId, volume: '20' }));
  expect(await run(makePool, { batchId: 'seq-1', members })).toMatchObject({ outcome: 'APPLIED' });
  const pool = (await work((tx) => tx.find(sample, { barcode: 'W26325-S01-P1' })))[0];
  expect(pool).toMatchObject({ sampleKind: 'POOL', specimenId: null, remainingVolume: '40' });
  await run(checkFlowCell, { cellId: CELL, pores: 7000 });
  const place = { cellId: CELL, sequencerId: 'p24', positionName: '1B', volume: '32' };
  const loading = { batchId: 'seq-1', sampleId: pool?.id ?? '', ...place };
  expect(await run(loadFlowCell, loading)).toMatchObject({ outcome: 'APPLIED' });
  await expect(run(loadFlowCell, loading)).rejects.toThrow('Flow cell PAO99309 is in use at 1B');
  await expect(run(completeBatch, { batchId: 'seq-1' })).rejects.toThrow('Import the sequencer run');
  const samples = await work((tx) => tx.find(sample, { batchId: 'seq-1' }));
  await run(importRun, {
    batchId: 'seq-1',
    run: buildRunOf(samples, { startedAt: '2026-11-21T11:00:00.000Z', endedAt: '2026-11-22T11:00:00.000Z' }),
  });
  expect(await work((tx) => tx.find(flowCellUse, { cellId: CELL }))).toMatchObject([
    { hasSequenced: true, loadedVolume: '32', endedAt: '2026-11-22T11:00:00.000Z' },
  ]);
  expect(await work((tx) => tx.get(flowCell, CELL))).toMatchObject({
    useCount: 1,
    barcodesUsed: ['NB01', 'NB02'],
  });
  await run(washFlowCell, { cellId: CELL }, { occurredAt: '2026-11-22T12:00:00.000Z' });
  expect(await run(completeBatch, { batchId: 'seq-1' })).toMatchObject({ outcome: 'APPLIED' });
  expect((await work((tx) => tx.get(batch, 'seq-1')))?.status).toBe('COMPLETED');
});

test('devices hear of a changed result of a sample, and not of a sign of life of an instrument', async () => {
  const revOf = async (table: string) =>
    (await database.owner.query(`SELECT max(rev)::int AS rev FROM ${table}`)).rows[0]?.rev;
  const [runs, sequencers] = [await revOf('batch_result'), await revOf('sequencer')];
  await database.owner.query('UPDATE sample_result SET reads_pass = reads_pass + 1');
  await database.owner.query('UPDATE sequencer SET last_heartbeat_at = now()');
  expect(await revOf('batch_result')).toBeGreaterThan(runs);
  expect(await revOf('sequencer')).toBe(sequencers);
});
