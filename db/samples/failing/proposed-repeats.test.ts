import { expect, test } from 'vitest';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { ANN, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { failSample } from './fail-sample.ts';
import type { FailedSampleReason } from './failed-sample-reason.ts';
import { describeFailures, proposedRepeats } from './proposed-repeats.ts';
import { describeRepeats, repeatLabel } from './repeat-label.ts';

const STAMP = { at: '2026-11-21T11:00:00.000Z', userId: 'x', entity: 'WBL' } as const;
const read = (world: MemoryWorld) => world.transaction(STAMP, (tx) => proposedRepeats(tx, 'LAB_MANAGER'));

/** A started batch of two tubes, of which Ann failed s1. */
async function failed(
  failureReason: FailedSampleReason = 'LAB_TECHNICIAN_ERROR',
  options: Parameters<typeof buildBatchWorld>[0] = {},
): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2, ...options });
  for (const [sampleId, plateLocation] of [
    ['s1', 'A1'],
    ['s2', 'B1'],
  ] as const)
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId, plateLocation }, { actor: ANN });
  await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
  await runRule(
    world,
    failSample,
    { sampleId: 's1', failureReason, failureNotes: 'Spilled' },
    { actor: ANN },
  );
  return world;
}

test('a failure that proposes a repeat is listed with the stage and source that the repeat then has', async () => {
  const world = await failed();
  const [proposed, ...otherRepeats] = await read(world);
  expect(otherRepeats).toEqual([]);
  if (!proposed) throw new Error('No repeat is proposed.');
  expect(describeRepeats([proposed])).toBe('Re-queue in Extraction from W26325-0001-01.');
  await runRule(world, requeueSample, { sampleId: proposed.failed.id }, { actor: LEA });
  const sibling = world.all(sample).find((row) => row.parentSampleId === proposed.material?.id);
  expect(sibling).toMatchObject({ stage: 'EXTRACTION', status: 'IN_QUEUE', attempt: 2 });
  expect(await read(world)).toEqual([]);
});

test('a failure without material proposes to ask the customer, once', async () => {
  const world = await failed('LAB_TECHNICIAN_ERROR', { sample: { remainingVolume: '200' } });
  const [proposed] = await read(world);
  if (!proposed) throw new Error('No repeat is proposed.');
  expect(repeatLabel(proposed)).toBe('Ask for a new specimen');
  await runRule(world, requeueSample, { sampleId: 's1' }, { actor: LEA });
  expect(await read(world)).toEqual([]);
});

test('a bad sample proposes no repeat, because the customer decides', async () => {
  expect(await read(await failed('BAD_SAMPLE'))).toEqual([]);
});

test('several samples are counted by what happens to them', async () => {
  const world = await failed();
  const [proposed] = await read(world);
  if (!proposed) throw new Error('No repeat is proposed.');
  expect(describeRepeats([proposed, { ...proposed, material: null }])).toBe(
    'Re-queue in Extraction: 1 of 2. Ask for a new specimen: 1 of 2.',
  );
});

test('a tube that fails before work asks the customer, and the proposal says so', async () => {
  const world = buildBatchWorld({ samples: 2 });
  for (const { id, specimenId } of world.all(sample)) {
    const owner = world.one(specimen, specimenId ?? '');
    if (owner) world.putRow(specimen, { ...owner, status: 'RECEIVED' });
    expect(await world.transaction(STAMP, (tx) => describeFailures(tx, [id]))).toBe(
      'Work has not started, so the customer decides.',
    );
  }
  const failure = { failureReason: 'LAB_TECHNICIAN_ERROR', failureNotes: 'Spilled' } as const;
  await runRule(world, failSample, { sampleId: 's1', ...failure }, { actor: ANN });
  expect(world.one(specimen, world.one(sample, 's1')?.specimenId ?? '')?.status).toBe('ACTION_REQUIRED');
  expect(await read(world)).toEqual([]);
});
