import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { currentAnalysis } from '../analyses/open-analysis.ts';
import { batchResult } from '../runs/batch-result.ts';
import { type SampleResult, sampleResult } from '../runs/sample-result.ts';
import { protocolOfSpecimen } from '../runs/sample-target.ts';
import { analysisRun } from './analysis-run.ts';

/** Insert the next run of an analysis on what a sample gave; earlier runs are kept. */
export async function insertAnalysisRun(
  tx: Transaction,
  context: OperationContext,
  row: Pick<SampleResult, 'id' | 'entity' | 'sampleId'>,
  analysisId: string,
): Promise<void> {
  const earlier = await tx.find(analysisRun, { sampleResultId: row.id });
  await tx.insert(analysisRun, {
    id: context.newId(),
    entity: row.entity,
    sampleResultId: row.id,
    analysisId,
    status: 'NOT_STARTED',
    attempt: earlier.length + 1,
    metrics: {},
    fileIds: [],
  });
  await tx.patch(sampleResult, row.id, { analysisStatus: 'NOT_STARTED' });
  await recordEvent(tx, context, {
    type: 'ANALYSIS_STARTED',
    targetType: 'Sample',
    targetId: row.sampleId,
    data: { attempt: earlier.length + 1, analysisId },
  });
}

/**
 * Start the analysis of a sample whose yield passed, on its newest result, with the version that is in use now. The
 * data of one sum are analyzed once; later data start it anew. Only runs that are to be analyzed take part.
 */
export async function startAnalysisRun(
  tx: Transaction,
  context: OperationContext,
  results: readonly SampleResult[],
  hasNewData: boolean,
): Promise<void> {
  const analyzed: SampleResult[] = [];
  for (const row of results) {
    const run = await tx.get(batchResult, row.batchResultId);
    if (run && !run.deleted && run.analyse && run.runStatus !== 'IN_PROGRESS') analyzed.push(row);
  }
  const newest = analyzed.at(-1);
  if (newest?.qcStatus !== 'PASS') return;
  const method = await protocolOfSpecimen(tx, newest.specimenId);
  const version = method && (await currentAnalysis(tx, method));
  if (!version) return;
  const known = await tx.find(analysisRun, { sampleResultId: analyzed.map(({ id }) => id) });
  if (known.length > 0 && !hasNewData) return;
  await insertAnalysisRun(tx, context, newest, version.id);
}
