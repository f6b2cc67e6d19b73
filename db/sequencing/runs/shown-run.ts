import { z } from 'zod';
import { BatchStatus } from '#db/batches/batch.ts';
import { int, largeCount, requiredText, text } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { AnalysisFile } from '../analysis-runs/analysis-files.ts';
import { analysisRun } from '../analysis-runs/analysis-run.ts';
import { batchResult } from './batch-result.ts';
import { HashCheck } from './hash-check.ts';
import { RunPlots } from './imported-run.ts';
import { sampleResult } from './sample-result.ts';
import { TopUpProposal } from './top-up-proposal.ts';

/** A run in a list: without its plots and files. */
export const RunRow = batchResult.schema
  .omit({ plots: true, importedFrom: true, hashCheck: true, unassigned: true })
  .extend({ batchJulianId: text, sequencerName: text.nullable() });
export type RunRow = z.infer<typeof RunRow>;

/** A run of an analysis with the name of its version and its result files. */
const ShownAnalysisRun = analysisRun.schema.extend({ analysisName: text, files: z.array(AnalysisFile) });
export type ShownAnalysisRun = z.infer<typeof ShownAnalysisRun>;

/** What a run gave for a sample, with the sample's label and target. */
const RunSample = z.object({
  result: sampleResult.schema,
  sampleBarcode: text,
  /** The target of the sample's service in bases; null without one. */
  targetBases: largeCount.nullable(),
  overriddenBy: text.nullable(),
  /** The newest run of its analysis; null without one. */
  analysisRun: ShownAnalysisRun.nullable(),
  /** The result files to choose from while that run is open. */
  resultFiles: z.array(AnalysisFile),
  /** What to load again to reach the target; null when the sequencing is not continued now. */
  topUp: TopUpProposal.nullable(),
});
export type RunSample = z.infer<typeof RunSample>;

/** The newest result of a sample, with the analyses of all its results. */
export const SampleAnalyses = z.object({
  /** Null for a sample that no run has read. */
  result: sampleResult.schema.nullable(),
  targetBases: largeCount.nullable(),
  /** The newest first, each with the run of the sequencer that it analyzes. */
  analysisRuns: z.array(ShownAnalysisRun.extend({ batchResultId: Id })),
});
export type SampleAnalyses = z.infer<typeof SampleAnalyses>;

/** A library in a list: its newest result, with the sum of all its runs. */
export const SampleYieldRow = sampleResult.schema
  .pick({
    id: true,
    sampleId: true,
    batchResultId: true,
    cumulativeBases: true,
    qcStatus: true,
    createdAt: true,
  })
  .extend({
    sampleBarcode: text,
    targetBases: largeCount.nullable(),
    /** How many runs count. */
    runs: int,
    /** How often its sequencing was continued. */
    topUps: int,
    topUp: TopUpProposal.nullable(),
  });
export type SampleYieldRow = z.infer<typeof SampleYieldRow>;

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

/** The runs of one instrument with one kind of flow cell in one month of the lab's calendar. */
const RunTrend = z.object({
  /** For example `2026-11`. */
  month: text,
  sequencerName: text,
  flowCellProductCode: text,
  runs: z.int(),
  /** Runs that did not end as planned. */
  failedRuns: z.int(),
  basesPass: largeCount,
  /** Mean of the pores at the start; null where no run has them. */
  poresAtStart: z.number().nullable(),
});
export type RunTrend = z.infer<typeof RunTrend>;

/** Trends over the last 24 months, the oldest first. */
export const RunTrends = z.object({ rows: z.array(RunTrend) });
