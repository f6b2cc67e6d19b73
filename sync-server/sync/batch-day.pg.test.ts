import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { swapWells } from '#db/batches/layout/move-wells.ts';
import { fillPlate } from '#db/batches/layout/place-sample.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { field } from '#db/protocols/field.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import { signSection } from '#db/protocols/signing/sign-section.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { recordFieldValues } from '#db/protocols/values/record-field-value.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

let database: TestDatabase;
const at = '2026-11-21T10:00:00.000Z';
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

const run = <Args extends z.ZodObject>(operation: OperationDefinition<Args>, args: z.input<Args>) =>
  work((tx) => operation.run(tx, operation.args.parse(args), buildContext({ actor: ANN, deviceId: null })));

beforeAll(async () => {
  database = await createTestDatabase();
  const world = buildBatchWorld({ samples: 3 });
  // The rows of people, companies and orders that the procedure does not need are omitted here.
  await inTransaction(database.owner, async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    const tx = new PgTransaction(client, stamp);
    for (const entity of CATALOGUE) {
      if (entity.name === 'Person') continue;
      for (const row of world.all(entity)) await tx.insert(entity, row);
    }
    await tx.finish();
  });
});
afterAll(() => database.drop());

test('a batch is laid out, run, signed and completed on Postgres', async () => {
  const wells = ['A1', 'B1', 'C1'];
  const samples = wells.map((plateLocation, index) => ({ sampleId: `s${index + 1}`, plateLocation }));
  const controls = [{ controlId: 'c1', controlType: 'POSITIVE_CONTROL' as const, plateLocation: 'D1' }];
  expect(await run(fillPlate, { batchId: 'batch-1', samples, controls })).toMatchObject({
    outcome: 'APPLIED',
  });
  expect(await run(swapWells, { batchId: 'batch-1', from: 'A1', to: 'D1' })).toMatchObject({
    outcome: 'APPLIED',
  });
  expect(await run(startBatch, { batchId: 'batch-1' })).toMatchObject({ outcome: 'APPLIED' });
  const entry = (fieldId: string, sampleId: string | null, value: string) => ({
    fieldId,
    sampleId,
    value,
    inputMethod: 'TYPED' as const,
  });
  await run(recordFieldValues, {
    assignedSectionId: 'batch-1-lysis',
    values: [entry('temperature', null, '56.0')],
  });
  await signNow('batch-1-lysis');
  const values = ['s1', 's2', 's3', 'c1'].flatMap((id) => [
    entry('concentration', id, '20.50'),
    entry('volume', id, '48'),
  ]);
  expect(await run(recordFieldValues, { assignedSectionId: 'batch-1-elution', values })).toMatchObject({
    outcome: 'APPLIED',
  });
  await signNow('batch-1-elution');
  expect(await run(completeBatch, { batchId: 'batch-1' })).toMatchObject({ outcome: 'APPLIED' });
  const rows = await work((tx) => tx.find(sample, { parentSampleId: ['s1', 's2', 's3'] }));
  expect(rows.map((row) => [row.status, row.extractedConcentration, row.remainingVolume])).toEqual(
    wells.map(() => ['IN_QUEUE', '20.5', '48']),
  );
});

async function signNow(assignedSectionId: string): Promise<void> {
  const contentHash = await work(async (tx) => {
    const row = await tx.get(assignedSection, assignedSectionId);
    const of = await tx.get(section, row?.sectionId ?? '');
    if (!of) throw new Error('no section');
    const fields = await tx.find(field, { procedureId: 'procedure-extraction' });
    return sectionContentHash(
      assignedSectionId,
      of,
      await tx.find(fieldValue, { assignedSectionId }),
      fields,
    );
  });
  const signing = { assignedSectionId, contentHash, proof: 'p', printedName: 'Ann', meaning: 'Performed by' };
  expect(await run(signSection, signing)).toMatchObject({ outcome: 'APPLIED' });
}
