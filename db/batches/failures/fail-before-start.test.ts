import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { addDuplicate } from '#db/batches/layout/add-duplicate.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { onDevice, place, sampleNow, start } from '#db/factories/benches/layout-operations.ts';
import { at, by, LYSIS, record, section, sign } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';

const concurrentContext = (minute: number, actor = BOB): Partial<OperationContext> =>
  by(actor, minute, { base: {}, changedSinceSeen: async () => true });

const fail = (world: MemoryWorld, sampleId: string, context: Partial<OperationContext>) =>
  runRule(world, failSample, { sampleId, failureReason: 'BAD_SAMPLE', failureNotes: 'clotted' }, context);

const duplicate = (world: MemoryWorld, sampleId: string, context: Partial<OperationContext> = onDevice) =>
  runRule(
    world,
    addDuplicate,
    {
      batchId: 'batch-1',
      sampleId,
      duplicateId: 'd1',
      duplicateBarcodeId: 'label-d1',
      plateLocation: 'C1',
      childSuffixLetter: 'K',
    },
    context,
  );

const batchNow = (world: MemoryWorld) => world.one(batch, 'batch-1');
const ownerNow = (world: MemoryWorld, n = 1) => world.one(specimen, `specimen-${n}`);
const conflicts = (world: MemoryWorld) => world.all(syncConflict).filter((row) => row.status === 'OPEN');

const decide = (world: MemoryWorld, choice: 'KEEP_A' | 'KEEP_B') =>
  runRule(
    world,
    resolveConflict,
    { conflictId: conflicts(world)[0]?.id ?? '', choice, value: null },
    by(LEA, 50),
  );

/** Return the state that must be equal in any order of arrival. */
const state = (world: MemoryWorld) => ({
  samples: world
    .all(sample)
    .map(({ id, status, batchId, plateLocation, remainingVolume }) =>
      [id, status, batchId, plateLocation, remainingVolume].join(' '),
    )
    .sort(),
  specimens: world
    .all(specimen)
    .map(({ id, status, failedBatchCount }) => [id, status, failedBatchCount].join(' ')),
  orders: world.all(order).map(({ status }) => status),
  batch: batchNow(world)?.status,
});

/** Build a batch with s1 in A1 and s2 in B1 that has not started. */
async function laidOut(options: Parameters<typeof buildBatchWorld>[0] = {}): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2, ...options });
  await place(world, 's1', 'A1');
  await place(world, 's2', 'B1');
  return world;
}

describe('a tube that fails on a layout that has not started', () => {
  test('leaves the layout, and the person is informed', async () => {
    const world = await laidOut();
    expect(await fail(world, 's1', by(BOB, 5))).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'LEFT_LAYOUT',
      message: 'Sample W26325-0001-01 failed and was removed from the layout of batch W26325-E01.',
    });
    expect(sampleNow(world, 's1')).toMatchObject({
      status: 'FAILED_VISUAL_INSPECTION',
      batchId: null,
      plateLocation: null,
      failedById: 'bob',
    });
    const history = world.all(event).filter((one) => one.targetId === 'batch-1');
    expect(history.at(-1)).toMatchObject({
      type: 'BATCH_LAYOUT_CHANGED',
      data: { barcode: 'W26325-0001-01', well: null, reason: 'Failed', by: 'Bob' },
    });
    expect(ownerNow(world)).toMatchObject({ status: 'ACTION_REQUIRED', failedBatchCount: 0 });
  });

  test('frees its well, and the batch starts with the others', async () => {
    const world = await laidOut({ samples: 3 });
    await fail(world, 's1', by(BOB, 5));
    expect(await place(world, 's3', 'A1')).toMatchObject({ outcome: 'APPLIED' });
    expect(await start(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(sampleNow(world, 's2')).toMatchObject({ status: 'IN_PROGRESS', remainingVolume: '800' });
    expect(sampleNow(world, 's1')).toMatchObject({
      status: 'FAILED_VISUAL_INSPECTION',
      remainingVolume: '1000',
    });
  });

  test('takes its duplicates with it', async () => {
    const world = await laidOut();
    await duplicate(world, 's1');
    expect((await fail(world, 's1', by(BOB, 5))).message).toContain('Its duplicates were removed too');
    expect(sampleNow(world, 'd1')).toMatchObject({ status: 'CANCELED', batchId: null, plateLocation: null });
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'FAILED_VISUAL_INSPECTION' });
    await start(world);
    expect(batchNow(world)?.status).toBe('IN_PROGRESS');
  });

  test('leaves its source on the layout when it is a duplicate', async () => {
    const world = await laidOut();
    await duplicate(world, 's1');
    await fail(world, 'd1', by(BOB, 5));
    expect(sampleNow(world, 'd1')).toMatchObject({ status: 'FAILED_BATCH_DUPLICATE', batchId: null });
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'BATCH_ASSIGNED', plateLocation: 'A1' });
    expect(ownerNow(world)).toMatchObject({ status: 'BATCH_ASSIGNED', failedBatchCount: 0 });
    await start(world);
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'IN_PROGRESS', remainingVolume: '800' });
  });

  test('gives the same result when its placement arrives after the failure', async () => {
    const placedFirst = buildBatchWorld();
    await place(placedFirst, 's1', 'A1', by(ANN, 1));
    await fail(placedFirst, 's1', concurrentContext(2));
    const failedFirst = buildBatchWorld();
    await fail(failedFirst, 's1', concurrentContext(2));
    await expect(place(failedFirst, 's1', 'A1', concurrentContext(1, ANN))).rejects.toThrow(
      'is not in the queue',
    );
    expect(state(placedFirst)).toEqual(state(failedFirst));
  });

  test('keeps the label of a duplicate that a colleague printed without knowledge of the failure', async () => {
    const world = await laidOut();
    await fail(world, 's1', by(BOB, 2));
    expect(await duplicate(world, 's1', concurrentContext(1, ANN))).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'SOURCE_FAILED',
      message: 'Sample W26325-0001-01 was failed by Bob; its duplicate W26325-0001-K1 is canceled.',
    });
    const other = await laidOut();
    await duplicate(other, 's1', by(ANN, 1));
    await fail(other, 's1', concurrentContext(2));
    expect(state(world)).toEqual(state(other));
  });

  test('keeps the reports of both people, and the earlier one counts in any order of arrival', async () => {
    const report = (world: MemoryWorld, actor: typeof ANN, minute: number, failureNotes: string) =>
      runRule(
        world,
        failSample,
        { sampleId: 's1', failureReason: 'BAD_SAMPLE', failureNotes },
        by(actor, minute),
      );
    const [a, b] = [await laidOut(), await laidOut()];
    await report(a, ANN, 5, 'clotted');
    await report(a, BOB, 6, 'empty');
    await report(b, BOB, 6, 'empty');
    expect(await report(b, ANN, 5, 'clotted')).toMatchObject({ outcome: 'MERGED' });
    for (const world of [a, b]) {
      expect(sampleNow(world, 's1')).toMatchObject({
        failureNotes: 'clotted',
        failedById: 'ann',
        failedAt: at(5),
      });
      expect(ownerNow(world)).toMatchObject({ failureNotes: 'clotted', actionRequiredText: 'clotted' });
      const notes = world.all(event).flatMap(({ data }) => data['notes'] ?? []);
      expect([...new Set(notes)].sort()).toEqual(['clotted', 'empty']);
    }
  });

  test('can be re-queued, and its specimen continues', async () => {
    const world = await laidOut();
    await fail(world, 's1', by(BOB, 5));
    expect(
      await runRule(world, requeueSample, { sampleId: 's1', childSuffixLetter: null }, by(LEA, 9)),
    ).toMatchObject({ outcome: 'APPLIED' });
    expect(ownerNow(world)).toMatchObject({ status: 'RECEIVED', actionRequiredText: null });
  });
});

describe('a failure of a tube that ended in the meantime', () => {
  test('is recorded in its history and flags its derived samples when concurrent, otherwise it is refused', async () => {
    const world = buildBatchWorld();
    world.putRow(sample, { ...sampleNow(world, 's1'), status: 'RESET' });
    world.putRow(sample, { ...sampleNow(world, 's2'), parentSampleId: 's1', status: 'IN_QUEUE' });
    expect(await fail(world, 's1', concurrentContext(5))).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Sample W26325-0001-01 is reset already. The failure is kept in its history.',
    });
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'RESET', failedAt: null });
    expect(sampleNow(world, 's2').flaggedForReview).toBe(true);
    const history = world.all(event).filter(({ targetId }) => targetId === 's1');
    expect(history.map(({ data }) => data['notes'])).toEqual(['clotted']);
    const knowing = by(BOB, 6, { base: { s1: 1 }, changedSinceSeen: async () => false });
    await expect(fail(world, 's1', knowing)).rejects.toThrow('Cannot change status');
  });
});

describe('a first value that cannot start its batch', () => {
  const value = (world: MemoryWorld, context = concurrentContext(10)) =>
    record(world, LYSIS, 'temperature', null, '56', context);

  test('is recorded as a conflict, and no part of the start is kept', async () => {
    const world = await laidOut({ procedure: { minSamples: 3 } });
    expect(await value(world)).toEqual({
      outcome: 'CONFLICT',
      code: 'TOO_FEW_SAMPLES',
      message: 'Place at least 3 samples. The value is kept; batch W26325-E01 has not started.',
    });
    expect(batchNow(world)).toMatchObject({ status: 'NOT_STARTED', startedAt: null, layoutLockedAt: null });
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'BATCH_ASSIGNED', remainingVolume: '1000' });
    expect(world.all(event).some((one) => one.type === 'BATCH_STARTED')).toBe(false);
    expect(world.all(fieldValue)).toMatchObject([{ value: '56', late: false }]);
    await expect(sign(world, LYSIS)).rejects.toThrow('is not in progress');
  });

  test('opens one conflict, however many values follow', async () => {
    const world = await laidOut({ procedure: { minSamples: 3 } });
    await value(world);
    await record(world, LYSIS, 'temperature', null, '56', concurrentContext(11, ANN));
    expect(conflicts(world)).toMatchObject([{ kind: 'BATCH_START', targetId: 'batch-1' }]);
  });

  test('starts the batch at its own time when the layout is complete and the manager decides so', async () => {
    const lateWorld = await laidOut({ samples: 3, procedure: { minSamples: 3 } });
    await value(lateWorld);
    await expect(decide(lateWorld, 'KEEP_A')).rejects.toThrow('Place at least 3 samples.');
    await place(lateWorld, 's3', 'C1');
    expect(await decide(lateWorld, 'KEEP_A')).toMatchObject({ outcome: 'APPLIED' });
    const inTime = await laidOut({ samples: 3, procedure: { minSamples: 3 } });
    await place(inTime, 's3', 'C1');
    await value(inTime);
    expect(state(lateWorld)).toEqual(state(inTime));
    for (const world of [lateWorld, inTime])
      expect(batchNow(world)).toMatchObject({ startedAt: at(10), startedById: 'bob' });
    expect(conflicts(lateWorld)).toEqual([]);
  });

  test('is set aside when the manager decides so, and the section starts again', async () => {
    const world = await laidOut({ procedure: { minSamples: 3 } });
    await value(world);
    expect(await decide(world, 'KEEP_B')).toMatchObject({ outcome: 'APPLIED' });
    expect(section(world, LYSIS)).toMatchObject({ startedAt: null, startedById: null });
    expect(world.all(fieldValue).filter((one) => one.late)).toMatchObject([
      { value: '56', changeReason: 'Set aside: the batch had not started.' },
    ]);
    expect(batchNow(world)?.status).toBe('NOT_STARTED');
  });

  test('is recorded for a tube that failed and left the layout in the meantime', async () => {
    const world = await laidOut();
    await fail(world, 's1', by(BOB, 5));
    await record(world, LYSIS, 'temperature', null, '56', concurrentContext(6, ANN));
    await sign(world, LYSIS);
    expect(
      await record(world, 'batch-1-elution', 'concentration', 's1', '20', concurrentContext(40, ANN)),
    ).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'SAMPLE_FAILED',
    });
    expect(sampleNow(world, 's1').flaggedForReview).toBe(true);
  });
});

test('a failed tube that two batches claim goes into neither again', async () => {
  const world = await laidOut();
  await start(world);
  await place(world, 's1', 'C3', { ...concurrentContext(4), base: { s1: 1 } }, 'batch-2');
  expect(conflicts(world)).toMatchObject([{ kind: 'SAMPLE_IN_TWO_BATCHES' }]);
  await fail(world, 's1', by(BOB, 5));
  expect(await decide(world, 'KEEP_B')).toMatchObject({ outcome: 'APPLIED' });
  expect(sampleNow(world, 's1')).toMatchObject({ status: 'FAILED_QC', batchId: 'batch-1' });
});
