import { describe, expect, test } from 'vitest';
import { approveBatch } from '#db/batches/approve-batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { sampleNow } from '#db/factories/benches/layout-operations.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { overturnFailure } from '#db/samples/failing/review-sample.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { stopSpecimen } from '#db/specimens/restart-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';

type Options = Parameters<typeof eluted>[0];

/** Return a batch of s1 and s2 whose sections are signed. */
async function signed(options: Options = {}): Promise<MemoryWorld> {
  const world = await eluted(options);
  await sign(world, ELUTION, by(ANN, 35));
  return world;
}

const fail = (world: MemoryWorld, sampleId = 's1', minute = 36) =>
  runRule(
    world,
    failSample,
    { sampleId, failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
    by(BOB, minute),
  );

/** Complete both tubes as Ann, whose device does not know of the failure. */
const complete = (world: MemoryWorld) =>
  runRule(
    world,
    completeBatch,
    { batchId: 'batch-1', childSuffixLetter: 'K', sampleIds: ['s1', 's2'] },
    by(ANN, 37),
  );

async function failureFirst(options: Options = {}): Promise<MemoryWorld> {
  const world = await signed(options);
  await fail(world);
  await complete(world);
  return world;
}

async function completionFirst(options: Options = {}): Promise<MemoryWorld> {
  const world = await signed(options);
  await complete(world);
  await fail(world);
  return world;
}

const childOf = (world: MemoryWorld, id: string) =>
  world.all(sample).find((row) => row.parentSampleId === id && row.duplicateOfSampleId === null);
const owner = (world: MemoryWorld) => world.one(specimen, 'specimen-1');
const openConflicts = (world: MemoryWorld) => world.all(syncConflict).filter((row) => row.status === 'OPEN');

const decide = (world: MemoryWorld, choice: 'KEEP_A' | 'KEEP_B') =>
  runRule(
    world,
    resolveConflict,
    { conflictId: openConflicts(world)[0]?.id ?? '', choice, value: null },
    by(LEA, 50),
  );
const overturn = (world: MemoryWorld) =>
  runRule(world, overturnFailure, { sampleId: 's1', reason: 'The reader was dirty' }, by(LEA, 50));

/**
 * Return the state that must be equal in any order of arrival; children by their label, as their tubes carry
 * it.
 */
const state = (world: MemoryWorld) => ({
  samples: world
    .all(sample)
    .map((row) => ({
      barcode: row.barcode,
      status: row.status,
      batchId: row.batchId,
      stage: row.stage,
      remainingVolume: row.remainingVolume,
      extractedConcentration: row.extractedConcentration,
      failureReason: row.failureReason,
      flaggedForReview: row.flaggedForReview,
    }))
    .sort((a, b) => (a.barcode < b.barcode ? -1 : 1)),
  specimens: world.all(specimen).map(({ id, status, failedBatchCount, failureReason }) => ({
    id,
    status,
    failedBatchCount,
    failureReason,
  })),
  orders: world.all(order).map(({ status }) => status),
});

describe('a concurrent failure and completion', () => {
  test('give the same result when the failure is kept', async () => {
    const [a, b] = [await failureFirst(), await completionFirst()];
    await decide(b, 'KEEP_B');
    expect(state(a)).toEqual(state(b));
    expect(owner(b)).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
    expect(childOf(b, 's1')?.status).toBe('CANCELED');
    expect(openConflicts(b)).toEqual([]);
  });

  test('give the same result when the failure is overturned', async () => {
    const [a, b] = [await failureFirst(), await completionFirst()];
    await overturn(a);
    await decide(b, 'KEEP_A');
    expect(state(a)).toEqual(state(b));
    expect(sampleNow(b, 's1').status).toBe('COMPLETED');
    expect(childOf(b, 's1')?.status).toBe('IN_QUEUE');
    expect(owner(b)).toMatchObject({ status: 'IN_PROGRESS', failedBatchCount: 0, failureReason: null });
  });

  test('give the same result for a child that waits for the director', async () => {
    const options = { procedure: { requiresDirectorApproval: true } };
    const [a, b] = [await failureFirst(options), await completionFirst(options)];
    await overturn(a);
    await decide(b, 'KEEP_A');
    expect(state(a)).toEqual(state(b));
    expect(childOf(a, 's1')?.status).toBe('RECEIVED_ON_HOLD');
    await runRule(a, approveBatch, { batchId: 'batch-1' }, by(LEA, 55));
    expect(childOf(a, 's1')?.status).toBe('IN_QUEUE');
  });

  test('give the same result at the last stage, which makes no child', async () => {
    const options = { sample: { libraryPreparationProcedureId: null } };
    for (const choice of ['KEEP_A', 'KEEP_B'] as const) {
      const [a, b] = [await failureFirst(options), await completionFirst(options)];
      if (choice === 'KEEP_A') await overturn(a);
      await decide(b, choice);
      expect(state(a)).toEqual(state(b));
      expect(sampleNow(a, 's1').status).toBe(choice === 'KEEP_A' ? 'COMPLETED' : 'FAILED_QC');
    }
  });

  test.each([
    [
      'stopped',
      'FAILED_QC_CANCELED',
      (world: MemoryWorld) =>
        runRule(world, stopSpecimen, { specimenId: 'specimen-1', reason: 'No use' }, by(LEA, 51)),
    ],
    [
      're-queued',
      'IN_PROGRESS',
      (world: MemoryWorld) =>
        runRule(world, requeueSample, { sampleId: 's1', childSuffixLetter: null }, by(LEA, 51)),
    ],
  ] as const)('leave a specimen that can be %s, in both orders', async (_, status, step) => {
    const [a, b] = [await failureFirst(), await completionFirst()];
    await decide(b, 'KEEP_B');
    for (const world of [a, b]) {
      expect(await step(world)).toMatchObject({ outcome: 'APPLIED' });
      expect(owner(world)?.status).toBe(status);
    }
    expect(state(a)).toEqual(state(b));
  });

  test('keep the label of each child, and the measured values', async () => {
    const [a, b] = [await failureFirst(), await completionFirst()];
    for (const world of [a, b]) {
      expect(childOf(world, 's1')?.barcode).toBe('W26325-0001-K1');
      expect(childOf(world, 's2')).toMatchObject({ barcode: 'W26325-0002-K1', status: 'IN_QUEUE' });
      expect(sampleNow(world, 's1').extractedConcentration).toBe('20');
    }
  });
});

describe('a late failure', () => {
  test('of one of two completed replicates does not change the specimen, as before the completion', async () => {
    const twins = async () => {
      const world = await signed();
      const first = sampleNow(world, 's2');
      world.putRow(sample, {
        ...first,
        specimenId: 'specimen-1',
        duplicateOfSampleId: 's1',
        parentSampleId: 's1',
      });
      return world;
    };
    const [a, b] = [await twins(), await twins()];
    await fail(a);
    await complete(a);
    await complete(b);
    await fail(b);
    await decide(b, 'KEEP_B');
    expect(state(a)).toEqual(state(b));
    expect(sampleNow(a, 's1').status).toBe('FAILED_BATCH_DUPLICATE');
    expect(owner(a)).toMatchObject({ status: 'IN_PROGRESS', failedBatchCount: 0 });
  });

  test('of a sample that was re-queued in the meantime is not overturned, but can be kept', async () => {
    const world = await completionFirst();
    await runRule(world, requeueSample, { sampleId: 's1', childSuffixLetter: null }, by(LEA, 45));
    await expect(decide(world, 'KEEP_A')).rejects.toThrow('was re-queued as');
    expect(await decide(world, 'KEEP_B')).toMatchObject({ outcome: 'APPLIED' });
    expect(owner(world)?.status).toBe('IN_PROGRESS');
  });

  test('that is kept can still be overturned afterwards', async () => {
    const world = await completionFirst();
    await decide(world, 'KEEP_B');
    expect(await overturn(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(childOf(world, 's1')?.status).toBe('IN_QUEUE');
  });

  test('that was overturned does not count again when a second report of it arrives', async () => {
    const world = await completionFirst();
    await decide(world, 'KEEP_A');
    expect(await fail(world)).toMatchObject({ outcome: 'MERGED', code: 'OVERTURNED' });
    expect(sampleNow(world, 's1').status).toBe('COMPLETED');
    expect(await fail(world, 's1', 55)).toMatchObject({ outcome: 'CONFLICT' });
  });

  test('does not cancel a repeat or an aliquot of its tube, only the output of the batch', async () => {
    const world = await signed();
    await complete(world);
    const child = childOf(world, 's1');
    if (!child) throw new Error('no child');
    world.putRow(sample, { ...child, id: 'repeat', barcode: 'repeat', attempt: 2 });
    world.putRow(sample, { ...child, id: 'aliquot', barcode: 'aliquot', specimenId: 'specimen-2' });
    await fail(world);
    expect([sampleNow(world, 'repeat').status, sampleNow(world, 'aliquot').status]).toEqual([
      'IN_QUEUE',
      'IN_QUEUE',
    ]);
  });
});

test('a completion with knowledge of a failure makes no child of the failed tube', async () => {
  const world = await signed();
  await fail(world);
  const args = { batchId: 'batch-1', childSuffixLetter: null, sampleIds: ['s2'] };
  expect(await runRule(world, completeBatch, args, by(ANN, 37))).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'Failed by others and not completed: W26325-0001-01.',
  });
  expect(childOf(world, 's1')).toBeUndefined();
  await overturn(world);
  expect(sampleNow(world, 's1')).toMatchObject({ status: 'IN_QUEUE', batchId: null });
});
