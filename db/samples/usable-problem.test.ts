import { expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { markSampleFound, markSampleNotFound } from './custody/mark-sample-found.ts';
import { usableProblem } from './usable-problem.ts';

it('a sample that was not found, or that is gone, cannot be used', async () => {
  const bench = new StorageBench();
  bench.tube('S-1', { storageLocationId: 'box', storagePosition: 'A1' });
  bench.tube('S-2', { storageLocationId: 'disposed' });
  const { occurredAt: at, actor } = buildContext();
  const problem = (id: string) =>
    bench.world.transaction({ at, userId: actor.userId, entity: 'WBL' }, (tx) =>
      usableProblem(tx, bench.sample(id)),
    );
  expect(await problem('S-1')).toBeNull();
  expect((await problem('S-2'))?.message).toBe('Sample S-2 has been disposed of.');
  await bench.perform(bench.ann, markSampleNotFound, { sampleId: 'S-1' }, '10:00');
  expect((await problem('S-1'))?.message).toBe('Sample S-1 was not found; find it before it is used.');
  await bench.perform(bench.ann, markSampleFound, { sampleId: 'S-1' }, '10:05');
  expect(await problem('S-1')).toBeNull();
});
