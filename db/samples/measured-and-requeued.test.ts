import { expect, test } from 'vitest';
import { ANN, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { confirmVolume } from './confirm-volume.ts';
import { failSample } from './failing/fail-sample.ts';
import { requeueSample } from './requeue-sample.ts';
import { sample } from './sample.ts';

const concurrentContext = { base: { s1: 1 }, changedSinceSeen: async () => true };
const measure = (world: MemoryWorld) =>
  runRule(
    world,
    confirmVolume,
    { sampleId: 's1', remainingVolume: '710', recorded: '1000' },
    { actor: ANN, occurredAt: '2026-11-21T11:00:00.000Z', ...concurrentContext },
  );
const requeue = (world: MemoryWorld) =>
  runRule(
    world,
    requeueSample,
    { sampleId: 's1', childSuffixLetter: null },
    { actor: LEA, occurredAt: '2026-11-21T12:00:00.000Z', ...concurrentContext },
  );

async function failed(): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 1 });
  const failure = { sampleId: 's1', failureReason: 'BAD_SAMPLE' as const, failureNotes: 'clotted' };
  await runRule(world, failSample, failure, { actor: LEA });
  return world;
}
const volumes = (world: MemoryWorld) =>
  world
    .all(sample)
    .map(({ barcode, initialVolume, remainingVolume }) => [barcode, initialVolume, remainingVolume]);

test('a volume measured before or after the re-queue of a tube is booked on the new tube, in both orders of arrival', async () => {
  const [first, second] = [await failed(), await failed()];
  await measure(first);
  await requeue(first);
  await requeue(second);
  expect(await measure(second)).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'W26325-0001-01 was re-queued as W26325-0001-02 meanwhile. The volume is recorded there.',
  });
  expect(volumes(second)).toEqual(volumes(first));
  expect(volumes(first)).toContainEqual(['W26325-0001-02', '710', '710']);
});
