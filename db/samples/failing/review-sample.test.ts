import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { reviewSample } from './review-sample.ts';

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

test('a lab manager clears the flag of a sample, and the history has the person and the reason', async () => {
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
  'the flag is not cleared by a %s',
  async (role) => {
    const world = flagged();
    await expect(review(world, { actor: buildActor({ role }) })).rejects.toThrow(
      'You do not have permission',
    );
    expect(world.all(sample)[0]?.flaggedForReview).toBe(true);
  },
);

test('a sample without a flag cannot be reviewed', async () => {
  await expect(review(flagged({ flaggedForReview: false }))).rejects.toThrow(
    'Sample TUBE-1 is not flagged for review.',
  );
});

test('a failure that awaits confirmation is confirmed or overturned instead', async () => {
  await expect(review(flagged({ status: 'FAILED_QC' }))).rejects.toThrow(
    'Confirm or overturn the failure of sample TUBE-1 instead.',
  );
});

test("a doubt that arose after the manager's review keeps the flag on", async () => {
  const world = flagged();
  await expect(review(world, { changedSinceSeen: async () => true })).rejects.toThrow(
    'Sample TUBE-1 changed after you looked at it. Look at it again.',
  );
  expect(world.all(sample)[0]?.flaggedForReview).toBe(true);
});
