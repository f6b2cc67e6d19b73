import { beforeEach, describe, expect, test } from 'vitest';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { buildRunWorld, ONLINE } from '#db/factories/benches/build-run-world.ts';
import { buildAnalysis } from '#db/factories/build-analyses.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import { buildImportedBarcode, buildImportedRun } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { type S3File, s3File } from '#db/records/files/s3-file.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { analysis } from '../analyses/analysis.ts';
import { batchResult } from '../runs/batch-result.ts';
import { importRun } from '../runs/import-run.ts';
import type { ImportedRun } from '../runs/imported-run.ts';
import { judgeRun } from '../runs/judge-run.ts';
import { sampleResult } from '../runs/sample-result.ts';
import { analysisRun } from './analysis-run.ts';
import { failAnalysis, finishAnalysis, retryAnalysis, startAnalysis } from './change-analysis-run.ts';

let world: MemoryWorld;
beforeEach(() => {
  world = buildRunWorld();
  world.putRow(analysis, buildAnalysis({ id: 'v1', minCoverage: '25' }));
  world.putRow(protocol, buildProtocol({ id: 'protocol-1', analysisId: 'v1' }));
});

const importBases = (basesPass: number, run: Partial<ImportedRun> = {}) =>
  runRule(
    world,
    importRun,
    { batchId: 'seq-1', run: buildImportedRun({ ...run, barcodes: [buildImportedBarcode({ basesPass })] }) },
    ONLINE,
  );
const SECOND = { minknowRunId: 'b4e07fab-d1a3-4d21-8ef9-9c50f968f119' };
const runs = () => world.all(analysisRun);
const analysisRunId = () => runs().at(-1)?.id ?? '';
const finish = (meanCoverage: string | null, fileIds: string[] = []) =>
  runRule(
    world,
    finishAnalysis,
    { analysisRunId: analysisRunId(), metrics: { meanCoverage, percentAligned: '99.1' }, fileIds },
    ONLINE,
  );
/** Put a stored result of the sample's specimen, unless the changes say otherwise. */
function putFile(id: string, changes: Partial<S3File> = {}): void {
  const targetId = resultNow()?.specimenId ?? null;
  const fields = { status: 'STORED', scanStatus: 'CLEAN', subType: 'ALIGNED_BAM' } as const;
  world.putRow(
    s3File,
    buildS3File({
      id,
      ...fields,
      fileType: 'SPECIMEN_DOCUMENT',
      targetType: 'Specimen',
      targetId,
      ...changes,
    }),
  );
}
const orderIdNow = () => world.one(specimen, resultNow()?.specimenId ?? '')?.orderId ?? null;
const fail = () =>
  runRule(world, failAnalysis, { analysisRunId: analysisRunId(), reason: 'Out of memory' }, ONLINE);
const resultNow = () => world.all(sampleResult)[0];

describe('an analysis', () => {
  test('starts when the sample passes, with the version in use', async () => {
    await importBases(60e9);
    expect(runs()).toEqual([]);
    await importBases(90e9);
    expect(runs()).toMatchObject([{ analysisId: 'v1', status: 'NOT_STARTED', attempt: 1 }]);
    expect(resultNow()?.analysisStatus).toBe('NOT_STARTED');
  });

  test('is not started twice for the same data', async () => {
    await importBases(90e9);
    await importBases(90e9);
    expect(runs()).toHaveLength(1);
  });

  test('starts anew with later data on the newest result, and keeps the earlier run', async () => {
    await importBases(90e9);
    await finish('30');
    world.putRow(analysis, buildAnalysis({ id: 'v2', analysisVersion: 2, minCoverage: '25' }));
    await importBases(5e9, SECOND);
    const [first, second] = world.all(sampleResult);
    expect(runs()).toMatchObject([
      { sampleResultId: first?.id, analysisId: 'v1', status: 'DONE' },
      { sampleResultId: second?.id, analysisId: 'v2', status: 'NOT_STARTED' },
    ]);
  });

  test('does not start while the run is in progress, and starts when it has ended', async () => {
    await importBases(90e9, { rawState: 'PROTOCOL_RUNNING' });
    expect(runs()).toEqual([]);
    await importBases(90e9);
    expect(runs()).toHaveLength(1);
  });

  test('does not start for a run that is not analyzed', async () => {
    await importBases(60e9);
    const args = { batchResultId: world.all(batchResult)[0]?.id ?? '', verdict: 'PARTIAL' as const };
    const effects = { countsForOrder: true, analyse: false, reason: 'Counts only' };
    await runRule(world, judgeRun, { ...args, ...effects }, ONLINE);
    await importBases(90e9);
    expect(runs()).toEqual([]);
  });

  test('does not start without a live version', async () => {
    world.putRow(analysis, buildAnalysis({ id: 'v1', status: 'PENDING' }));
    await importBases(90e9);
    expect(runs()).toEqual([]);
  });

  test('is done with figures that the rule compares with the limits', async () => {
    await importBases(90e9);
    await runRule(world, startAnalysis, { analysisRunId: analysisRunId() }, ONLINE);
    expect(runs()[0]).toMatchObject({ status: 'RUNNING', startedAt: '2026-11-21T10:00:00.000Z' });
    await finish('24.9');
    expect(runs()).toMatchObject([{ status: 'DONE', metrics: { meanCoverage: '24.9' } }]);
    expect(resultNow()).toMatchObject({ meanCoverage: '24.9', qcStatus: 'PENDING', analysisStatus: 'DONE' });
    await expect(finish('30')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
  });

  test('keeps the chosen result files of the specimen and its order, each once', async () => {
    await importBases(90e9);
    putFile('bam');
    putFile('report', { targetType: 'Order', targetId: orderIdNow(), subType: 'REPORT' });
    await finish('30', ['bam', 'report', 'bam']);
    expect(runs()).toMatchObject([{ status: 'DONE', fileIds: ['bam', 'report'] }]);
  });

  test.each<[string, Partial<S3File>]>([
    ['that is deleted', { deleted: true }],
    ['that has not arrived', { status: 'PENDING' }],
    ['that is held back', { scanStatus: 'QUARANTINED' }],
    ['that is no result', { subType: 'ATTACHMENT' }],
    ['of another specimen', { targetId: 'specimen-other' }],
  ])('is not finished with a file %s', async (_, changes) => {
    await importBases(90e9);
    putFile('bam', changes);
    await expect(finish('30', ['bam'])).rejects.toMatchObject({ code: 'FILE_NOT_AVAILABLE' });
    expect(runs()).toMatchObject([{ status: 'NOT_STARTED', fileIds: [] }]);
  });

  test('is not finished with a file that a newer version replaces', async () => {
    await importBases(90e9);
    putFile('bam');
    putFile('bam-2', { supersedesId: 'bam' });
    await expect(finish('30', ['bam'])).rejects.toMatchObject({ code: 'FILE_NOT_AVAILABLE' });
    await finish('30', ['bam-2']);
    expect(runs()).toMatchObject([{ status: 'DONE', fileIds: ['bam-2'] }]);
  });

  test('takes 50 files at most', async () => {
    await importBases(90e9);
    const files = Array.from({ length: 51 }, (_, at) => `file-${at}`);
    await expect(finish('30', files)).rejects.toMatchObject({ code: 'VALIDATION' });
  });

  test('that failed is tried again, and only then', async () => {
    await importBases(90e9);
    const retry = (id: string) => runRule(world, retryAnalysis, { analysisRunId: id }, ONLINE);
    await expect(retry(analysisRunId())).rejects.toMatchObject({ code: 'NOT_FAILED' });
    await fail();
    const failedId = analysisRunId();
    await retry(failedId);
    expect(runs()).toMatchObject([
      { status: 'FAILED', message: 'Out of memory' },
      { status: 'NOT_STARTED', attempt: 2 },
    ]);
    await expect(retry(failedId)).rejects.toMatchObject({ code: 'REPLACED' });
  });

  test('is not changed by a tech', async () => {
    await importBases(90e9);
    const start = runRule(
      world,
      startAnalysis,
      { analysisRunId: analysisRunId() },
      { ...ONLINE, actor: ANN },
    );
    await expect(start).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
