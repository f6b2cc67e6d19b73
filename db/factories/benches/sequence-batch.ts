import { completeBatch } from '#db/batches/complete-batch.ts';
import { buildRunOf } from '#db/factories/build-sequencing.ts';
import { sample } from '#db/samples/sample.ts';
import { importRun } from '#db/sequencing/runs/import-run.ts';
import { judgeSampleResult } from '#db/sequencing/runs/judge-run.ts';
import { sampleResult } from '#db/sequencing/runs/sample-result.ts';
import type { WholeLab } from './whole-lab.ts';

/** Import a run that read every sample of a sequencing batch, and complete the batch. */
export async function sequenceBatch(lab: WholeLab, batchId: string): Promise<void> {
  const run = buildRunOf(lab.world.select(sample, { batchId }));
  await lab.perform('LAB_TECH', importRun, { batchId, run });
  await lab.perform('LAB_TECH', completeBatch, { batchId, childSuffixLetter: null });
}

/** Pass what the runs gave for the samples of a batch, as a person does for services without a target. */
export async function passSamples(lab: WholeLab, batchId: string): Promise<void> {
  for (const { id: sampleId } of lab.world.select(sample, { batchId }))
    for (const result of lab.world.select(sampleResult, { sampleId })) {
      const verdict = { sampleResultId: result.id, verdict: 'PASS', reason: 'Enough reads' } as const;
      await lab.perform('LAB_MANAGER', judgeSampleResult, verdict);
    }
}
