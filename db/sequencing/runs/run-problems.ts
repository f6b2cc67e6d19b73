import type { Batch } from '#db/batches/batch.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { batchResult } from './batch-result.ts';
import { sampleResult } from './sample-result.ts';

/**
 * Return why the runs of a sequencing batch keep it from being completed (domain 5.10): one is in progress, there is
 * none, or none read one of the samples in progress.
 */
export async function runProblems(
  tx: Transaction,
  batch: Pick<Batch, 'id' | 'type'>,
  samplesInProgress: readonly Sample[],
): Promise<string[]> {
  if (batch.type !== 'SEQUENCING') return [];
  const runs = await tx.find(batchResult, { batchId: batch.id });
  if (runs.length === 0) return ['Import the sequencer run of this batch first.'];
  const inProgress = runs.filter(({ runStatus }) => runStatus === 'IN_PROGRESS').length;
  const results = await tx.find(sampleResult, { batchResultId: runs.map(({ id }) => id) });
  const without = samplesInProgress.filter((row) => results.every(({ sampleId }) => sampleId !== row.id));
  return [
    ...(inProgress > 0
      ? [`${inProgress === 1 ? '1 sequencer run is' : `${inProgress} sequencer runs are`} still in progress.`]
      : []),
    ...(without.length > 0
      ? [
          `${without.length} samples have no result of a run. Samples: ${without.map((row) => row.barcode).join(', ')}.`,
        ]
      : []),
  ];
}
