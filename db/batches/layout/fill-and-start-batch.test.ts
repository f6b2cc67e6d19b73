import { describe, expect, test } from 'vitest';
import { batchControl } from '#db/batches/batch-control.ts';
import { cancelBatch } from '#db/batches/cancel-batch.ts';
import { setDnaBarcodes } from '#db/batches/set-dna-barcodes.ts';
import { buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { change, onDevice, place, sampleNow, start } from '#db/factories/benches/layout-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { addDuplicate } from './add-duplicate.ts';
import { moveWells, swapWells } from './move-wells.ts';
import { placeControl } from './place-control.ts';
import { fillPlate } from './place-sample.ts';
import { unplaceSample } from './unplace-sample.ts';

describe('filling, moving and controls', () => {
  test('a fill places what it can and reports the rest', async () => {
    const world = buildBatchWorld();
    change(world, 's2', { status: 'RECEIVED_ON_HOLD' });
    const samples = ['s1', 's2', 's3'].map((sampleId, index) => ({
      sampleId,
      plateLocation: ['A1', 'B1', 'C1'][index] ?? 'A1',
    }));
    const controls = [{ controlId: 'c1', controlType: 'NEGATIVE_CONTROL' as const, plateLocation: 'D1' }];
    const result = await runRule(world, fillPlate, { batchId: 'batch-1', samples, controls }, onDevice);
    expect(result).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Sample W26325-0002-01 is on hold.',
    });
    expect([
      sampleNow(world, 's1').plateLocation,
      sampleNow(world, 's2').plateLocation,
      sampleNow(world, 's3').plateLocation,
    ]).toEqual(['A1', null, 'C1']);
    expect(world.all(batchControl)[0]).toMatchObject({ name: 'Negative control 1', plateLocation: 'D1' });
  });

  test('wells swap, selections move, and a removed sample is back in the queue', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await place(world, 's2', 'B1');
    await runRule(world, swapWells, { batchId: 'batch-1', from: 'A1', to: 'B1' }, onDevice);
    expect([sampleNow(world, 's1').plateLocation, sampleNow(world, 's2').plateLocation]).toEqual([
      'B1',
      'A1',
    ]);
    await runRule(
      world,
      moveWells,
      { batchId: 'batch-1', wells: ['A1', 'B1'], from: 'A1', to: 'A3' },
      onDevice,
    );
    expect([sampleNow(world, 's1').plateLocation, sampleNow(world, 's2').plateLocation]).toEqual([
      'B3',
      'A3',
    ]);
    await expect(
      runRule(world, moveWells, { batchId: 'batch-1', wells: ['A3'], from: 'B3', to: 'A3' }, onDevice),
    ).rejects.toThrow('Selection does not fit here.');
    await runRule(world, unplaceSample, { batchId: 'batch-1', sampleId: 's1' }, onDevice);
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'IN_QUEUE', batchId: null, plateLocation: null });
    expect(world.all(specimen)[0]?.status).toBe('RECEIVED');
  });

  test('a DNA barcode of a layout moves with its well; one that was ligated to a library stays', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await place(world, 's2', 'B1');
    change(world, 's1', { dnaBarcode: 'NB01' });
    change(world, 's2', { dnaBarcode: 'NB02', sampleKind: 'LIBRARY' });
    for (const sampleId of ['s1', 's2'])
      await runRule(world, unplaceSample, { batchId: 'batch-1', sampleId }, onDevice);
    expect([sampleNow(world, 's1').dnaBarcode, sampleNow(world, 's2').dnaBarcode]).toEqual([null, 'NB02']);
  });

  test('a duplicate has its own label and draws from the same tube', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    const duplicate = {
      batchId: 'batch-1',
      sampleId: 's1',
      duplicateId: 'd1',
      duplicateBarcodeId: 'bd1',
      plateLocation: 'B1',
      childSuffixLetter: 'K',
    };
    expect(await runRule(world, addDuplicate, duplicate, onDevice)).toMatchObject({ outcome: 'APPLIED' });
    expect(sampleNow(world, 'd1')).toMatchObject({
      barcode: 'W26325-0001-K1',
      sampleKind: 'DUPLICATE',
      duplicateOfSampleId: 's1',
    });
    await start(world);
    expect(sampleNow(world, 's1').remainingVolume).toBe('600');
  });

  test('a DNA barcode is used once on a flow cell', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await place(world, 's2', 'B1');
    const set = (a: string, b: string) =>
      runRule(
        world,
        setDnaBarcodes,
        {
          batchId: 'batch-1',
          barcodes: [
            { id: 's1', dnaBarcode: a },
            { id: 's2', dnaBarcode: b },
          ],
        },
        onDevice,
      );
    await expect(set('NB01', 'NB01')).rejects.toThrow('Barcode NB01 is used twice on this flow cell.');
    expect(await set('NB01', 'NB02')).toMatchObject({ outcome: 'APPLIED' });
    expect(await set('NB02', 'NB01')).toMatchObject({ outcome: 'APPLIED' });
  });
});

describe('starting and canceling', () => {
  test('requires enough samples and the controls', async () => {
    const world = buildBatchWorld({ procedure: { minSamples: 2, negativeControls: 2 } });
    await place(world, 's1', 'A1');
    await expect(start(world)).rejects.toThrow('Place at least 2 samples.');
    await place(world, 's2', 'B1');
    await expect(start(world)).rejects.toThrow('Place 2 negative control(s).');
    for (const [controlId, plateLocation] of [
      ['c1', 'C1'],
      ['c2', 'D1'],
    ] as const) {
      await runRule(
        world,
        placeControl,
        { batchId: 'batch-1', controlId, controlType: 'NEGATIVE_CONTROL', plateLocation },
        onDevice,
      );
    }
    expect(await start(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'IN_PROGRESS', remainingVolume: '800' });
  });

  test('returns the samples with their volume when canceled with nothing signed', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await start(world);
    await expect(runRule(world, cancelBatch, { batchId: 'batch-1', reason: 'x' }, onDevice)).rejects.toThrow(
      'You do not have permission',
    );
    await runRule(world, cancelBatch, { batchId: 'batch-1', reason: 'wrong plate' }, { actor: LEA });
    expect(sampleNow(world, 's1')).toMatchObject({
      status: 'IN_QUEUE',
      remainingVolume: '1000',
      batchId: null,
    });
    await expect(start(world)).rejects.toThrow('Cannot change status from Canceled to In progress.');
  });
});
