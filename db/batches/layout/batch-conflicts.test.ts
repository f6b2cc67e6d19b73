import { expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { failBatch } from '#db/batches/failures/fail-batch.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { ConflictKind, OpenConflict } from '#db/records/conflicts/conflict-kind.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { lateBatchFailureConflict, lateFailureConflict } from '#db/samples/failing/late-failure-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { sampleInTwoBatchesConflict } from './batch-conflicts.ts';
import { placeSample } from './place-sample.ts';

const AT = '2026-11-21T09:00:00.000Z';

const resolve = (world: MemoryWorld, kind: ConflictKind, choice: 'KEEP_A' | 'KEEP_B') => {
  const [row] = world.all(syncConflict);
  const mine = ConflictVersion.parse(row?.mine);
  const open: OpenConflict = { id: row?.id ?? '', targetId: row?.targetId ?? '', mine, theirs: null };
  const context = buildContext({ actor: LEA });
  const stamp = { at: context.occurredAt, userId: 'lea', entity: 'WBL' };
  return world.transaction(stamp, (tx) => kind.resolve(tx, context, open, choice, null));
};
const one = (world: MemoryWorld, id: string) => world.all(sample).find((row) => row.id === id);

test('a sample that is really in the second batch moves to it, with its volumes', async () => {
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

test('a late failure can be overturned: sample, child and specimen continue', async () => {
  const world = buildBatchWorld();
  const parent = one(world, 's1');
  const owner = world.all(specimen)[0];
  if (!parent || !owner) throw new Error('no sample');
  world.putRow(specimen, { ...owner, status: 'IN_PROGRESS' });
  world.putRow(sample, { ...parent, status: 'COMPLETED', batchId: 'batch-1' });
  world.putRow(sample, { ...parent, id: 'child', parentSampleId: 's1', sampleKind: 'EXTRACT' });
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

test.each([
  ['KEEP_A', 'COMPLETED', 'IN_QUEUE', 0],
  ['KEEP_B', 'FAILED_QC', 'CANCELED', 2],
] as const)(
  'case 24: a batch that failed without knowing of its completion is one decision; by %s its samples are %s',
  async (choice, status, child, failures) => {
    const world = buildBatchWorld({ samples: 2 });
    for (const row of world.all(batch).filter(({ id }) => id === 'batch-1'))
      world.putRow(batch, { ...row, status: 'COMPLETED', completedAt: AT, completedById: 'ann' });
    for (const row of world.all(specimen)) world.putRow(specimen, { ...row, status: 'IN_PROGRESS' });
    for (const id of ['s1', 's2']) {
      const row = one(world, id);
      if (!row) throw new Error('no sample');
      world.putRow(sample, { ...row, status: 'COMPLETED', batchId: 'batch-1' });
      world.putRow(sample, { ...row, id: `${id}-child`, parentSampleId: id, sampleKind: 'EXTRACT' });
    }
    const failure = { failureReason: 'EQUIPMENT_MALFUNCTION' as const, failureNotes: null };
    const args = { batchId: 'batch-1', qc: false, ...failure };
    const knowing = { actor: BOB, base: { 'batch-1': 1 }, changedSinceSeen: async () => false };
    await expect(runRule(world, failBatch, args, knowing)).rejects.toThrow('Cannot change status from');
    expect(await runRule(world, failBatch, args, { actor: BOB })).toMatchObject({
      outcome: 'CONFLICT',
      message:
        'Batch W26325-E01 is completed. The failure of its samples was applied; a lab manager decides.',
    });
    expect([one(world, 's1')?.status, one(world, 's2-child')?.status]).toEqual(['FAILED_QC', 'CANCELED']);
    expect(world.all(syncConflict)).toMatchObject([
      {
        targetId: 'batch-1',
        mine: { name: 'Bob' },
        theirs: { name: 'Ann', label: 'Completed with batch W26325-E01' },
      },
    ]);
    await resolve(world, lateBatchFailureConflict, choice);
    for (const id of ['s1', 's2'])
      expect([one(world, id)?.status, one(world, `${id}-child`)?.status]).toEqual([status, child]);
    expect(world.all(specimen).reduce((sum, row) => sum + row.failedBatchCount, 0)).toBe(failures);
  },
);

test('case 7: a sample that was disposed of in the meantime is not placed, and a manager confirms which is true', async () => {
  const world = buildBatchWorld();
  const row = one(world, 's1');
  if (!row) throw new Error('no sample');
  world.putRow(storageManagement, buildStorageManagement({ id: 'gone', type: 'DISPOSED', name: 'Disposed' }));
  world.putRow(sample, { ...row, storageLocationId: 'gone' });
  const args = { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' };
  await expect(
    runRule(world, placeSample, args, { actor: BOB, changedSinceSeen: async () => false }),
  ).rejects.toThrow('Sample W26325-0001-01 has been disposed of.');
  expect(
    await runRule(world, placeSample, args, { actor: BOB, changedSinceSeen: async () => true }),
  ).toMatchObject({
    outcome: 'CONFLICT',
    message: 'Sample W26325-0001-01 has been disposed of. A manager must confirm which is true.',
  });
  expect(one(world, 's1')).toMatchObject({ status: 'IN_QUEUE', batchId: null });
  expect(world.all(syncConflict)).toMatchObject([{ kind: 'disposed-and-used', mine: { name: 'Bob' } }]);
});
