import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { startAnalysisRun } from '../analysis-runs/start-analysis-runs.ts';
import { type BatchResult, batchResult } from './batch-result.ts';
import { linkedLibraries } from './linked-libraries.ts';
import { recordChangedFigures } from './released-results.ts';
import { type SampleResult, sampleResult } from './sample-result.ts';
import { reachesTarget, readSampleTarget, type SampleFigures } from './sample-target.ts';

/** Check whether the yields of a run count for its samples: a failed run leaves the sum. */
export const isCounted = ({ deleted, countsForOrder, qcVerdict }: BatchResult): boolean =>
  !deleted && countsForOrder && qcVerdict !== 'FAIL';

/** What all runs of a library gave, with those that count. */
export interface LibraryYield {
  results: SampleResult[];
  countedResults: SampleResult[];
  figures: SampleFigures;
}

/** Read the yields of a library over all its tubes and runs; the mean quality is weighted by the reads. */
export async function readLibraryYield(tx: Transaction, sampleId: string): Promise<LibraryYield> {
  const tubes = await linkedLibraries(tx, sampleId);
  const sampleIds = tubes.length === 0 ? [sampleId] : tubes.map(({ id }) => id);
  const results = await tx.find(sampleResult, { sampleId: sampleIds, deleted: false });
  const countedResults: SampleResult[] = [];
  for (const row of results) {
    const run = await tx.get(batchResult, row.batchResultId);
    if (run && isCounted(run)) countedResults.push(row);
  }
  const measured = countedResults.filter(({ meanQscore, readsPass }) => meanQscore !== null && readsPass > 0);
  const reads = measured.reduce((sum, { readsPass }) => sum + readsPass, 0);
  const quality = measured.reduce((sum, row) => sum + Number(row.meanQscore) * row.readsPass, 0);
  const meanCoverage = countedResults.at(-1)?.meanCoverage ?? null;
  return {
    results,
    countedResults,
    figures: {
      bases: countedResults.reduce((sum, { basesPass }) => sum + basesPass, 0),
      meanQscore: reads === 0 ? null : quality / reads,
      meanCoverage: meanCoverage === null ? null : Number(meanCoverage),
    },
  };
}

/**
 * Compute the cumulative yield of a library anew after a run of it changed, and let the rule decide where no
 * person did: passed as soon as the figures reach the target and the limits (domain-lab 16). The rule never fails
 * a sample, and released results stay released: figures that fall below the target are flagged for review.
 */
export async function updateCumulativeYield(
  tx: Transaction,
  context: OperationContext,
  sampleId: string,
): Promise<void> {
  const { results, countedResults, figures } = await readLibraryYield(tx, sampleId);
  const target = await readSampleTarget(tx, results[0]?.specimenId ?? null);
  const isReached = reachesTarget(target, figures);
  const fallen: SampleResult[] = [];
  const current: SampleResult[] = [];
  for (const row of results) {
    const ruled = isReached && countedResults.includes(row) ? 'PASS' : 'PENDING';
    const qcStatus = row.overriddenById === null ? ruled : row.qcStatus;
    current.push({ ...row, cumulativeBases: figures.bases, qcStatus });
    if (row.cumulativeBases === figures.bases && row.qcStatus === qcStatus) continue;
    await tx.patch(sampleResult, row.id, { cumulativeBases: figures.bases, qcStatus });
    if (row.qcStatus === 'PASS' && qcStatus === 'PENDING') fallen.push(row);
  }
  const hasNewData = results.some(({ cumulativeBases }) => cumulativeBases !== figures.bases);
  await startAnalysisRun(tx, context, current, hasNewData);
  // A result that was just imported has no sum yet.
  const from = Math.max(0, ...results.map(({ cumulativeBases }) => cumulativeBases));
  await recordChangedFigures(tx, context, {
    specimenId: results[0]?.specimenId ?? null,
    from,
    to: figures.bases,
  });
  const [first] = fallen;
  if (first && !isReached) await flagReleased(tx, context, first, figures.bases);
}

/** Flag the tube of released results for review after its figures fell below the target. */
async function flagReleased(
  tx: Transaction,
  context: OperationContext,
  row: SampleResult,
  bases: number,
): Promise<void> {
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  const tube = await tx.get(sample, row.sampleId);
  if (!tube || !owner || owner.resultsReleasedAt === null) return;
  await tx.patch(sample, tube.id, { flaggedForReview: true });
  await recordEvent(tx, context, {
    type: 'SAMPLE_YIELD_DECREASED',
    targetType: 'Sample',
    targetId: tube.id,
    data: {
      from: row.cumulativeBases,
      to: bases,
      reason: 'Below the target after the results were released. Review them; recall them if they are wrong.',
    },
  });
}
