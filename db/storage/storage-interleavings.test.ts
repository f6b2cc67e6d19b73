import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { type Hand, StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import type { RuleResult } from '#db/operation.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { markSampleNotFound } from '#db/samples/custody/mark-sample-found.ts';
import { disposeSamples } from '#db/samples/disposing/dispose-samples.ts';
import { checkInSample, displaceSample, moveSample, swapSamples } from '#db/samples/placing/move-sample.ts';
import { moveSamples, undoMove } from '#db/samples/placing/move-samples.ts';
import { sample } from '#db/samples/sample.ts';
import { containerPath } from './container-path.ts';
import { moveContainer } from './move-container.ts';
import { scanContainer } from './scan-container.ts';
import { storageManagement } from './storage-management.ts';
import { takeStock } from './take-stock.ts';

const TUBES = ['T-1', 'T-2', 'T-3', 'T-4'] as const;
const BOXES = ['box', 'box-13'] as const;
const SLOTS = ['A1', 'A2', 'B1'] as const;

const tube = fc.constantFrom(...TUBES);
const place = fc.record({ containerId: fc.constantFrom(...BOXES), position: fc.constantFrom(...SLOTS) });
const rows = fc
  .tuple(fc.shuffledSubarray([...TUBES]), fc.constantFrom('NO_READ' as const, 'EMPTY' as const))
  .map(([tubes, unread]) =>
    SLOTS.map((position, at) => {
      const barcode = tubes[at] ?? null;
      return { position, barcode, read: barcode === null ? unread : ('OK' as const) };
    }),
  );

const anyStep = fc.oneof(
  fc.record({ name: fc.constant('move' as const), sampleId: tube, place }),
  fc.record({ name: fc.constant('in' as const), sampleId: tube, place }),
  fc.record({ name: fc.constant('out' as const), sampleId: tube }),
  fc.record({ name: fc.constant('swap' as const), sampleId: tube, other: tube }),
  fc.record({ name: fc.constant('displace' as const), sampleId: tube, other: tube, place, toPlace: place }),
  fc.record({
    name: fc.constant('bulk' as const),
    tubes: fc.shuffledSubarray([...TUBES], { minLength: 1, maxLength: 3 }),
    box: fc.constantFrom(...BOXES),
  }),
  fc.record({ name: fc.constant('undo' as const), of: fc.nat(30) }),
  fc.record({ name: fc.constant('scan' as const), containerId: fc.constantFrom(...BOXES), rows }),
  fc.record({
    name: fc.constant('stock' as const),
    containerId: fc.constantFrom(...BOXES),
    tubes: fc.shuffledSubarray([...TUBES]),
  }),
  fc.record({ name: fc.constant('lost' as const), sampleId: tube }),
  fc.record({ name: fc.constant('dispose' as const), sampleId: tube }),
  fc.record({
    name: fc.constant('box' as const),
    containerId: fc.constantFrom(...BOXES),
    parentId: fc.constantFrom('rack', 'rack-5', 'box'),
  }),
  fc.record({
    name: fc.constant('decide' as const),
    choice: fc.constantFrom('KEEP_A' as const, 'KEEP_B' as const),
  }),
  fc.record({ name: fc.constant('sync' as const) }),
);
type BenchStep = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

// An intent, or an operation against what the person could know, is refused; a sighting of an existing tube
// never is.
const REFUSALS = [
  'VALIDATION',
  'SAMPLE_DISPOSED',
  'SAMPLE_FROZEN',
  'CHECKED_OUT',
  'NO_PLACE',
  'MOVED_SINCE',
  'POSITION_MISSING',
  'NOTHING_TO_UNDO',
  'WRONG_PARENT',
];

function run(
  bench: StorageBench,
  hand: Hand,
  step: BenchStep,
  at: number,
  time: string,
): Promise<RuleResult | null> {
  const bulkId = `bulk-${at}`;
  switch (step.name) {
    case 'move':
      return bench.perform(hand, moveSample, { sampleId: step.sampleId, ...step.place }, time);
    case 'in':
      return bench.perform(hand, checkInSample, { sampleId: step.sampleId, ...step.place }, time);
    case 'out':
      return bench.perform(hand, checkOutSample, { sampleId: step.sampleId, purpose: 'QC' }, time);
    case 'swap':
      return bench.perform(hand, swapSamples, { sampleId: step.sampleId, otherSampleId: step.other }, time);
    case 'displace': {
      const to = { toContainerId: step.toPlace.containerId, toPosition: step.toPlace.position };
      return bench.perform(
        hand,
        displaceSample,
        { sampleId: step.sampleId, occupantId: step.other, ...step.place, ...to },
        time,
      );
    }
    case 'bulk': {
      const moves = step.tubes.map((sampleId, n) => ({
        sampleId,
        containerId: step.box,
        position: SLOTS[n] ?? 'A1',
      }));
      return bench.perform(hand, moveSamples, { bulkId, moves }, time);
    }
    case 'undo':
      return bench.perform(hand, undoMove, { bulkId: `bulk-${step.of}`, sampleIds: [...TUBES] }, time);
    case 'scan':
      return bench.perform(
        hand,
        scanContainer,
        { containerId: step.containerId, bulkId, rows: step.rows },
        time,
      );
    case 'stock': {
      const foundTubes = step.tubes.map((barcode) => ({ barcode, decision: 'ACCEPT_MOVE' as const }));
      const missing = TUBES.filter((id) => !step.tubes.includes(id));
      return bench.perform(
        hand,
        takeStock,
        { containerId: step.containerId, bulkId, found: foundTubes, missing },
        time,
      );
    }
    case 'lost':
      return bench.perform(hand, markSampleNotFound, { sampleId: step.sampleId }, time);
    case 'dispose': {
      const args = {
        bulkId,
        sampleIds: [step.sampleId],
        reason: 'Done',
        reviewerUserId: null,
        reviewerProof: null,
      };
      return bench.perform(hand, disposeSamples, args, time);
    }
    case 'box':
      return bench.perform(
        hand,
        moveContainer,
        { containerId: step.containerId, parentId: step.parentId, position: 'A1' },
        time,
      );
    case 'decide': {
      const conflictId = bench.conflicts()[0]?.id;
      if (!conflictId) return Promise.resolve(null);
      return bench.perform(
        bench.manager,
        resolveConflict,
        { conflictId, choice: step.choice, value: null },
        time,
      );
    }
    case 'sync':
      bench.goOffline(hand);
      return Promise.resolve(null);
  }
}

function requireSound(bench: StorageBench): void {
  const samples = bench.world.all(sample);
  expect(samples.map((one) => one.id).sort()).toEqual([...TUBES]);
  const slots = samples.filter((one) => one.storagePosition !== null);
  const keys = slots.map((one) => `${one.storageLocationId} ${one.storagePosition}`);
  expect(new Set(keys).size).toBe(keys.length);
  const tree = bench.world.all(storageManagement);
  for (const one of samples)
    if (one.storageLocationId)
      expect(bench.world.one(storageManagement, one.storageLocationId)).toBeDefined();
  for (const box of BOXES) expect(containerPath(tree, box)[0]?.id).toBe('site');
  for (const conflict of bench.conflicts()) expect(conflict.action).not.toBe('');
}

describe('storage under any interleaving of two people', () => {
  it('has one sample per slot, no cycle in the tree, and loses no tube and no fact', async () => {
    const history = fc.array(fc.tuple(fc.boolean(), anyStep, fc.integer({ min: 0, max: 59 })), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const bench = new StorageBench();
        for (const [n, id] of TUBES.entries()) {
          bench.tube(id, { storageLocationId: 'box', storagePosition: ['A1', 'A2', 'B1', 'B2'][n] ?? null });
        }
        bench.goOffline(bench.ann);
        bench.goOffline(bench.bob);
        for (const [at, [isAnn, step, minute]] of steps.entries()) {
          const before = bench.world.all(event).length;
          const time = `10:${String(minute).padStart(2, '0')}`;
          const verdict = await run(bench, isAnn ? bench.ann : bench.bob, step, at, time).catch(
            (error: unknown) => {
              expect(REFUSALS).toContain(error instanceof AppError ? error.code : error);
              return 'refused' as const;
            },
          );
          const grew = bench.world.all(event).length - before;
          if (verdict === 'refused') expect(grew).toBe(0);
          else if (verdict && verdict.code !== 'ALREADY_UNDONE') expect(grew).toBeGreaterThan(0);
          requireSound(bench);
        }
      }),
      { numRuns: 150 },
    );
  });
});
