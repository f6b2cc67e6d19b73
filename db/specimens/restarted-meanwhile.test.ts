import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { approveBatch } from '#db/batches/approve-batch.ts';
import { cancelBatch } from '#db/batches/cancel-batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { resetBatch } from '#db/batches/reset-batch.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  bothOrders,
  concurrentContext,
  MAX,
  state,
  type TestAction,
} from '#db/factories/benches/decision-operations.ts';
import { by, ELUTION, eluted, sign, startedWorld } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { type RestartFrom, restartSpecimen } from './restart-specimen.ts';
import { specimen } from './specimen.ts';

const ELUTED = async () => {
  const world = await eluted({});
  await sign(world, ELUTION, by(ANN, 35));
  return world;
};

describe('a restart', () => {
  const restart =
    (from: RestartFrom, sampleIds = ['s1']): TestAction =>
    (world) =>
      runRule(
        world,
        restartSpecimen,
        { specimenId: 'specimen-1', from, reason: 'Mixed up', childSuffixLetter: 'K', sampleIds },
        by(LEA, 40),
      );

  test.each([
    ['MATERIAL_ON_HAND', ['0', '1000']],
    ['REPLACEMENT', ['1000']],
  ] as const)('from %s and the cancel of its batch leave the same volumes', async (from, volumes) => {
    const cancel: TestAction = (world) =>
      runRule(world, cancelBatch, { batchId: 'batch-1', reason: 'Not today' }, by(MAX, 41));
    const { world, other } = await bothOrders(() => startedWorld(), restart(from), cancel);
    expect(state(world)).toEqual(state(other));
    expect(
      world
        .select(sample, { specimenId: 'specimen-1' })
        .map(({ remainingVolume }) => remainingVolume)
        .sort(),
    ).toEqual(volumes);
    expect(world.one(sample, 's1')).toMatchObject({ status: 'RESET', batchId: null, plateLocation: null });
  });

  test.each([
    ['the completion of its batch', completeBatch, ELUTED],
    ['a repeat of its batch', resetBatch, startedWorld],
  ] as const)('is refused after %s that the person did not see', async (_case, operation, build) => {
    const args = { batchId: 'batch-1', reason: 'Again' };
    const ends: TestAction = (world) => {
      const own = operation === completeBatch ? { batchId: 'batch-1' } : args;
      return runRule<z.ZodObject>(world, operation, own, by(MAX, 39));
    };
    const { world, other, verdicts } = await bothOrders(build, restart('MATERIAL_ON_HAND'), ends);
    expect(verdicts[1][1]).toMatchObject({
      outcome: 'REFUSED',
      message: 'Specimen W26325-0001 has changed meanwhile. Review it and decide again.',
    });
    expect(world.one(specimen, 'specimen-1')?.status).toBe('RECEIVED');
    expect(other.one(specimen, 'specimen-1')?.status).toBe('IN_PROGRESS');
  });

  test('leaves a late failure without a decision: it is stored in the history', async () => {
    const world = await ELUTED();
    await runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 37));
    await restart('REPLACEMENT', [])(world, false);
    const lateFailure = { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS', failureNotes: null } as const;
    expect(await runRule(world, failSample, lateFailure, concurrentContext(ANN, 36, true))).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'ENDED_ALREADY',
    });
    expect(world.all(syncConflict)).toEqual([]);
    const last = world.select(event, { targetId: 's1' }).at(-1);
    expect(last?.data).toMatchObject({ reason: 'INSUFFICENT_RESULTS', by: 'Ann' });
  });

  test('resets samples that await the approval of their batch, even when the restart arrives first', async () => {
    const completed = async () => {
      const world = await eluted({ procedure: { requiresDirectorApproval: true } });
      await sign(world, ELUTION, by(ANN, 35));
      await runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 37));
      return world;
    };
    const approve: TestAction = (world) => runRule(world, approveBatch, { batchId: 'batch-1' }, by(MAX, 41));
    const { world, other } = await bothOrders(completed, restart('REPLACEMENT', []), approve);
    const children = world.select(sample, { parentSampleId: 's1' });
    expect(children.map(({ status }) => status)).toEqual(['RESET']);
    expect(world.select(sample, { parentSampleId: 's2' })).toMatchObject([{ status: 'IN_QUEUE' }]);
    expect(state(world)).toEqual(state(other));
  });
});
