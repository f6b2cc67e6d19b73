import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { cancelBatch } from '#db/batches/cancel-batch.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  concurrentContext,
  decide,
  IN_WORK,
  knowing,
  namesIn,
  openIn,
  place,
  QUEUED,
  startWith,
  states,
} from '#db/factories/benches/layout-operations.ts';
import { buildSignature } from '#db/factories/build-section-work.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { signature } from '#db/protocols/signing/signature.ts';

const batchId = 'batch-1';
const status = (world: MemoryWorld) => world.all(batch).find((one) => one.id === batchId)?.status;
const cancel = (world: MemoryWorld, by = concurrentContext(LEA)) =>
  runRule(world, cancelBatch, { batchId, reason: 'Wrong plate' }, by);

async function canceledAndStarted(startFirst: boolean): Promise<MemoryWorld> {
  const world = buildBatchWorld();
  await place(world, 's1', 'A1', knowing(ANN));
  await place(world, 's2', 'B1', knowing(ANN));
  const wells = { A1: 's1', B1: 's2' };
  if (startFirst) expect((await startWith(world, wells, knowing(BOB))).outcome).toBe('APPLIED');
  expect((await cancel(world)).outcome).toBe(startFirst ? 'CONFLICT' : 'APPLIED');
  if (!startFirst) expect((await startWith(world, wells)).outcome).toBe('CONFLICT');
  return world;
}

describe.each([
  ['the start', true],
  ['the cancel', false],
] as const)('when a batch is started and canceled unseen, and %s comes first', (_first, startFirst) => {
  test('the work continues, and one conflict names both people', async () => {
    const world = await canceledAndStarted(startFirst);
    expect(status(world)).toBe('IN_PROGRESS');
    expect(states(world, ['s1', 's2', 's3'])).toEqual([IN_WORK('A1'), IN_WORK('B1'), QUEUED]);
    expect(namesIn(world)).toEqual([[batchId, 'Bob', 'Lea']]);
  });

  test.each([
    ['KEEP_A', 'IN_PROGRESS', [IN_WORK('A1'), IN_WORK('B1')]],
    ['KEEP_B', 'CANCELED', [QUEUED, QUEUED]],
  ] as const)('%s leaves the batch %s and settles the volumes', async (choice, after, samples) => {
    const world = await canceledAndStarted(startFirst);
    expect((await decide(world, batchId, choice)).outcome).toBe('APPLIED');
    expect(status(world)).toBe(after);
    expect(states(world, ['s1', 's2'])).toEqual(samples);
    expect(openIn(world)).toEqual([]);
  });

  test('a cancel with knowledge of the start settles the conflict', async () => {
    const world = await canceledAndStarted(startFirst);
    expect((await cancel(world, knowing(LEA))).outcome).toBe('APPLIED');
    expect(status(world)).toBe('CANCELED');
    expect(openIn(world)).toEqual([]);
    expect(states(world, ['s1', 's2'])).toEqual([QUEUED, QUEUED]);
  });

  test('the batch can be canceled by decision after a section was signed', async () => {
    const world = await canceledAndStarted(startFirst);
    world.putRow(signature, buildSignature({ targetId: 'batch-1-lysis' }));
    await expect(cancel(world, knowing(LEA))).rejects.toThrow('has signed sections; fail it instead.');
    await decide(world, batchId, 'KEEP_B');
    expect(states(world, ['s1', 's2'])).toEqual([QUEUED, QUEUED]);
  });
});

test('a sample that went to another batch after the cancel is claimed by both when the start arrives', async () => {
  const world = buildBatchWorld();
  await place(world, 's1', 'A1', knowing(ANN));
  await place(world, 's2', 'B1', knowing(ANN));
  await cancel(world, knowing(LEA));
  await place(world, 's1', 'C3', knowing(ANN), 'batch-2');
  await startWith(world, { A1: 's1', B1: 's2' });
  expect(namesIn(world).map(([id]) => id)).toEqual([batchId, 's1']);
  expect(states(world, ['s1', 's2'])).toEqual([['C3', 'BATCH_ASSIGNED', '1000'], IN_WORK('B1')]);
  await decide(world, 's1', 'KEEP_B');
  expect(states(world, ['s1'])).toEqual([IN_WORK('A1')]);
});

test('a start of a canceled batch with knowledge of the cancel is refused', async () => {
  const world = buildBatchWorld();
  await place(world, 's1', 'A1', knowing(ANN));
  await cancel(world, knowing(LEA));
  await expect(startWith(world, { A1: 's1' }, knowing(BOB))).rejects.toThrow(
    'Cannot change status from Canceled to In progress.',
  );
});
