import { describe, expect, test } from 'vitest';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  approve,
  correct,
  fail,
  failAll,
  openConflicts,
  PIA,
  RHEA,
  reopen,
  request,
  reset,
  returned,
  state,
  statuses,
} from '#db/factories/benches/returned-bench.ts';
import { by, ELUTION, sign } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';

describe('the reset of a returned batch', () => {
  test('cancels the held children and queues each sample again', async () => {
    const world = await returned();
    expect(await reset(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(state(world)).toMatchObject({
      status: 'RESET',
      directorApproved: null,
      directorReturnReason: null,
    });
    expect(statuses(world)).toEqual({ s1: ['RESET', 'CANCELED'], s2: ['RESET', 'CANCELED'] });
    const siblings = world.all(sample).filter((row) => row.attempt === 2);
    expect(siblings.map(({ status, stage }) => [status, stage])).toEqual([
      ['IN_QUEUE', 'EXTRACTION'],
      ['IN_QUEUE', 'EXTRACTION'],
    ]);
    expect(world.one(specimen, 'specimen-1')?.status).toBe('IN_PROGRESS');
    await expect(approve(world)).rejects.toMatchObject({ code: 'NOT_COMPLETE' });
  });

  test('is for the lab manager, and only while the batch is returned', async () => {
    const world = await returned();
    for (const actor of [PIA, RHEA])
      await expect(reset(world, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await request(world);
    await expect(reset(world)).rejects.toMatchObject({ code: 'TRANSITION' });
    await approve(world);
    await expect(reset(world)).rejects.toMatchObject({ code: 'TRANSITION' });
  });

  test('leaves the same samples whether a correction arrives before or after it', async () => {
    const correctedFirst = await returned();
    await reopen(correctedFirst);
    await correct(correctedFirst, 'concentration', '12.5');
    await reset(correctedFirst);
    const resetFirst = await returned();
    await reopen(resetFirst);
    await reset(resetFirst);
    expect(await correct(resetFirst, 'concentration', '12.5')).toMatchObject({ code: 'BATCH_CLOSED' });
    expect(resetFirst.all(fieldValue).filter((one) => one.late)).toHaveLength(1);
    expect(statuses(correctedFirst)).toEqual(statuses(resetFirst));
  });
});

describe('a failure in a returned batch', () => {
  test('cancels the held child, opens no conflict and is decided as usual', async () => {
    const world = await returned();
    expect(await fail(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(statuses(world)).toEqual({
      s1: ['FAILED_QC', 'CANCELED'],
      s2: ['COMPLETED', 'RECEIVED_ON_HOLD'],
    });
    expect(world.one(sample, 's1')?.flaggedForReview).toBe(false);
    expect(openConflicts(world)).toEqual([]);
    expect(world.one(specimen, 'specimen-1')).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
    await runRule(world, requeueSample, { sampleId: 's1', childSuffixLetter: null }, by(LEA, 46));
    expect(world.one(specimen, 'specimen-1')?.status).toBe('IN_PROGRESS');
    await request(world);
    await approve(world);
    expect(statuses(world)).toEqual({ s1: ['RESET', 'CANCELED'], s2: ['COMPLETED', 'IN_QUEUE'] });
  });

  test('of a tech, or in a batch that is not returned, waits for a decision', async () => {
    const world = await returned();
    expect(await fail(world, BOB)).toMatchObject({ outcome: 'CONFLICT' });
    expect(openConflicts(world)).toHaveLength(1);
    const requested = await returned();
    await request(requested, 44);
    expect(await fail(requested)).toMatchObject({ outcome: 'CONFLICT' });
  });

  test('stands whether a correction of the sample arrives before or after it', async () => {
    const failedFirst = await returned();
    await reopen(failedFirst);
    await fail(failedFirst, LEA, 42);
    await correct(failedFirst, 'concentration', '12.5', 43);
    const correctedFirst = await returned();
    await reopen(correctedFirst);
    await correct(correctedFirst, 'concentration', '12.5', 43);
    await fail(correctedFirst, LEA, 42);
    for (const world of [failedFirst, correctedFirst]) {
      await sign(world, ELUTION, by(ANN, 44));
      expect(statuses(world)).toEqual({
        s1: ['FAILED_QC', 'CANCELED'],
        s2: ['COMPLETED', 'RECEIVED_ON_HOLD'],
      });
      expect(world.one(sample, 's1')?.extractedConcentration).toBe('12.5');
    }
  });

  test('of the whole batch fails its samples and cancels their children', async () => {
    const world = await returned();
    for (const actor of [BOB, PIA])
      await expect(failAll(world, actor, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await failAll(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(state(world)).toMatchObject({ status: 'FAILED_QC', directorApproved: null });
    expect(statuses(world)).toEqual({ s1: ['FAILED_QC', 'CANCELED'], s2: ['FAILED_QC', 'CANCELED'] });
    expect(openConflicts(world)).toEqual([]);
    await reset(world, LEA, 47);
    expect(world.all(sample).filter((row) => row.attempt === 2)).toHaveLength(2);
  });

  test('of the whole batch by somebody who did not know of its completion waits for a decision', async () => {
    const world = await returned();
    expect(await failAll(world, BOB, false, {})).toMatchObject({ outcome: 'CONFLICT' });
    expect(state(world)?.status).toBe('COMPLETED');
  });
});
