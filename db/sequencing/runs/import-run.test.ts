import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildRunWorld, ONLINE } from '#db/factories/benches/build-run-world.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildImportedBarcode, buildImportedRun, buildSequencer } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { sequencer } from '../sequencers/sequencer.ts';
import { batchResult } from './batch-result.ts';
import { importRun } from './import-run.ts';
import type { ImportedRun } from './imported-run.ts';
import { judgeRun, judgeSampleResult } from './judge-run.ts';
import { sampleResult } from './sample-result.ts';

const importInto = (world: MemoryWorld, run: Partial<ImportedRun> = {}, changeReason: string | null = null) =>
  runRule(world, importRun, { batchId: 'seq-1', run: buildImportedRun(run), changeReason }, ONLINE);

const yieldsOf = (world: MemoryWorld) =>
  Object.fromEntries(
    world.all(sampleResult).map((row) => [row.sampleId, [row.basesPass, row.cumulativeBases, row.qcStatus]]),
  );

const barcodes = (...bases: number[]) =>
  bases.map((basesPass, at) => buildImportedBarcode({ barcode: `barcode0${at + 1}`, basesPass }));

describe('an import', () => {
  test('gives each sample the yield of its barcode and links the instrument', async () => {
    const world = buildRunWorld();
    world.putRow(sequencer, buildSequencer({ id: 'seq-a' }));
    const result = await importInto(world, { barcodes: barcodes(1e9, 2e9) });
    expect(result.outcome).toBe('APPLIED');
    expect(yieldsOf(world)).toEqual({ s1: [1e9, 1e9, 'PENDING'], s2: [2e9, 2e9, 'PENDING'] });
    expect(world.all(batchResult)).toMatchObject([
      {
        sequencerId: 'seq-a',
        runStatus: 'PROTOCOL_COMPLETED',
        basesPass: 3e9,
        attempt: 1,
        qcVerdict: 'PENDING',
      },
    ]);
  });

  test('attributes aliased reads without a barcode to the sample of the alias', async () => {
    const world = buildRunWorld();
    const [first] = world.all(sample);
    await importInto(world, {
      barcodes: [
        buildImportedBarcode({ alias: first?.barcode ?? '', barcode: 'unclassified', basesPass: 5e8 }),
        buildImportedBarcode({ barcode: 'barcode01', basesPass: 1e9 }),
      ],
    });
    expect(yieldsOf(world)).toEqual({ s1: [1.5e9, 1.5e9, 'PENDING'] });
  });

  test('names the barcodes that no sample has and keeps their yield', async () => {
    const world = buildRunWorld();
    const result = await importInto(world, { barcodes: barcodes(1e9, 1e9, 7e8) });
    expect(result).toMatchObject({ code: 'UNASSIGNED', message: 'No sample of the batch has barcode03.' });
    expect(world.all(batchResult)[0]?.unassigned).toEqual([
      { barcode: 'barcode03', alias: null, basesPass: 7e8 },
    ]);
  });

  test('of the same run again changes nothing, and larger figures replace smaller ones', async () => {
    const world = buildRunWorld();
    await importInto(world, { barcodes: barcodes(1e9), isFinal: false, rawState: null });
    await importInto(world, { barcodes: barcodes(1e9), isFinal: false, rawState: null });
    await importInto(world, { barcodes: barcodes(4e9) });
    expect(world.all(batchResult)).toMatchObject([{ basesPass: 4e9, runStatus: 'PROTOCOL_COMPLETED' }]);
    expect(yieldsOf(world)).toEqual({ s1: [4e9, 4e9, 'PENDING'] });
  });

  test('with smaller figures needs a reason and does not start the run again', async () => {
    const world = buildRunWorld();
    await importInto(world, { barcodes: barcodes(4e9) });
    const earlier = { barcodes: barcodes(1e9), rawState: 'PROTOCOL_RUNNING' };
    await expect(importInto(world, earlier)).rejects.toThrow(
      /4,000,000,000 bases passed become 1,000,000,000/,
    );
    await importInto(world, earlier, 'Basecalled again with another model');
    expect(world.all(batchResult)).toMatchObject([{ basesPass: 1e9, runStatus: 'PROTOCOL_COMPLETED' }]);
  });

  test('that lost a sample leaves it without yield', async () => {
    const world = buildRunWorld();
    await importInto(world, { barcodes: barcodes(1e9, 2e9) });
    await importInto(world, { barcodes: barcodes(5e9) });
    expect(yieldsOf(world)).toEqual({ s1: [5e9, 5e9, 'PENDING'], s2: [0, 0, 'PENDING'] });
  });

  test('does not change released results without a reason', async () => {
    const world = buildRunWorld();
    await importInto(world, { barcodes: barcodes(1e9) });
    const released = world.all(specimen)[0];
    const [row] = world.all(sampleResult);
    if (!released || !row) throw new Error('The bench has no specimen.');
    world.putRow(specimen, { ...released, resultsReleasedAt: '2026-11-24T10:00:00.000Z' });
    world.putRow(sampleResult, { ...row, specimenId: released.id });
    await expect(importInto(world, { barcodes: barcodes(2e9) })).rejects.toThrow(
      /1 specimens of this run are released/,
    );
    await importInto(world, { barcodes: barcodes(2e9) }, 'Basecalled again');
    expect(yieldsOf(world)).toEqual({ s1: [2e9, 2e9, 'PENDING'] });
  });

  test.each([
    ['a batch of another stage', { type: 'EXTRACTION' as const }, /not a sequencing batch/],
    ['a batch that has not started', { status: 'NOT_STARTED' as const }, /not in progress/],
  ])('into %s is refused', async (_, changes, message) => {
    const world = buildRunWorld();
    world.putRow(batch, buildBatch({ id: 'seq-1', type: 'SEQUENCING', status: 'IN_PROGRESS', ...changes }));
    await expect(importInto(world)).rejects.toThrow(message);
  });

  test('from a device is refused: runs are imported online', async () => {
    const args = { batchId: 'seq-1', run: buildImportedRun() };
    await expect(runRule(buildRunWorld(), importRun, args, { actor: LEA })).rejects.toMatchObject({
      code: 'ONLINE_ONLY',
    });
  });

  test('of a run of another batch is refused', async () => {
    const world = buildRunWorld();
    world.putRow(
      batch,
      buildBatch({ id: 'seq-2', type: 'SEQUENCING', status: 'IN_PROGRESS', julianId: 'W26325-S02' }),
    );
    await importInto(world);
    const otherImport = { batchId: 'seq-2', run: buildImportedRun() };
    await expect(runRule(world, importRun, otherImport, ONLINE)).rejects.toThrow(/belongs to another batch/);
  });
});

describe('the cumulative yield', () => {
  const TARGET = 90e9;
  const second = { minknowRunId: 'b4e07fab-d1a3-4d21-8ef9-9c50f968f119' };

  test('is the sum over the runs that count and passes the sample at its target', async () => {
    const world = buildRunWorld();
    await importInto(world, { barcodes: barcodes(TARGET - 1e9) });
    expect(yieldsOf(world)['s1']?.[2]).toBe('PENDING');
    await importInto(world, { ...second, barcodes: barcodes(1e9) });
    expect(world.all(sampleResult)).toMatchObject([
      { cumulativeBases: TARGET, qcStatus: 'PASS' },
      { cumulativeBases: TARGET, qcStatus: 'PASS' },
    ]);
  });

  test('loses a run that failed', async () => {
    const world = buildRunWorld();
    await importInto(world, { barcodes: barcodes(TARGET) });
    await importInto(world, { ...second, barcodes: barcodes(2e9) });
    const [run] = world.all(batchResult);
    const verdict = {
      batchResultId: run?.id ?? '',
      verdict: 'FAIL' as const,
      countsForOrder: false,
      analyse: false,
    };
    await expect(runRule(world, judgeRun, { ...verdict, reason: null }, ONLINE)).rejects.toThrow(
      /reason is required/,
    );
    await runRule(world, judgeRun, { ...verdict, reason: 'Contaminated' }, ONLINE);
    expect(world.all(sampleResult)).toMatchObject([
      { cumulativeBases: 2e9, qcStatus: 'PENDING' },
      { cumulativeBases: 2e9, qcStatus: 'PENDING' },
    ]);
  });

  test('does not overrule a person, and returns to the rule on request', async () => {
    const world = buildRunWorld();
    await importInto(world, { barcodes: barcodes(TARGET) });
    const [row] = world.all(sampleResult);
    const judge = (verdict: 'FAIL' | null) =>
      runRule(
        world,
        judgeSampleResult,
        { sampleResultId: row?.id ?? '', verdict, reason: 'Mixed up' },
        ONLINE,
      );
    await judge('FAIL');
    await importInto(world, { barcodes: barcodes(TARGET + 1) });
    expect(world.all(sampleResult)[0]).toMatchObject({ qcStatus: 'FAIL', overriddenById: 'lea' });
    await judge(null);
    expect(world.all(sampleResult)[0]).toMatchObject({ qcStatus: 'PASS', overriddenById: null });
  });

  test('of a failed run neither counts nor is analyzed', async () => {
    const world = buildRunWorld();
    await importInto(world);
    const args = {
      batchResultId: world.all(batchResult)[0]?.id ?? '',
      verdict: 'FAIL' as const,
      reason: 'Mixed up',
    };
    for (const effects of [
      { countsForOrder: true, analyse: false },
      { countsForOrder: false, analyse: true },
    ])
      await expect(runRule(world, judgeRun, { ...args, ...effects }, ONLINE)).rejects.toMatchObject({
        code: 'FAILED_COUNTS',
      });
  });

  test('of a run in progress is not judged', async () => {
    const world = buildRunWorld();
    await importInto(world, { rawState: 'PROTOCOL_RUNNING' });
    const [run] = world.all(batchResult);
    const verdict = {
      batchResultId: run?.id ?? '',
      verdict: 'PASS' as const,
      countsForOrder: true,
      analyse: true,
    };
    await expect(runRule(world, judgeRun, { ...verdict, reason: null }, ONLINE)).rejects.toThrow(
      /is in progress/,
    );
  });
});
