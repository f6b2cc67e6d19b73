import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { event } from '#db/records/event.ts';
import { reviewSample } from './review-sample.ts';
import { type Sample, sample } from './sample.ts';

const reason = 'The lot was sound after all';
const LEA = buildActor({ userId: 'lea', name: 'Lea', role: 'LAB_MANAGER' });

function flagged(more: Partial<Sample> = {}): MemoryWorld {
  const world = new MemoryWorld();
  world.putRow(
    sample,
    buildSample({ id: 's1', barcode: 'TUBE-1', status: 'IN_QUEUE', flaggedForReview: true, ...more }),
  );
  return world;
}
const review = (world: MemoryWorld, overrides: Parameters<typeof runRule>[3] = {}) =>
  runRule(
    world,
    reviewSample,
    { sampleId: 's1', reason },
    { actor: LEA, base: { s1: 1 }, changedSinceSeen: async () => false, ...overrides },
  );

test('a lab manager takes the flag off a sample, and the history says who and why', async () => {
  const world = flagged();
  expect(await review(world)).toMatchObject({ outcome: 'APPLIED' });
  expect(world.all(sample)[0]?.flaggedForReview).toBe(false);
  expect(world.all(event)).toMatchObject([
    {
      type: 'SAMPLE_STATUS_CHANGED',
      targetId: 's1',
      userId: 'lea',
      data: { flaggedForReview: false, reason },
    },
  ]);
});

test.each(['LAB_TECH', 'RESEARCH_ASSISTANT', 'PROJECT_MANAGER'] as const)(
  'the flag is not taken off by a %s',
  async (role) => {
    const world = flagged();
    await expect(review(world, { actor: buildActor({ role }) })).rejects.toThrow(
      'You do not have permission',
    );
    expect(world.all(sample)[0]?.flaggedForReview).toBe(true);
  },
);

test('a sample without a flag has nothing to review', async () => {
  await expect(review(flagged({ flaggedForReview: false }))).rejects.toThrow(
    'Sample TUBE-1 is not flagged for review.',
  );
});

test('a failure that waits for confirmation is confirmed or overturned instead', async () => {
  await expect(review(flagged({ status: 'FAILED_QC' }))).rejects.toThrow(
    'Confirm or overturn the failure of sample TUBE-1 instead.',
  );
});

test('a doubt that came after the manager looked keeps the flag on', async () => {
  const world = flagged();
  await expect(review(world, { changedSinceSeen: async () => true })).rejects.toThrow(
    'Sample TUBE-1 changed after you looked at it. Look at it again.',
  );
  expect(world.all(sample)[0]?.flaggedForReview).toBe(true);
});
