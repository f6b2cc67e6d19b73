import type { Batch } from '#db/batches/batch.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { currentAnalysis } from '../analyses/open-analysis.ts';
import { type BatchResult, batchResult } from '../runs/batch-result.ts';
import { readLibraryYield } from '../runs/cumulative-yield.ts';
import type { SampleResult } from '../runs/sample-result.ts';
import { protocolOfSpecimen } from '../runs/sample-target.ts';
import { analysisRun } from './analysis-run.ts';
import { insertAnalysisRun } from './start-analysis-runs.ts';

interface AnalyzedResult {
  row: SampleResult;
  run: BatchResult;
}

/** List the results of a library whose runs have ended and are to be analyzed, the newest last. */
async function analyzedResults(tx: Transaction, sampleId: string): Promise<AnalyzedResult[]> {
  const analyzed: AnalyzedResult[] = [];
  for (const row of (await readLibraryYield(tx, sampleId)).results) {
    const run = await tx.get(batchResult, row.batchResultId);
    if (run && !run.deleted && run.analyse && run.runStatus !== 'IN_PROGRESS') analyzed.push({ row, run });
  }
  return analyzed;
}

async function startAnalysisOfSample(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  sampleId: string,
): Promise<void> {
  const analyzed = await analyzedResults(tx, sampleId);
  const ofBatch = analyzed.filter(({ run }) => run.batchId === batchId);
  const newest = analyzed.at(-1)?.row;
  if (!newest || ofBatch.length === 0 || newest.qcStatus === 'FAIL') return;
  const [known] = await tx.find(analysisRun, { sampleResultId: newest.id, deleted: false });
  if (known) return;
  const method = await protocolOfSpecimen(tx, newest.specimenId);
  const version = method && (await currentAnalysis(tx, method));
  if (!version) return;
  const bases = analyzed.reduce((sum, { row }) => sum + row.basesPass, 0);
  const isCompleted = ofBatch.some(({ run }) => run.runStatus === 'PROTOCOL_COMPLETED');
  if (bases === 0 || (!isCompleted && bases < Number(version.minYieldGb ?? 0) * 1e9)) return;
  await insertAnalysisRun(tx, context, newest, version.id);
}

/**
 * Start the analyses of the samples of a sequencing batch that is completed (domain 5.10): what a run gave that ended
 * by itself, also below the target, and what a stopped or failed run gave from the least yield of the analysis. Data
 * that are analyzed already are not analyzed twice. A device has no analyses, so the server starts them when the
 * operation arrives.
 */
export async function startAnalysesOfBatch(
  tx: Transaction,
  context: OperationContext,
  { id, type }: Pick<Batch, 'id' | 'type'>,
  samples: readonly Pick<Sample, 'id'>[],
): Promise<void> {
  if (type !== 'SEQUENCING' || context.replica !== 'server') return;
  for (const row of samples) await startAnalysisOfSample(tx, context, id, row.id);
}
