import { expect, test } from 'vitest';
import type { ConflictKind, OpenConflict } from '#db/conflict-kind.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/build-batch-world.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { ConflictVersion, syncConflict } from '#db/records/sync-conflict.ts';
import { failSample } from '#db/samples/fail-sample.ts';
import { lateFailureConflict } from '#db/samples/late-failure-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { sampleInTwoBatchesConflict } from './batch-conflicts.ts';
import { placeSample } from './place-sample.ts';
import { startBatch } from './start-batch.ts';

const resolve = (world: MemoryWorld, kind: ConflictKind, choice: 'KEEP_A' | 'KEEP_B') => {
  const [row] = world.all(syncConflict);
  const mine = ConflictVersion.parse(row?.mine);
  const open: OpenConflict = { id: row?.id ?? '', targetId: row?.targetId ?? '', mine, theirs: null };
  const context = buildContext({ actor: LEA });
  const stamp = { at: context.occurredAt, userId: 'lea', entity: 'WBL' };
  return world.transaction(stamp, (tx) => kind.resolve(tx, context, open, choice, null));
};
const one = (world: MemoryWorld, id: string) => world.all(sample).find((row) => row.id === id);

test('a sample that is really in the second batch goes over, and the volumes follow', async () => {
  const world = buildBatchWorld();
  const place = (sampleId: string, batchId: string, plateLocation: string, actor = ANN) =>
    runRule(world, placeSample, { batchId, sampleId, plateLocation }, { actor });
  await place('s1', 'batch-1', 'A1');
  await place('s2', 'batch-2', 'A1', BOB);
  await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
  expect(await place('s1', 'batch-2', 'C3', BOB)).toMatchObject({ outcome: 'CONFLICT' });
  await resolve(world, sampleInTwoBatchesConflict, 'KEEP_B');
  expect(one(world, 's1')).toMatchObject({
    batchId: 'batch-2',
    plateLocation: 'C3',
    status: 'BATCH_ASSIGNED',
    remainingVolume: '1000',
  });
});

test('a late failure can be overturned: sample, child and specimen go on', async () => {
  const world = buildBatchWorld();
  const parent = one(world, 's1');
  const owner = world.all(specimen)[0];
  if (!parent || !owner) throw new Error('no sample');
  world.put(specimen, { ...owner, status: 'IN_PROGRESS' });
  world.put(sample, { ...parent, status: 'COMPLETED', batchId: 'batch-1' });
  world.put(sample, { ...parent, id: 'child', parentSampleId: 's1', sampleKind: 'EXTRACT' });
  await runRule(
    world,
    failSample,
    { sampleId: 's1', failureReason: 'BAD_SAMPLE', failureNotes: 'clotted' },
    { actor: BOB },
  );
  expect([one(world, 's1')?.status, one(world, 'child')?.status]).toEqual(['FAILED_QC', 'CANCELED']);
  await resolve(world, lateFailureConflict, 'KEEP_A');
  expect([one(world, 's1')?.status, one(world, 'child')?.status]).toEqual(['COMPLETED', 'IN_QUEUE']);
  expect(world.all(specimen)[0]?.failedBatchCount).toBe(0);
});
