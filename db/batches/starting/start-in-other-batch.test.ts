import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { swapWells } from '#db/batches/layout/move-wells.ts';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { ANN, BOB, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import {
  change,
  concurrentContext,
  decide,
  IN_WORK,
  knowing,
  namesIn,
  openIn,
  place,
  QUEUED,
  sampleNow,
  startWith,
  states,
} from '#db/factories/benches/layout-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { conflictKindNamed } from '#db/records/conflicts/conflict-kinds.ts';
import { startBatch } from './start-batch.ts';

const batchId = 'batch-1';

describe('case 29: a start whose samples are in another batch', () => {
  test.each([
    ['on hold', { status: 'RECEIVED_ON_HOLD' }, '800', 'IN_PROGRESS'],
    ['in quarantine', { status: 'RECEIVED_QUARANTINED' }, '800', 'IN_PROGRESS'],
    ['failed', { status: 'FAILED_VISUAL_INSPECTION' }, '800', 'FAILED_VISUAL_INSPECTION'],
    ['nearly empty', { remainingVolume: '50' }, '0', 'IN_PROGRESS'],
  ] as const)(
    'a sample that is %s is withheld, the others start, and both choices are carried out',
    async (_case, state, remainingVolume, status) => {
      for (const choice of ['KEEP_A', 'KEEP_B'] as const) {
        const world = buildBatchWorld();
        await place(world, 's2', 'B1', knowing(ANN));
        change(world, 's1', state);
        const before = sampleNow(world, 's1');
        expect(await startWith(world, { A1: 's1', B1: 's2' })).toMatchObject({ outcome: 'CONFLICT' });
        expect(states(world, ['s2'])).toEqual([IN_WORK('B1')]);
        expect(sampleNow(world, 's1')).toMatchObject({
          status: before.status,
          remainingVolume: before.remainingVolume,
        });
        expect((await decide(world, 's1', choice)).outcome).toBe('APPLIED');
        expect(sampleNow(world, 's1')).toMatchObject(
          choice === 'KEEP_A'
            ? { status, remainingVolume }
            : { status: before.status, remainingVolume: before.remainingVolume },
        );
      }
    },
  );

  test.each(['KEEP_A', 'KEEP_B'] as const)(
    'a sample that another batch has is a conflict of two batches, and %s keeps the volumes right',
    async (choice) => {
      const world = buildBatchWorld();
      await place(world, 's1', 'C3', knowing(ANN), 'batch-2');
      expect(await startWith(world, { A1: 's1', B1: 's2' })).toMatchObject({ outcome: 'CONFLICT' });
      expect(sampleNow(world, 's1')).toMatchObject({ batchId: 'batch-2', remainingVolume: '1000' });
      await runRule(world, startBatch, { batchId: 'batch-2' }, knowing(ANN));
      await decide(world, 's1', choice);
      expect(sampleNow(world, 's1')).toMatchObject({
        batchId: choice === 'KEEP_A' ? 'batch-2' : 'batch-1',
        plateLocation: choice === 'KEEP_A' ? 'C3' : 'A1',
        status: 'IN_PROGRESS',
        remainingVolume: '800',
      });
    },
  );

  test('a start that the person can see to be impossible is refused, not recorded as a conflict', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1', knowing(ANN));
    change(world, 's1', { remainingVolume: '50' });
    await expect(startWith(world, { A1: 's1' }, { actor: BOB, replica: 'device' })).rejects.toThrow(
      'Sample W26325-0001-01 has insufficient volume: 50 µL of 200 µL.',
    );
  });
});

test.each(['KEEP_A', 'KEEP_B', 'ENTER_VALUE'] as const)(
  'case 12: the choice %s for an unplaced sample is applicable after the start',
  async (choice) => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1', concurrentContext(BOB));
    await runRule(
      world,
      placeSample,
      { batchId, sampleId: 's2', plateLocation: 'A1' },
      concurrentContext(ANN),
    );
    await startWith(world, { A1: 's1' });
    await decide(world, 's2', choice, 'c5');
    expect(states(world, ['s1', 's2'])).toEqual(
      {
        KEEP_A: [IN_WORK('A1'), QUEUED],
        KEEP_B: [QUEUED, IN_WORK('A1')],
        ENTER_VALUE: [IN_WORK('A1'), IN_WORK('C5')],
      }[choice],
    );
    expect(openIn(world)).toEqual([]);
  },
);

test('case 14: an edit with knowledge of the start stays refused', async () => {
  const world = buildBatchWorld();
  await place(world, 's1', 'A1', knowing(ANN));
  await startWith(world, { A1: 's1' });
  await expect(place(world, 's2', 'B1', knowing(ANN))).rejects.toThrow(
    'Batch W26325-E01 has already started.',
  );
});

test('case 15: a second start with another layout is merged, and what differs is a conflict of both starters', async () => {
  const world = buildBatchWorld();
  await place(world, 's1', 'A1', knowing(ANN));
  await startWith(world, { A1: 's1' }, concurrentContext(ANN));
  expect(await startWith(world, { A1: 's2' })).toMatchObject({ outcome: 'CONFLICT' });
  expect(states(world, ['s1', 's2'])).toEqual([IN_WORK('A1'), QUEUED]);
  expect(namesIn(world)).toEqual([
    ['s1', 'Ann', 'Bob'],
    ['s2', 'Ann', 'Bob'],
  ]);
  await decide(world, 's2', 'ENTER_VALUE');
  expect(states(world, ['s1', 's2'])).toEqual([QUEUED, IN_WORK('A1')]);
  expect(openIn(world)).toEqual([]);
});

describe('a start without a layout', () => {
  const at = (minute: string) => `2026-11-21T10:${minute}:00.000Z`;

  test('takes the layout that its starter can have seen', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1', { ...knowing(BOB), occurredAt: at('00') });
    await runRule(
      world,
      swapWells,
      { batchId, from: 'A1', to: 'B1' },
      { ...concurrentContext(ANN), occurredAt: at('30') },
    );
    const result = await runRule(world, startBatch, { batchId }, { actor: BOB, occurredAt: at('20') });
    expect(result.outcome).toBe('CONFLICT');
    expect(states(world, ['s1'])).toEqual([IN_WORK('A1')]);
    expect(namesIn(world)).toEqual([['s1', 'Ann', 'Bob']]);
  });

  test.each([
    ['KEEP_A', IN_WORK('B1'), 'IN_PROGRESS'],
    ['KEEP_B', QUEUED, 'CANCELED'],
  ] as const)(
    'asks a manager when nobody can say which changes were seen, and %s is carried out',
    async (choice, end, status) => {
      const world = buildBatchWorld();
      await place(world, 's1', 'A1', { ...knowing(BOB), occurredAt: at('00') });
      await runRule(
        world,
        swapWells,
        { batchId, from: 'A1', to: 'B1' },
        { ...concurrentContext(ANN), occurredAt: at('10') },
      );
      const started = await runRule(
        world,
        startBatch,
        { batchId },
        { ...concurrentContext(BOB), occurredAt: at('20') },
      );
      expect(started).toMatchObject({ outcome: 'CONFLICT', code: 'LAYOUT_UNSEEN' });
      expect(namesIn(world)).toEqual([[batchId, 'Ann', 'Bob']]);
      await decide(world, batchId, choice);
      expect(states(world, ['s1'])).toEqual([end]);
      expect(world.all(batch)[0]?.status).toBe(status);
    },
  );
});

test('every conflict about a layout has texts for its choices and requires a reason for a correction', () => {
  const kind = conflictKindNamed('LAYOUT_DIFFERS');
  expect(kind).toMatchObject({ valuePrompt: 'Reason for the correction' });
  expect(Object.values(kind?.labels ?? {})).toEqual([
    'Keep as started',
    'Correct to the other layout',
    'Take it off the plate',
  ]);
});
