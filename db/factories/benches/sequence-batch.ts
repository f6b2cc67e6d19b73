import { completeBatch } from '#db/batches/complete-batch.ts';
import { buildRunOf } from '#db/factories/build-sequencing.ts';
import { sample } from '#db/samples/sample.ts';
import { importRun } from '#db/sequencing/runs/import-run.ts';
import type { WholeLab } from './whole-lab.ts';

/** Import a run that read every sample of a sequencing batch, and complete the batch. */
export async function sequenceBatch(lab: WholeLab, batchId: string): Promise<void> {
  const run = buildRunOf(lab.world.select(sample, { batchId }));
  await lab.perform('LAB_TECH', importRun, { batchId, run });
  await lab.perform('LAB_TECH', completeBatch, { batchId, childSuffixLetter: null });
}
