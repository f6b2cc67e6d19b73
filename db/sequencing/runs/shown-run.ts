import { z } from 'zod';
import { BatchStatus } from '#db/batches/batch.ts';
import { largeCount, requiredText, text } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { batchResult } from './batch-result.ts';
import { HashCheck } from './hash-check.ts';
import { RunPlots } from './imported-run.ts';
import { sampleResult } from './sample-result.ts';

/** A run in a list: without its plots and files. */
export const RunRow = batchResult.schema
  .omit({ plots: true, importedFrom: true, hashCheck: true, unassigned: true })
  .extend({ batchJulianId: text, sequencerName: text.nullable() });
export type RunRow = z.infer<typeof RunRow>;

/** What a run gave for a sample, with the sample's label and target. */
const RunSample = z.object({
  result: sampleResult.schema,
  sampleBarcode: text,
  /** The target of the sample's service in bases; null without one. */
  targetBases: largeCount.nullable(),
  overriddenBy: text.nullable(),
});
export type RunSample = z.infer<typeof RunSample>;

/** One run with everything that its page shows. */
export const ShownRun = z.object({
  run: batchResult.schema.extend({ plots: RunPlots, hashCheck: HashCheck.nullable() }),
  batch: z.object({ id: Id, julianId: text, name: requiredText }),
  sequencer: z.object({ id: Id, name: requiredText }).nullable(),
  verdictBy: text.nullable(),
  samples: z.array(RunSample),
  /** The sum of the targets of the samples; null when no sample has one. */
  targetBases: largeCount.nullable(),
});
export type ShownRun = z.infer<typeof ShownRun>;

/** A sequencing batch into which a run may be imported. */
const RunBatch = z.object({ id: Id, julianId: text, name: requiredText, status: BatchStatus });
export type RunBatch = z.infer<typeof RunBatch>;

/** The batches for a run: the one that has it already, and all that may have it, the newest first. */
export const RunBatches = z.object({ knownBatchId: Id.nullable(), batches: z.array(RunBatch) });
