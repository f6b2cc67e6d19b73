import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { cancelBatch } from '#db/batches/cancel-batch.ts';
import { swapWells } from '#db/batches/layout/move-wells.ts';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { unplaceSample } from '#db/batches/layout/unplace-sample.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  concurrentContext,
  decide,
  IN_WORK,
  knowing,
  layoutOf,
  namesIn,
  ORDERS,
  openIn,
  place,
  QUEUED,
  runInOrder,
  type Step,
  startWith,
  states,
} from '#db/factories/benches/layout-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { fieldValue } from './field-value.ts';
import { correctFieldValue, recordFieldValue, recordFieldValues } from './record-field-value.ts';

const batchId = 'batch-1';
const assignedSectionId = 'batch-1-lysis';
const observed = { fieldId: 'temperature', sampleId: null, value: '56', inputMethod: 'TYPED' as const };
const startedWith = (wells: Record<string, string>) => ({ start: { batchId, layout: layoutOf(wells) } });
const DISPLAYED_WELLS = { A1: 's1', B1: 's2' };

/** Bob records the first value, in each way that records values. */
const FIRST_VALUES = [
  [
    'record-field-value',
    (world: MemoryWorld, wells: Record<string, string>, by = concurrentContext(BOB)) =>
      runRule(world, recordFieldValue, { assignedSectionId, ...observed, ...startedWith(wells) }, by),
  ],
  [
    'record-field-values',
    (world: MemoryWorld, wells: Record<string, string>, by = concurrentContext(BOB)) =>
      runRule(world, recordFieldValues, { assignedSectionId, values: [observed], ...startedWith(wells) }, by),
  ],
  [
    'correct-field-value',
    (world: MemoryWorld, wells: Record<string, string>, by = concurrentContext(BOB)) => {
      const args = { assignedSectionId, ...observed, changeReason: 'Misread', ...startedWith(wells) };
      return runRule(world, correctFieldValue, args, by);
    },
  ],
] as const;

async function buildPlate(): Promise<MemoryWorld> {
  const world = buildBatchWorld();
  await place(world, 's1', 'A1', knowing(BOB));
  await place(world, 's2', 'B1', knowing(BOB));
  return world;
}

describe.each(ORDERS)('case 29: a first value as the start, with %s', (_order, editsFirst) => {
  test.each(FIRST_VALUES)('%s starts the plate that the person saw', async (_name, record) => {
    const world = await buildPlate();
    const swap: Step = () =>
      runRule(world, swapWells, { batchId, from: 'A1', to: 'B1' }, concurrentContext(ANN));
    await runInOrder(world, editsFirst, [swap], () => record(world, DISPLAYED_WELLS));
    expect(states(world, ['s1', 's2'])).toEqual([IN_WORK('A1'), IN_WORK('B1')]);
    expect(namesIn(world)).toEqual([
      ['s1', 'Ann', 'Bob'],
      ['s2', 'Ann', 'Bob'],
    ]);
    expect(world.all(fieldValue).filter((one) => one.fieldId === 'temperature')).toMatchObject([
      { value: '56', late: false },
    ]);
  });

  test('a tube that was added or removed concurrently is a conflict between both people', async () => {
    const world = await buildPlate();
    const edits: Step[] = [
      () => runRule(world, unplaceSample, { batchId, sampleId: 's1' }, concurrentContext(ANN)),
      () =>
        runRule(world, placeSample, { batchId, sampleId: 's3', plateLocation: 'D1' }, concurrentContext(ANN)),
    ];
    await runInOrder(world, editsFirst, edits, () => FIRST_VALUES[0][1](world, DISPLAYED_WELLS));
    expect(states(world, ['s1', 's2', 's3'])).toEqual([IN_WORK('A1'), IN_WORK('B1'), QUEUED]);
    expect(namesIn(world)).toEqual([
      ['s1', 'Ann', 'Bob'],
      ['s3', 'Ann', 'Bob'],
    ]);
    await decide(world, 's3', 'ENTER_VALUE');
    expect(states(world, ['s3'])).toEqual([IN_WORK('D1')]);
  });

  test('the same layout is merged without a decision', async () => {
    const world = await buildPlate();
    const repeatStart: Step = () =>
      runRule(world, placeSample, { batchId, sampleId: 's3', plateLocation: 'D1' }, concurrentContext(ANN));
    await runInOrder(world, editsFirst, [repeatStart], async () => {
      await place(world, 's3', 'D1', editsFirst ? concurrentContext(BOB) : knowing(BOB));
      await FIRST_VALUES[0][1](world, { ...DISPLAYED_WELLS, D1: 's3' });
    });
    expect(openIn(world)).toEqual([]);
    expect(states(world, ['s3'])).toEqual([IN_WORK('D1')]);
  });

  test('a cancellation without knowledge of the value is a conflict', async () => {
    const world = await buildPlate();
    const cancel: Step = () =>
      runRule(world, cancelBatch, { batchId, reason: 'Wrong plate' }, concurrentContext(LEA));
    await runInOrder(world, editsFirst, [cancel], () => FIRST_VALUES[0][1](world, DISPLAYED_WELLS));
    expect(world.one(batch, batchId)?.status).toBe('IN_PROGRESS');
    expect(openIn(world)).toMatchObject([{ kind: 'STARTED_AND_CANCELED' }]);
    expect(world.all(fieldValue).filter((one) => one.late)).toEqual([]);
  });
});

test('a first value and a start of another plate are compared, and the earliest time counts', async () => {
  const world = await buildPlate();
  await startWith(world, DISPLAYED_WELLS, {
    ...concurrentContext(ANN),
    occurredAt: '2026-11-21T12:00:00.000Z',
  });
  const bob = { ...concurrentContext(BOB), occurredAt: '2026-11-21T11:00:00.000Z' };
  expect(await FIRST_VALUES[0][1](world, { A1: 's1' }, bob)).toMatchObject({ outcome: 'CONFLICT' });
  expect(namesIn(world).map(([id]) => id)).toEqual(['s2']);
  expect(world.one(batch, batchId)).toMatchObject({ startedById: 'bob', startedAt: bob.occurredAt });
});

test('a value recorded with knowledge of the start claims nothing about the plate', async () => {
  const world = await buildPlate();
  await startWith(world, DISPLAYED_WELLS, knowing(ANN));
  const result = await FIRST_VALUES[0][1](world, { A1: 's2' }, knowing(BOB));
  expect(result.outcome).toBe('APPLIED');
  expect(openIn(world)).toEqual([]);
});

test('a start that names another batch does not start this one', async () => {
  const world = await buildPlate();
  const start = { batchId: 'batch-2', layout: layoutOf({ A1: 's2' }) };
  await runRule(world, recordFieldValue, { assignedSectionId, ...observed, start }, knowing(BOB));
  expect(states(world, ['s1', 's2'])).toEqual([IN_WORK('A1'), IN_WORK('B1')]);
  expect(world.one(batch, 'batch-2')?.status).toBe('NOT_STARTED');
});

test('an open conflict about a started plate names the earliest starter', async () => {
  const world = await buildPlate();
  await startWith(world, DISPLAYED_WELLS, {
    ...concurrentContext(BOB),
    occurredAt: '2026-11-21T12:00:00.000Z',
  });
  await runRule(world, placeSample, { batchId, sampleId: 's3', plateLocation: 'D1' }, concurrentContext(LEA));
  expect(namesIn(world)).toEqual([['s3', 'Bob', 'Lea']]);
  const ann = { ...concurrentContext(ANN), occurredAt: '2026-11-21T09:00:00.000Z' };
  await runRule(world, recordFieldValue, { assignedSectionId, ...observed }, ann);
  expect(namesIn(world)).toEqual([['s3', 'Ann', 'Lea']]);
});
