import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { approveBatch } from '#db/batches/approve-batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { requestBatchApproval, returnBatch } from '#db/batches/return-batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, hashOf, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { buildActor, buildContext, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { reopenSection } from '#db/protocols/sections/reopen-section.ts';
import { signSection } from '#db/protocols/signing/sign-section.ts';
import { correctFieldValue } from '#db/protocols/values/record-field-value.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

const RHEA = buildActor({ userId: 'rhea', name: 'Rhea', role: 'LAB_RESEARCH_DIRECTOR' });
let database: TestDatabase;
const at = '2026-11-21T11:00:00.000Z';
const stamp = {
  at,
  userId: 'ann',
  entity: 'WBL',
  lab: 'WBL',
  entities: ['WBL'],
  receivedAt: at,
  requestId: 'request-1',
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
  actor = LEA,
) => {
  const context = buildContext({ actor, deviceId: null, occurredAt: at });
  return work((tx) => operation.run(tx, operation.args.parse(args), context));
};

/** Read the children of the batch as Postgres has them. */
const children = () => work((tx) => tx.find(sample, { parentSampleId: ['s1', 's2'] }));

/** Return the hash that a person signs on the section as Postgres has it. */
async function currentHash(): Promise<string> {
  const world = new MemoryWorld();
  await work(async (tx) => {
    for (const entity of CATALOGUE)
      if (['AssignedSection', 'Section', 'Field', 'FieldValue'].includes(entity.name))
        for (const row of await tx.find(entity, {})) world.putRow(entity, row);
  });
  return hashOf(world, ELUTION);
}

beforeAll(async () => {
  database = await createTestDatabase();
  const world = await eluted({ procedure: { requiresDirectorApproval: true } });
  await sign(world, ELUTION, by(ANN, 35));
  const args = { batchId: 'batch-1', childSuffixLetter: 'K', sampleIds: ['s1', 's2'] };
  await runRule(world, completeBatch, args, by(ANN, 37));
  await inTransaction(database.owner, async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    const tx = new PgTransaction(client, stamp);
    for (const entity of CATALOGUE) {
      // People belong to users, which this work does not need.
      if (entity.name === 'Person') continue;
      for (const row of world.all(entity)) await tx.insert(entity, row);
    }
    await tx.finish();
  });
});
afterAll(() => database.drop());

test('a returned batch holds its children until its section is signed again and approved, and makes no others', async () => {
  const before = (await children()).map(({ id }) => id).sort();
  expect(before).toHaveLength(2);
  await run(returnBatch, { batchId: 'batch-1', reason: 'Tube 1 looks wrong' }, RHEA);
  await run(reopenSection, { assignedSectionId: ELUTION, reason: 'Measure again' });
  const request = () => run(requestBatchApproval, { batchId: 'batch-1', answer: 'Measured again' });
  await expect(request()).rejects.toMatchObject({ code: 'NOT_COMPLETE' });
  await expect(run(approveBatch, { batchId: 'batch-1' }, RHEA)).rejects.toMatchObject({ code: 'RETURNED' });
  const value = { fieldId: 'concentration', sampleId: 's1', value: '12.5', inputMethod: 'TYPED' as const };
  const correction = { assignedSectionId: ELUTION, ...value, changeReason: 'Read the wrong line' };
  expect(await run(correctFieldValue, correction, ANN)).toMatchObject({ outcome: 'APPLIED' });
  expect((await children()).every(({ status }) => status === 'RECEIVED_ON_HOLD')).toBe(true);
  const signing = { assignedSectionId: ELUTION, contentHash: await currentHash(), proof: 'p' };
  expect(await run(signSection, signing, ANN)).toMatchObject({ outcome: 'APPLIED' });
  const signedAgain = await children();
  expect(signedAgain.map(({ id }) => id).sort()).toEqual(before);
  expect(signedAgain.every(({ status }) => status === 'RECEIVED_ON_HOLD')).toBe(true);
  await request();
  await run(approveBatch, { batchId: 'batch-1' }, RHEA);
  const released = await children();
  expect(released.map(({ id }) => id).sort()).toEqual(before);
  expect(released.map((row) => [row.parentSampleId, row.status, row.extractedConcentration]).sort()).toEqual([
    ['s1', 'IN_QUEUE', '12.5'],
    ['s2', 'IN_QUEUE', '20'],
  ]);
});
