import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { cancelBatch } from '#db/batches/cancel-batch.ts';
import { addDuplicate } from '#db/batches/layout/add-duplicate.ts';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { resetBatch } from '#db/batches/reset-batch.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { ANN, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { failBatch } from './fail-batch.ts';

const one = (world: MemoryWorld, id: string): Sample | undefined =>
  world.all(sample).find((row) => row.id === id);
const fail = (world: MemoryWorld, sampleId: string, failureNotes: string | null = null, actor = ANN) =>
  runRule(
    world,
    failSample,
    { sampleId, failureReason: failureNotes === null ? 'INSUFFICENT_RESULTS' : 'BAD_SAMPLE', failureNotes },
    { actor },
  );

async function started(options: Parameters<typeof buildBatchWorld>[0] = {}): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2, ...options });
  for (const [sampleId, plateLocation] of [
    ['s1', 'A1'],
    ['s2', 'B1'],
  ] as const) {
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId, plateLocation }, { actor: ANN });
  }
  await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
  return world;
}

describe('failing a sample', () => {
  test('in work counts for its specimen, which follows its last open sample', async () => {
    const world = await started();
    expect(await fail(world, 's1')).toMatchObject({ outcome: 'APPLIED' });
    expect(one(world, 's1')).toMatchObject({
      status: 'FAILED_QC',
      failureReason: 'INSUFFICENT_RESULTS',
      failedById: 'ann',
    });
    expect(world.all(specimen)[0]).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
    expect(await fail(world, 's1')).toMatchObject({ outcome: 'MERGED' });
    expect(world.all(specimen)[0]?.failedBatchCount).toBe(1);
  });

  test('requires notes for some reasons', async () => {
    const world = await started();
    await expect(fail(world, 's1', ' ')).rejects.toThrow('Notes are required for Bad sample.');
  });

  test('in the queue is a visual inspection, and the customer is asked', async () => {
    const world = buildBatchWorld();
    await fail(world, 's1', 'hemolysed');
    expect(one(world, 's1')?.status).toBe('FAILED_VISUAL_INSPECTION');
    expect(world.all(specimen)[0]).toMatchObject({
      status: 'ACTION_REQUIRED',
      failedBatchCount: 0,
      actionRequiredText: 'hemolysed',
    });
  });

  test('does not change the specimen when a replicate continues', async () => {
    const world = buildBatchWorld();
    await runRule(
      world,
      placeSample,
      { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' },
      { actor: ANN },
    );
    const duplicate = {
      batchId: 'batch-1',
      sampleId: 's1',
      duplicateId: 'd1',
      duplicateBarcodeId: 'bd1',
      plateLocation: 'B1',
    };
    await runRule(world, addDuplicate, duplicate, { actor: ANN });
    await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
    await fail(world, 's1');
    expect(one(world, 's1')?.status).toBe('FAILED_BATCH_DUPLICATE');
    expect(world.all(specimen)[0]).toMatchObject({ status: 'IN_PROGRESS', failedBatchCount: 0 });
    await fail(world, 'd1');
    expect(one(world, 'd1')?.status).toBe('FAILED_QC');
    expect(world.all(specimen)[0]).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
  });

  test('of a clinical protocol by a tech waits for confirmation', async () => {
    const world = await started();
    for (const row of world.all(protocol)) world.putRow(protocol, { ...row, clinical: true });
    await fail(world, 's1');
    await fail(world, 's2', null, LEA);
    expect([one(world, 's1')?.flaggedForReview, one(world, 's2')?.flaggedForReview]).toEqual([true, false]);
  });
});

describe('repeating', () => {
  test('replaces a failed sample by a sibling with the remaining material', async () => {
    const world = await started();
    await fail(world, 's1');
    await expect(runRule(world, requeueSample, { sampleId: 's1' }, { actor: ANN })).rejects.toThrow(
      'You do not have permission',
    );
    expect(await runRule(world, requeueSample, { sampleId: 's1' }, { actor: LEA })).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(one(world, 's1')).toMatchObject({ status: 'RESET', remainingVolume: '0' });
    const sibling = world.all(sample).find((row) => row.parentSampleId === 's1');
    expect(sibling).toMatchObject({
      status: 'IN_QUEUE',
      stage: 'EXTRACTION',
      attempt: 2,
      remainingVolume: '800',
      barcode: 'W26325-0001-02',
    });
    expect(world.all(specimen)[0]?.status).toBe('IN_PROGRESS');
  });

  test('moves the work back a stage when too little is left here', async () => {
    const world = await started({ sample: { remainingVolume: '300' } });
    const parent = one(world, 's1');
    if (parent)
      world.putRow(sample, {
        ...parent,
        id: 'p1',
        batchId: null,
        plateLocation: null,
        status: 'COMPLETED',
        remainingVolume: '250',
      });
    if (parent) world.putRow(sample, { ...parent, parentSampleId: 'p1' });
    await fail(world, 's1');
    await runRule(world, requeueSample, { sampleId: 's1' }, { actor: LEA });
    const sibling = world.all(sample).find((row) => row.attempt === 2);
    expect(sibling).toMatchObject({ parentSampleId: 'p1', remainingVolume: '250' });
  });

  test('asks the customer for a new specimen when nothing is left anywhere', async () => {
    const world = await started({ sample: { remainingVolume: '200' } });
    await fail(world, 's1');
    const result = await runRule(world, requeueSample, { sampleId: 's1' }, { actor: LEA });
    expect(result).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Not enough material left; request a new specimen.',
    });
    expect(world.all(specimen)[0]).toMatchObject({ status: 'ACTION_REQUIRED' });
  });

  test('happens once for insufficient results; the second time the project manager decides', async () => {
    const world = await started();
    const failAgain = (id: string): void => {
      const row = one(world, id);
      if (row) world.putRow(sample, { ...row, status: 'FAILED_QC', failureReason: 'INSUFFICENT_RESULTS' });
    };
    await fail(world, 's1');
    expect(await runRule(world, requeueSample, { sampleId: 's1' }, { actor: LEA })).toMatchObject({
      outcome: 'APPLIED',
    });
    const second = world.all(sample).find((row) => row.attempt === 2)?.id ?? '';
    failAgain(second);
    await expect(runRule(world, requeueSample, { sampleId: second }, { actor: LEA })).rejects.toThrow(
      'Sample W26325-0001-02 was repeated for insufficient results before; the project manager decides about another repeat.',
    );
    const manager = buildActor({ userId: 'pia', name: 'Pia', role: 'PROJECT_MANAGER' });
    await runRule(world, requeueSample, { sampleId: second }, { actor: manager });
    expect(one(world, second)?.status).toBe('RESET');
    expect(world.all(sample).find((row) => row.attempt === 3)?.status).toBe('IN_QUEUE');
  });

  test('for another reason, or of a second tube that fails beside the first, is no second time', async () => {
    const world = await started();
    const sibling = one(world, 's2');
    if (sibling) world.putRow(sample, { ...sibling, specimenId: 'specimen-1' });
    await fail(world, 's1');
    await fail(world, 's2');
    for (const sampleId of ['s1', 's2'])
      expect(await runRule(world, requeueSample, { sampleId }, { actor: LEA })).toMatchObject({
        outcome: 'APPLIED',
      });
    const repeated = world.all(sample).find((row) => row.parentSampleId === 's1');
    if (repeated)
      world.putRow(sample, { ...repeated, status: 'FAILED_QC', failureReason: 'EQUIPMENT_MALFUNCTION' });
    const secondRequeue = await runRule(
      world,
      requeueSample,
      { sampleId: repeated?.id ?? '' },
      { actor: LEA },
    );
    expect(secondRequeue).toMatchObject({ outcome: 'APPLIED' });
  });

  test('of a batch leaves out the samples about which the project manager decides', async () => {
    const world = await started();
    const failure = { failureReason: 'INSUFFICENT_RESULTS' as const, failureNotes: null };
    await runRule(world, failBatch, { batchId: 'batch-1', qc: true, ...failure }, { actor: LEA });
    for (const row of world.all(sample))
      if (row.id === 's1') {
        world.putRow(sample, { ...row, id: 'earlier', batchId: null, status: 'RESET' });
        world.putRow(sample, { ...row, attempt: 2 });
      }
    const reset = await runRule(world, resetBatch, { batchId: 'batch-1', reason: 'again' }, { actor: LEA });
    expect(reset).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', code: 'PROJECT_MANAGER_NEEDED' });
    expect([one(world, 's1')?.status, one(world, 's2')?.status]).toEqual(['FAILED_QC', 'RESET']);
    expect(world.all(specimen).map((row) => row.status)).toEqual(['FAILED_QC', 'IN_PROGRESS']);
  });

  test('of a whole failed batch resets or stops it', async () => {
    const world = await started();
    const failure = {
      batchId: 'batch-1',
      qc: true,
      failureReason: 'INSUFFICENT_RESULTS' as const,
      failureNotes: null,
    };
    await expect(runRule(world, failBatch, failure, { actor: ANN })).rejects.toThrow(
      'You do not have permission',
    );
    await runRule(world, failBatch, failure, { actor: LEA });
    expect(world.all(specimen).map((row) => [row.status, row.failedBatchCount])).toEqual([
      ['FAILED_QC', 1],
      ['FAILED_QC', 1],
    ]);
    const secondRequeue = structuredClone(world.all(batch)[0]);
    await runRule(world, resetBatch, { batchId: 'batch-1', reason: 'repeat' }, { actor: LEA });
    expect(world.all(batch)[0]?.status).toBe('RESET');
    expect(
      world
        .all(sample)
        .filter((row) => row.attempt === 2)
        .map((row) => row.status),
    ).toEqual(['IN_QUEUE', 'IN_QUEUE']);
    await expect(
      runRule(world, resetBatch, { batchId: 'batch-1', reason: 'x' }, { actor: LEA }),
    ).rejects.toThrow('Cannot change status from Reset to Reset.');
    if (secondRequeue) world.putRow(batch, secondRequeue);
    await runRule(world, cancelBatch, { batchId: 'batch-1', reason: 'stop' }, { actor: LEA });
    expect(world.all(batch)[0]?.status).toBe('FAILED_QC_CANCELED');
  });
});
