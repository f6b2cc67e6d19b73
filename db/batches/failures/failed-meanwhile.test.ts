import { describe, expect, test } from 'vitest';
import { cancelBatch } from '#db/batches/cancel-batch.ts';
import { resetBatch } from '#db/batches/reset-batch.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { failureState } from '#db/factories/benches/decision-operations.ts';
import { change, sampleNow } from '#db/factories/benches/layout-operations.ts';
import { at, by, startedWorld } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { failBatch } from './fail-batch.ts';

type TestAction = (world: MemoryWorld) => Promise<unknown>;

const fails =
  (sampleId: string, minute = 30, changed = true): TestAction =>
  (world) => {
    const freshness: Partial<OperationContext> = {
      base: { [sampleId]: 1 },
      changedSinceSeen: async () => changed,
    };
    const args = { sampleId, failureReason: 'INSUFFICENT_RESULTS' as const, failureNotes: null };
    return runRule(world, failSample, args, by(BOB, minute, freshness));
  };

const cancels: TestAction = (world) =>
  runRule(world, cancelBatch, { batchId: 'batch-1', reason: 'Not today' }, by(LEA, 25));
const resets: TestAction = (world) =>
  runRule(world, resetBatch, { batchId: 'batch-1', reason: 'Again', childSuffixLetter: 'K' }, by(LEA, 25));
const failsAll =
  (minute: number): TestAction =>
  (world) =>
    runRule(
      world,
      failBatch,
      { batchId: 'batch-1', qc: false, failureReason: 'EQUIPMENT_MALFUNCTION', failureNotes: null },
      by(ANN, minute),
    );

async function bothOrders(one: TestAction, other: TestAction, buildWorld = () => startedWorld()) {
  const [a, b] = [await buildWorld(), await buildWorld()];
  for (const action of [one, other]) await action(a);
  for (const action of [other, one]) await action(b);
  return [a, b] as const;
}

describe('a failure in a batch that was canceled in the meantime', () => {
  test('counts as failed in work in both orders, and the volume stays drawn', async () => {
    const [a, b] = await bothOrders(cancels, fails('s1'));
    expect(failureState(a)).toEqual(failureState(b));
    expect(sampleNow(a, 's1')).toMatchObject({
      ...{ status: 'FAILED_QC', batchId: 'batch-1', plateLocation: 'A1', remainingVolume: '800' },
    });
    expect(sampleNow(a, 's2')).toMatchObject({ status: 'IN_QUEUE', remainingVolume: '1000' });
    expect(a.one(specimen, 'specimen-1')).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
  });

  test('applies to one replicate in both orders when its twin was in work too', async () => {
    const twins = async () => {
      const world = await startedWorld();
      change(world, 's2', { duplicateOfSampleId: 's1', parentSampleId: 's1', specimenId: 'specimen-1' });
      return world;
    };
    for (const id of ['s1', 's2']) {
      const [a, b] = await bothOrders(cancels, fails(id), twins);
      expect(failureState(a)).toEqual(failureState(b));
      expect(sampleNow(a, id).status).toBe('FAILED_BATCH_DUPLICATE');
    }
  });

  test('applies to a tube in the queue when the person knew of the cancel', async () => {
    const world = await startedWorld();
    await cancels(world);
    await fails('s1', 30, false)(world);
    expect(sampleNow(world, 's1')).toMatchObject({
      ...{ status: 'FAILED_VISUAL_INSPECTION', batchId: null, remainingVolume: '1000' },
    });
  });
});

describe('a failure in a batch that was reset in the meantime', () => {
  test('is recorded before the repeat in both orders', async () => {
    const [a, b] = await bothOrders(resets, fails('s1'));
    expect(failureState(a)).toEqual(failureState(b));
    expect(sampleNow(a, 's1')).toMatchObject({ status: 'RESET', failedById: 'bob', failedAt: at(30) });
    expect(a.one(specimen, 'specimen-1')).toMatchObject({ status: 'IN_PROGRESS', failedBatchCount: 1 });
  });

  test('names the earlier of two people in every order', async () => {
    for (const actions of [
      [fails('s1', 30), fails('s1', 31), resets],
      [resets, fails('s1', 31), fails('s1', 30)],
      [fails('s1', 31), resets, fails('s1', 30)],
    ]) {
      const world = await startedWorld();
      for (const action of actions) await action(world);
      expect(sampleNow(world, 's1')).toMatchObject({ status: 'RESET', failedAt: at(30) });
      expect(world.one(specimen, 'specimen-1')?.failedBatchCount).toBe(1);
      expect(world.all(sample).filter((one) => one.flaggedForReview)).toEqual([]);
    }
  });

  test('is recorded in both orders when too little was left to repeat the work', async () => {
    const poor = async () => {
      const world = await startedWorld();
      change(world, 's1', { remainingVolume: '0' });
      return world;
    };
    const [a, b] = await bothOrders(resets, fails('s1'), poor);
    expect(failureState(a)).toEqual(failureState(b));
    expect(sampleNow(a, 's1')).toMatchObject({ status: 'FAILED_QC', failedById: 'bob' });
  });
});

test.each([
  [10, 20, 'INSUFFICENT_RESULTS'],
  [20, 10, 'EQUIPMENT_MALFUNCTION'],
])(
  'the earlier of a failure at minute %s and its failed batch at minute %s gives the reason in both orders',
  async (own, all, reason) => {
    const [a, b] = await bothOrders(failsAll(all), fails('s1', own));
    expect(failureState(a)).toEqual(failureState(b));
    expect(sampleNow(a, 's1')).toMatchObject({
      status: 'FAILED_QC',
      failureReason: reason,
      failedAt: at(10),
    });
  },
);
