import { describe, expect, test } from 'vitest';
import { batchControl } from '#db/batches/batch-control.ts';
import { setDnaBarcodes } from '#db/batches/set-dna-barcodes.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  concurrentContext,
  decide,
  knowing,
  namesIn,
  noteArrival,
  openIn,
  place,
  runInOrder,
  type Step,
  sampleNow,
  startWith,
  states,
} from '#db/factories/benches/layout-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor, OperationContext } from '#db/operation.ts';
import type { ConflictChoice } from '#db/records/conflicts/conflict-kind.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { addDuplicate } from './add-duplicate.ts';
import { moveWells, swapWells } from './move-wells.ts';
import { placeControl, removeControl } from './place-control.ts';
import { placeSample } from './place-sample.ts';
import { unplaceSample } from './unplace-sample.ts';

// Two people lay out one plate that has not started, without knowledge of each other: Ann at 11, Bob at 12.

const batchId = 'batch-1';
const at = (hour: number, actor: Actor): Partial<OperationContext> => ({
  ...concurrentContext(actor),
  occurredAt: `2026-11-21T${hour}:00:00.000Z`,
});
const ANN_AT_11 = at(11, ANN);
const BOB_AT_12 = at(12, BOB);
const ORDERS = [
  ['the earlier edit first', true],
  ['the later edit first', false],
] as const;

type TestAction = (by: Partial<OperationContext>) => Step;
const puts =
  (sampleId: string, plateLocation: string): TestAction =>
  (by) =>
  (world) =>
    runRule(world, placeSample, { batchId, sampleId, plateLocation }, by);
const takesOff =
  (sampleId: string): TestAction =>
  (by) =>
  (world) =>
    runRule(world, unplaceSample, { batchId, sampleId }, by);
const isIn = (wells: Record<string, string>) =>
  Object.entries(wells).map(([wellLocation, id]) => ({
    ...{ wellLocation, id, kind: id.startsWith('c') ? ('control' as const) : ('sample' as const) },
  }));
const swaps =
  (from: string, to: string, wells: Record<string, string> | null): TestAction =>
  (by) =>
  (world) =>
    runRule(world, swapWells, { batchId, from, to, seen: wells && isIn(wells) }, by);

/** Build a plate with s1 in A1, s2 in B1 and a negative control in C1, as both have seen it. */
async function buildPlate(): Promise<MemoryWorld> {
  const world = buildBatchWorld();
  await place(world, 's1', 'A1', knowing(BOB));
  await place(world, 's2', 'B1', knowing(BOB));
  const control = { controlId: 'c1', controlType: 'NEGATIVE_CONTROL' as const, plateLocation: 'C1' };
  await runRule(world, placeControl, { batchId, ...control }, knowing(BOB));
  noteArrival(world, '2026-11-21T10:00:00.000Z');
  return world;
}

/** Deliver both operations; the server records when it received each. */
async function meet(world: MemoryWorld, annFirst: boolean, ann: TestAction, bob: TestAction): Promise<void> {
  const arrives =
    (step: Step): Step =>
    async (lab) => {
      await step(lab);
      noteArrival(lab, '2026-11-21T14:00:00.000Z');
    };
  await runInOrder(world, annFirst, [arrives(ann(ANN_AT_11))], arrives(bob(BOB_AT_12)));
}

const wellsOf = (world: MemoryWorld, ...ids: string[]) =>
  ids.map((id) => {
    if (!id.startsWith('c')) return sampleNow(world, id).plateLocation;
    const control = world.one(batchControl, id);
    return control?.deleted ? null : control?.plateLocation;
  });

describe.each(ORDERS)('two layouts of one plate, %s', (_order, annFirst) => {
  test('the later of two moves of one sample counts', async () => {
    const world = await buildPlate();
    await meet(world, annFirst, puts('s1', 'D1'), puts('s1', 'E1'));
    expect(wellsOf(world, 's1')).toEqual(['E1']);
    expect(openIn(world)).toEqual([]);
  });

  test.each([
    ['that names the tubes', true],
    ['of an older app', false],
  ])('a swap %s moves the tubes that its person saw', async (_form, withOccupants) => {
    const world = await buildPlate();
    const ann = swaps('A1', 'B1', withOccupants ? { A1: 's1', B1: 's2' } : null);
    await meet(world, annFirst, ann, swaps('A1', 'D1', withOccupants ? { A1: 's1' } : null));
    expect(wellsOf(world, 's1', 's2')).toEqual(['D1', 'A1']);
    expect(openIn(world)).toEqual([]);
  });

  test('the same swap by two people is done once', async () => {
    const world = await buildPlate();
    const swap = swaps('A1', 'B1', { A1: 's1', B1: 's2' });
    await meet(world, annFirst, swap, swap);
    expect(wellsOf(world, 's1', 's2')).toEqual(['B1', 'A1']);
  });

  test('a moved block does not move what another person moved later', async () => {
    const world = await buildPlate();
    const block: TestAction = (by) => (lab) => {
      const observedWells = isIn({ A1: 's1', B1: 's2' });
      return runRule(
        lab,
        moveWells,
        { batchId, wells: ['A1', 'B1'], from: 'A1', to: 'A2', seen: observedWells },
        by,
      );
    };
    await meet(world, annFirst, block, puts('s2', 'F1'));
    expect(wellsOf(world, 's1', 's2')).toEqual(['A2', 'F1']);
  });

  test.each<[string, ConflictChoice, (string | null)[]]>([
    ['first', 'KEEP_A', annFirst ? ['D1', null] : [null, 'D1']],
    ['second', 'KEEP_B', annFirst ? [null, 'D1'] : ['D1', null]],
  ])('one well for two samples: neither shifts, and the %s can have it', async (_role, choice, end) => {
    const world = await buildPlate();
    await meet(world, annFirst, puts('s1', 'D1'), puts('s3', 'D1'));
    const second = annFirst ? 's3' : 's1';
    expect(wellsOf(world, second)).toEqual([null]);
    await decide(world, second, choice);
    expect(wellsOf(world, 's1', 's3')).toEqual(end);
    expect(states(world, [second])[0]?.[1]).toBe('BATCH_ASSIGNED');
  });

  test.each<[ConflictChoice, ConflictChoice, (string | null)[]]>([
    ['KEEP_A', 'KEEP_B', ['B1', null, 'A1']],
    ['KEEP_B', 'KEEP_A', ['B1', 'A1', null]],
  ])('a control and a sample in one well can be decided either way: %s', async (ifAnn, ifBob, end) => {
    const world = await buildPlate();
    const ann = swaps('A1', 'C1', { A1: 's1', C1: 'c1' });
    await meet(world, annFirst, ann, swaps('A1', 'B1', { A1: 's1', B1: 's2' }));
    expect((await decide(world, annFirst ? 's2' : 'c1', annFirst ? ifAnn : ifBob)).outcome).toBe('APPLIED');
    expect(wellsOf(world, 's1', 's2', 'c1')).toEqual(end);
  });

  test('a tube that is moved after it was taken off stays on the plate', async () => {
    const world = await buildPlate();
    await meet(world, annFirst, takesOff('s1'), swaps('A1', 'D1', { A1: 's1' }));
    expect(states(world, ['s1'])).toEqual([['D1', 'BATCH_ASSIGNED', '1000']]);
  });

  test('a tube that two people take off leaves the plate once', async () => {
    const world = await buildPlate();
    const [first, second] = annFirst ? [ANN_AT_11, BOB_AT_12] : [BOB_AT_12, ANN_AT_11];
    await takesOff('s1')(first)(world);
    noteArrival(world, '2026-11-21T14:00:00.000Z');
    await expect(takesOff('s1')(second)(world)).rejects.toMatchObject({ code: 'NOT_IN_BATCH' });
    expect(states(world, ['s1'])).toEqual([[null, 'IN_QUEUE', '1000']]);
  });

  test('a tube that is taken off after it was moved leaves the plate', async () => {
    const world = await buildPlate();
    await meet(world, annFirst, swaps('A1', 'D1', { A1: 's1' }), takesOff('s1'));
    expect(states(world, ['s1'])).toEqual([[null, 'IN_QUEUE', '1000']]);
  });

  test('a control that is moved after it was removed stays on the plate', async () => {
    const world = await buildPlate();
    const removes: TestAction = (by) => (lab) =>
      runRule(lab, removeControl, { batchId, controlId: 'c1' }, by);
    await meet(world, annFirst, removes, swaps('C1', 'D1', { C1: 'c1' }));
    expect(wellsOf(world, 'c1')).toEqual(['D1']);
  });

  test('the later of two DNA barcodes counts', async () => {
    const world = await buildPlate();
    const sets =
      (id: string, dnaBarcode: string): TestAction =>
      (by) =>
      (lab) =>
        runRule(lab, setDnaBarcodes, { batchId, barcodes: [{ id, dnaBarcode }] }, by);
    await meet(world, annFirst, sets('s1', 'NB03'), sets('s1', 'NB05'));
    expect(sampleNow(world, 's1').dnaBarcode).toBe('NB05');
  });

  test('a decision without knowledge of the start is compared with the started plate', async () => {
    const world = await buildPlate();
    await runRule(
      world,
      placeSample,
      { batchId, sampleId: 's3', plateLocation: 'A1' },
      concurrentContext(ANN),
    );
    const [conflict] = openIn(world);
    const decides: Step = () =>
      runRule(
        world,
        resolveConflict,
        { conflictId: conflict?.id ?? '', choice: 'KEEP_B', value: null },
        at(11, LEA),
      );
    await runInOrder(world, annFirst, [decides], () => startWith(world, { A1: 's1', B1: 's2' }));
    const started = ['IN_PROGRESS', '800'];
    expect(states(world, ['s1', 's2'])).toEqual([
      ['A1', ...started],
      ['B1', ...started],
    ]);
    expect(namesIn(world).filter(([id]) => id !== 'c1')).toEqual([
      ['s1', 'Bob', 'Lea'],
      ['s3', 'Bob', 'Lea'],
    ]);
    await decide(world, 's3', 'ENTER_VALUE');
    expect(wellsOf(world, 's1', 's3')).toEqual([null, 'A1']);
  });
});

test.each<[ConflictChoice, (string | null)[]]>([
  ['KEEP_A', [null, 'D1']],
  ['KEEP_B', ['D1', null]],
  ['ENTER_VALUE', ['E5', 'D1']],
])('case 12: %s is applicable for a well that a control has taken', async (choice, end) => {
  const world = await buildPlate();
  const control = { controlId: 'c2', controlType: 'POSITIVE_CONTROL' as const, plateLocation: 'D1' };
  await runRule(world, placeControl, { batchId, ...control }, BOB_AT_12);
  const ids = { duplicateId: 's9', duplicateBarcodeId: 'b9', childSuffixLetter: 'K' };
  await runRule(world, addDuplicate, { batchId, sampleId: 's1', plateLocation: 'D1', ...ids }, ANN_AT_11);
  expect((await decide(world, 's9', choice, 'e5')).outcome).toBe('APPLIED');
  expect(wellsOf(world, 's9', 'c2')).toEqual(end);
});

test('a later placement settles the conflict about the well of a sample', async () => {
  const world = await buildPlate();
  await place(world, 's3', 'D1', knowing(BOB));
  await runRule(world, placeSample, { batchId, sampleId: 's1', plateLocation: 'D1' }, ANN_AT_11);
  expect(openIn(world)).toHaveLength(1);
  await place(world, 's1', 'E1', { ...knowing(ANN), occurredAt: '2026-11-21T12:00:00.000Z' });
  expect(openIn(world)).toEqual([]);
  expect(wellsOf(world, 's1')).toEqual(['E1']);
});

test('a swap that names its tubes is applied where the history cannot tell what its person saw', async () => {
  const world = await buildPlate();
  await swaps('A1', 'B1', { A1: 's1', B1: 's2' })(ANN_AT_11)(world);
  // The server received this before Bob swapped; his device had not synchronized yet.
  noteArrival(world, '2026-11-21T11:30:00.000Z');
  await swaps('A1', 'D1', { A1: 's1' })(BOB_AT_12)(world);
  expect(wellsOf(world, 's1', 's2')).toEqual(['D1', 'A1']);
});

test('a start rewords the open conflict about a well, so that a decision without knowledge of it is detected', async () => {
  const world = await buildPlate();
  await runRule(world, placeSample, { batchId, sampleId: 's3', plateLocation: 'A1' }, concurrentContext(ANN));
  const [openConflict] = openIn(world);
  await startWith(world, { A1: 's1', B1: 's2' }, knowing(BOB));
  const now = openIn(world).find((one) => one.id === openConflict?.id);
  expect(now?.action).toBe('Decide about W26325-0003-01 in A1: batch W26325-E01 started without it');
  expect(now?.version).toBeGreaterThan(openConflict?.version ?? 0);
});
