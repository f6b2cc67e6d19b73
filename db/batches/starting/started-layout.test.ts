import { describe, expect, test } from 'vitest';
import { batchControl } from '#db/batches/batch-control.ts';
import { addDuplicate } from '#db/batches/layout/add-duplicate.ts';
import { moveWells, swapWells } from '#db/batches/layout/move-wells.ts';
import { placeControl, removeControl } from '#db/batches/layout/place-control.ts';
import { fillPlate, placeSample } from '#db/batches/layout/place-sample.ts';
import { unplaceSample } from '#db/batches/layout/unplace-sample.ts';
import { setDnaBarcodes } from '#db/batches/set-dna-barcodes.ts';
import { ANN, BOB, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import {
  change,
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
  sampleNow,
  startWith,
  states,
} from '#db/factories/benches/layout-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { ConflictChoice } from '#db/records/conflicts/conflict-kind.ts';
import { startBatch } from './start-batch.ts';

const batchId = 'batch-1';

const annPlaces =
  (sampleId: string, plateLocation: string): Step =>
  (world) =>
    runRule(world, placeSample, { batchId, sampleId, plateLocation }, concurrentContext(ANN));

describe.each(ORDERS)('case 29: with %s', (_order, editsFirst) => {
  test.each<[ConflictChoice, readonly (readonly (string | null)[])[]]>([
    ['KEEP_A', [QUEUED, QUEUED, IN_WORK('C5')]],
    ['KEEP_B', [QUEUED, QUEUED, IN_WORK('C5')]],
    ['ENTER_VALUE', [IN_WORK('C5'), QUEUED, QUEUED]],
  ])(
    'another sample in the same well is a conflict of both people, and %s settles it',
    async (choice, end) => {
      const world = buildBatchWorld();
      await runInOrder(world, editsFirst, [annPlaces('s1', 'C5'), annPlaces('s2', 'D5')], async () => {
        if (editsFirst)
          await runRule(
            world,
            placeSample,
            { batchId, sampleId: 's3', plateLocation: 'C5' },
            concurrentContext(BOB),
          );
        else await place(world, 's3', 'C5', knowing(BOB));
        expect(await startWith(world, { C5: 's3' })).toMatchObject({
          outcome: editsFirst ? 'CONFLICT' : 'APPLIED',
        });
      });
      expect(states(world, ['s1', 's2', 's3'])).toEqual([QUEUED, QUEUED, IN_WORK('C5')]);
      expect(namesIn(world)).toEqual([
        ['s1', 'Ann', 'Bob'],
        ['s2', 'Ann', 'Bob'],
      ]);
      await decide(world, 's1', choice);
      await decide(world, 's2', 'KEEP_A');
      expect(states(world, ['s1', 's2', 's3'])).toEqual(end);
      expect(openIn(world)).toEqual([]);
    },
  );

  test.each<[ConflictChoice, readonly (string | null)[][]]>([
    ['KEEP_A', [IN_WORK('A1'), IN_WORK('B1')]],
    ['ENTER_VALUE', [IN_WORK('B1'), IN_WORK('A1')]],
    ['KEEP_B', [QUEUED, IN_WORK('B1')]],
  ])('swapped wells stay as started, and %s is applied with the volumes', async (choice, end) => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await place(world, 's2', 'B1');
    const swap: Step = () =>
      runRule(world, swapWells, { batchId, from: 'A1', to: 'B1' }, concurrentContext(ANN));
    await runInOrder(world, editsFirst, [swap], () => startWith(world, { A1: 's1', B1: 's2' }));
    expect(states(world, ['s1', 's2'])).toEqual([IN_WORK('A1'), IN_WORK('B1')]);
    expect(namesIn(world)).toEqual([
      ['s1', 'Ann', 'Bob'],
      ['s2', 'Ann', 'Bob'],
    ]);
    await decide(world, 's1', choice);
    if (choice !== 'ENTER_VALUE') await decide(world, 's2', 'KEEP_A');
    expect(states(world, ['s1', 's2'])).toEqual(end);
    expect(openIn(world)).toEqual([]);
  });

  test.each<[ConflictChoice, (string | null)[]]>([
    ['KEEP_A', IN_WORK('A1')],
    ['ENTER_VALUE', QUEUED],
    ['KEEP_B', QUEUED],
  ])('a sample that was taken off counts as pipetted, until %s says otherwise', async (choice, end) => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await place(world, 's2', 'B1');
    const off: Step = () =>
      runRule(world, unplaceSample, { batchId, sampleId: 's1' }, concurrentContext(ANN));
    await runInOrder(world, editsFirst, [off], () => startWith(world, { A1: 's1', B1: 's2' }));
    expect(states(world, ['s1'])).toEqual([IN_WORK('A1')]);
    expect(namesIn(world)).toEqual([['s1', 'Ann', 'Bob']]);
    expect((await decide(world, 's1', choice)).outcome).toBe('APPLIED');
    expect(states(world, ['s1'])).toEqual([end]);
  });

  test('the same layout is merged without a conflict', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    const bobStarts: Step = async () => {
      await place(world, 's1', 'B1', knowing(BOB));
      await startWith(world, { B1: 's1' });
    };
    await runInOrder(world, editsFirst, [annPlaces('s1', 'B1')], bobStarts);
    expect(openIn(world)).toEqual([]);
    expect(states(world, ['s1'])).toEqual([IN_WORK('B1')]);
  });

  test('moved wells and a filled plate open conflicts only about what differs', async () => {
    const world = buildBatchWorld({ samples: 4 });
    await place(world, 's1', 'A1');
    await place(world, 's2', 'B1');
    const move: Step = () =>
      runRule(world, moveWells, { batchId, wells: ['A1'], from: 'A1', to: 'A3' }, concurrentContext(ANN));
    const samples = [
      { sampleId: 's2', plateLocation: 'B1' },
      { sampleId: 's4', plateLocation: 'D1' },
    ];
    const controls = [{ controlId: 'c1', controlType: 'NEGATIVE_CONTROL' as const, plateLocation: 'H1' }];
    const fill: Step = () =>
      runRule(world, fillPlate, { batchId, samples, controls }, concurrentContext(ANN));
    await runInOrder(world, editsFirst, [move, fill], () => startWith(world, { A1: 's1', B1: 's2' }));
    expect(states(world, ['s1', 's2', 's4'])).toEqual([IN_WORK('A1'), IN_WORK('B1'), QUEUED]);
    expect(
      namesIn(world)
        .map(([id]) => id)
        .sort(),
    ).toEqual(['c1', 's1', 's4']);
    expect(world.all(batchControl)).toMatchObject([{ id: 'c1', deleted: true }]);
    for (const id of ['c1', 's1', 's4']) await decide(world, id, 'ENTER_VALUE');
    expect(states(world, ['s1', 's2', 's4'])).toEqual([IN_WORK('A3'), IN_WORK('B1'), IN_WORK('D1')]);
    expect(world.all(batchControl)).toMatchObject([{ id: 'c1', plateLocation: 'H1', deleted: false }]);
  });

  test('a control that was removed or placed elsewhere stays as started', async () => {
    const world = buildBatchWorld({ procedure: { negativeControls: 1, positiveControls: 1 } });
    const putControlInWell = (
      controlId: string,
      type: 'NEGATIVE_CONTROL' | 'POSITIVE_CONTROL',
      well: string,
      by = knowing(BOB),
    ) => runRule(world, placeControl, { batchId, controlId, controlType: type, plateLocation: well }, by);
    await place(world, 's1', 'A1');
    await putControlInWell('neg', 'NEGATIVE_CONTROL', 'H1');
    await putControlInWell('pos', 'POSITIVE_CONTROL', 'H2');
    const layout = [
      ...layoutOf({ A1: 's1' }),
      { wellLocation: 'H1', controlId: 'neg', controlType: 'NEGATIVE_CONTROL' as const },
      { wellLocation: 'H2', controlId: 'pos', controlType: 'POSITIVE_CONTROL' as const },
    ];
    const edits: Step[] = [
      () => runRule(world, removeControl, { batchId, controlId: 'neg' }, concurrentContext(ANN)),
      () => putControlInWell('pos', 'POSITIVE_CONTROL', 'H5', concurrentContext(ANN)),
    ];
    await runInOrder(world, editsFirst, edits, () =>
      runRule(world, startBatch, { batchId, layout }, concurrentContext(BOB)),
    );
    const wells = () => world.all(batchControl).map((one) => [one.id, one.plateLocation, one.deleted]);
    expect(wells()).toEqual([
      ['neg', 'H1', false],
      ['pos', 'H2', false],
    ]);
    await decide(world, 'neg', 'KEEP_A');
    await decide(world, 'pos', 'ENTER_VALUE');
    expect(wells()).toEqual([
      ['neg', 'H1', false],
      ['pos', 'H5', false],
    ]);
  });

  test('the same kind of control in the same well, placed on two devices, is one control', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    const type = 'NEGATIVE_CONTROL' as const;
    const putControlInWell: Step = () =>
      runRule(
        world,
        placeControl,
        { batchId, controlId: 'c-ann', controlType: type, plateLocation: 'H1' },
        concurrentContext(ANN),
      );
    const layout = [...layoutOf({ A1: 's1' }), { wellLocation: 'H1', controlId: 'c-bob', controlType: type }];
    await runInOrder(world, editsFirst, [putControlInWell], () =>
      runRule(world, startBatch, { batchId, layout }, concurrentContext(BOB)),
    );
    expect(world.all(batchControl).filter((one) => !one.deleted)).toMatchObject([
      { id: 'c-bob', plateLocation: 'H1' },
    ]);
    expect(openIn(world).filter((one) => one.targetId === 'c-ann')).toEqual([]);
  });

  test('another DNA barcode is a conflict, a first one is not', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await place(world, 's2', 'B1');
    change(world, 's1', { dnaBarcode: 'NB01' });
    const barcodes = [
      { id: 's1', dnaBarcode: 'NB07' },
      { id: 's2', dnaBarcode: 'NB02' },
    ];
    const set: Step = () => runRule(world, setDnaBarcodes, { batchId, barcodes }, concurrentContext(ANN));
    const layout = [{ wellLocation: 'A1', sampleId: 's1', dnaBarcode: 'NB01' }, ...layoutOf({ B1: 's2' })];
    await runInOrder(world, editsFirst, [set], () =>
      runRule(world, startBatch, { batchId, layout }, concurrentContext(BOB)),
    );
    const currentBarcodes = () => ['s1', 's2'].map((id) => sampleNow(world, id).dnaBarcode);
    expect(currentBarcodes()).toEqual(['NB01', 'NB02']);
    expect(namesIn(world)).toEqual([['s1', 'Ann', 'Bob']]);
    await decide(world, 's1', 'ENTER_VALUE');
    expect(currentBarcodes()).toEqual(['NB07', 'NB02']);
    expect(states(world, ['s1', 's2'])).toEqual([IN_WORK('A1'), IN_WORK('B1')]);
  });

  test.each<[ConflictChoice, string, string | null]>([
    ['KEEP_A', '800', null],
    ['ENTER_VALUE', '600', 'B1'],
  ])('a duplicate that the starter did not have is not drawn, until %s', async (choice, remaining, well) => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    const duplicate = {
      batchId,
      sampleId: 's1',
      duplicateId: 'd1',
      duplicateBarcodeId: 'bd1',
      plateLocation: 'B1',
      childSuffixLetter: 'K',
    };
    const add: Step = () => runRule(world, addDuplicate, duplicate, concurrentContext(ANN));
    await runInOrder(world, editsFirst, [add], () => startWith(world, { A1: 's1' }));
    expect(states(world, ['s1', 'd1'])).toMatchObject([IN_WORK('A1'), [null, 'CANCELED', null]]);
    await decide(world, 'd1', choice);
    expect(sampleNow(world, 's1').remainingVolume).toBe(remaining);
    expect(sampleNow(world, 'd1').plateLocation).toBe(well);
  });
});
