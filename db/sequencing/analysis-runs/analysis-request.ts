import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { json, longText, requiredText, text } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { analysis } from '../analyses/analysis.ts';
import { batchResult } from '../runs/batch-result.ts';
import { readLibraryYield } from '../runs/cumulative-yield.ts';
import { sampleResult } from '../runs/sample-result.ts';
import { analysisRun } from './analysis-run.ts';

/** A run whose reads are analyzed, and where the sequencer wrote them. */
const RunFolderReference = z.strictObject({
  minknowRunId: requiredText,
  flowCellId: text.nullable(),
  /** The barcode of the sample in this run; null in a run without barcodes. */
  barcode: text.nullable(),
  path: longText.nullable(),
});

/** What a pipeline gets to start an analysis: the version, the barcode of the sample, the folders. No patient data. */
export const AnalysisRequest = z.strictObject({
  analysisRunId: Id,
  attempt: z.int().min(1),
  analysis: z.strictObject({
    code: requiredText,
    version: z.int().min(1),
    pipelineUri: requiredText,
    parameters: json,
    referenceGenome: text.nullable(),
  }),
  sampleBarcode: text,
  runs: z.array(RunFolderReference),
});
export type AnalysisRequest = z.infer<typeof AnalysisRequest>;

/** Gather what a pipeline needs to start a run; null when the run does not wait for its start. */
export async function readAnalysisRequest(tx: Transaction, id: string): Promise<AnalysisRequest | null> {
  const run = await tx.get(analysisRun, id);
  if (run?.status !== 'NOT_STARTED' || run.deleted) return null;
  const version = await tx.get(analysis, run.analysisId);
  const result = await tx.get(sampleResult, run.sampleResultId);
  const tube = result && (await tx.get(sample, result.sampleId));
  if (!version || !result || !tube || result.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const runs: AnalysisRequest['runs'] = [];
  for (const row of (await readLibraryYield(tx, tube.id)).results) {
    const folder = await tx.get(batchResult, row.batchResultId);
    if (!folder || folder.deleted || !folder.analyse || folder.runStatus === 'IN_PROGRESS') continue;
    const { minknowRunId, flowCellId, outputPath } = folder;
    runs.push({ minknowRunId, flowCellId, barcode: row.dnaBarcode, path: outputPath });
  }
  const { code, analysisVersion, pipelineUri, parameters, referenceGenome } = version;
  return AnalysisRequest.parse({
    analysisRunId: run.id,
    attempt: run.attempt,
    analysis: { code, version: analysisVersion, pipelineUri, parameters, referenceGenome },
    sampleBarcode: tube.barcode,
    runs,
  });
}
