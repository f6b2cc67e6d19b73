import { beforeEach, describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { buildLoadingWorld } from '#db/factories/benches/loading-bench.ts';
import { buildAnalysis, buildAnalysisRun } from '#db/factories/build-analyses.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildBatchResult, buildSampleResult } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { field } from '#db/protocols/field.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { sample } from '#db/samples/sample.ts';
import { analysis } from '../analyses/analysis.ts';
import { type BatchResult, batchResult } from '../runs/batch-result.ts';
import { type SampleResult, sampleResult } from '../runs/sample-result.ts';
import { analysisRun } from './analysis-run.ts';

let world: MemoryWorld;
beforeEach(() => {
  world = buildLoadingWorld();
  for (const row of world.all(field)) world.putRow(field, { ...row, required: false });
  world.putRow(analysis, buildAnalysis({ id: 'v1', minYieldGb: '10' }));
  world.putRow(protocol, buildProtocol({ id: 'protocol-1', analysisId: 'v1' }));
});

/** Put a run of the batch that read s1 (and s2 without a base). */
function putRun(id: string, run: Partial<BatchResult> = {}, result: Partial<SampleResult> = {}): void {
  world.putRow(
    batchResult,
    buildBatchResult({ id, batchId: 'seq-1', runStatus: 'PROTOCOL_COMPLETED', ...run }),
  );
  for (const [sampleId, basesPass] of [
    ['s1', 5e9],
    ['s2', 0],
  ] as const) {
    const specimenId = world.one(sample, sampleId)?.specimenId ?? null;
    const figures = sampleId === 's1' ? { basesPass, ...result } : { basesPass };
    world.putRow(
      sampleResult,
      buildSampleResult({ id: `${id}-${sampleId}`, sampleId, specimenId, batchResultId: id, ...figures }),
    );
  }
}
const complete = (replica: 'server' | 'device' = 'server') =>
  runRule(world, completeBatch, { batchId: 'seq-1' }, { actor: ANN, replica });
const started = () => world.all(analysisRun).map(({ sampleResultId }) => sampleResultId);

describe('completing a sequencing batch', () => {
  test('starts the analysis of a completed run, also below the least yield', async () => {
    putRun('a');
    await complete();
    expect(started()).toEqual(['a-s1']);
    expect(world.one(sampleResult, 'a-s1')?.analysisStatus).toBe('NOT_STARTED');
    expect(world.all(analysisRun)).toMatchObject([{ analysisId: 'v1', status: 'NOT_STARTED', attempt: 1 }]);
  });

  test.each([
    { basesPass: 9.9e9, ids: [] },
    { basesPass: 10e9, ids: ['a-s1'] },
  ])('starts the analysis of a stopped run with $basesPass bases only from the least yield', async (one) => {
    putRun('a', { runStatus: 'PROTOCOL_STOPPED_BY_USER' }, { basesPass: one.basesPass });
    await complete();
    expect(started()).toEqual(one.ids);
  });

  test('adds the yields of the runs of a library, on its newest result', async () => {
    putRun('a', { runStatus: 'PROTOCOL_FINISHED_WITH_DEVICE_ERROR' });
    putRun('b', { runStatus: 'PROTOCOL_STOPPED_BY_USER' });
    await complete();
    expect(started()).toEqual(['b-s1']);
  });

  test('starts no analysis of data that are analyzed already', async () => {
    putRun('a');
    world.putRow(analysisRun, buildAnalysisRun({ id: 'known', sampleResultId: 'a-s1', analysisId: 'v1' }));
    await complete();
    expect(world.all(analysisRun)).toHaveLength(1);
  });

  test('starts nothing a second time', async () => {
    putRun('a');
    await complete();
    await complete().catch(() => undefined);
    expect(started()).toEqual(['a-s1']);
  });

  test.each<[string, Partial<BatchResult>, Partial<SampleResult>]>([
    ['of a run that is not analyzed', { analyse: false }, {}],
    ['of a sample that failed', {}, { qcStatus: 'FAIL' }],
  ])('starts no analysis %s', async (_, run, result) => {
    putRun('a', run, result);
    await complete();
    expect(world.one(batch, 'seq-1')?.status).toBe('COMPLETED');
    expect(started()).toEqual([]);
  });

  test('starts no analysis of a tube that left the work', async () => {
    putRun('a');
    const tube = world.one(sample, 's1');
    if (tube) world.putRow(sample, { ...tube, status: 'FAILED_QC' });
    await complete();
    expect(started()).toEqual([]);
  });

  test('starts no analysis on a device', async () => {
    putRun('a');
    await complete('device');
    expect(started()).toEqual([]);
  });
});
