import { z } from 'zod';
import { isVisible } from '#db/access/lab.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { describeField, ref, text } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { updateCumulativeYield } from '../runs/cumulative-yield.ts';
import { type SampleResult, sampleResult } from '../runs/sample-result.ts';
import { assertAnalysisFiles } from './analysis-files.ts';
import {
  type AnalysisRun,
  type AnalysisRunStatus,
  analysisRun,
  assertAnalysisRunTransition,
} from './analysis-run.ts';
import { insertAnalysisRun } from './start-analysis-runs.ts';

const figure = (label: string, unit: string) =>
  describeField(
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,4})?$/, 'Enter a number with at most four decimals.')
      .nullable(),
    { label, unit, input: 'decimal' },
  );

/** The figures of an analysis that the limits are compared with; null for what it does not measure. */
export const AnalysisMetrics = z.strictObject({
  meanCoverage: figure('Mean coverage', 'x'),
  percentAligned: figure('Reads aligned', '%').refine((value) => value === null || Number(value) <= 100, {
    message: 'Enter at most 100 %.',
  }),
});

export type AnalysisMetrics = z.infer<typeof AnalysisMetrics>;

const FURTHER_LIMIT = 50;
/** How many result files a run has at most. */
const FILE_LIMIT = 50;

/** Figures that no limit is compared with, by the name that the pipeline gives them. */
export const FurtherMetrics = z
  .record(z.string().regex(/^[A-Za-z]\w{0,59}$/), z.string().regex(/^-?\d{1,15}(\.\d{1,4})?$/))
  .refine((metrics) => Object.keys(metrics).length <= FURTHER_LIMIT, {
    message: `Give at most ${FURTHER_LIMIT} figures.`,
  });

interface OpenRun {
  run: AnalysisRun;
  result: SampleResult;
}

/** Load a run with the result that it analyzes; only the newest run of a result changes. */
async function openRun(tx: Transaction, context: OperationContext, id: string): Promise<OpenRun> {
  onlineOnly(context);
  const run = await tx.get(analysisRun, id);
  const result = run && (await tx.get(sampleResult, run.sampleResultId));
  if (!run || !result || run.deleted || result.deleted || !isVisible(context.actor, run))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  const runs = await tx.find(analysisRun, { sampleResultId: result.id, deleted: false });
  if (runs.some(({ attempt }) => attempt > run.attempt))
    throw refuse('REPLACED', 'A newer run of this analysis exists. Reload the page.');
  return { run, result };
}

async function changeStatus(
  tx: Transaction,
  context: OperationContext,
  { run, result }: OpenRun,
  status: AnalysisRunStatus,
  fields: Partial<AnalysisRun>,
): Promise<void> {
  assertAnalysisRunTransition(run.status, status);
  await tx.patch(analysisRun, run.id, { ...fields, status });
  await tx.patch(sampleResult, result.id, { analysisStatus: status });
  await recordEvent(tx, context, {
    type: status === 'DONE' ? 'ANALYSIS_DONE' : status === 'FAILED' ? 'ANALYSIS_FAILED' : 'ANALYSIS_STARTED',
    targetType: 'Sample',
    targetId: result.sampleId,
    data: { attempt: run.attempt, reason: fields.message ?? null },
  });
}

/** Start a run that waits, by hand. */
export const startAnalysis = defineOperation({
  name: 'start-analysis-run',
  version: 1,
  kind: 'intent',
  title: 'Start analysis',
  grant: 'internal/results:update',
  args: z.strictObject({ analysisRunId: ref, externalId: text.nullable().default(null) }),
  subjects: ({ analysisRunId }) => [analysisRunId],
  async run(tx, { analysisRunId, externalId }, context) {
    const open = await openRun(tx, context, analysisRunId);
    await changeStatus(tx, context, open, 'RUNNING', { startedAt: context.occurredAt, externalId });
    return applied;
  },
});

/** Finish a run with its result files and its figures, which the rule compares with the limits of the analysis. */
export const finishAnalysis = defineOperation({
  name: 'finish-analysis-run',
  version: 1,
  kind: 'intent',
  title: 'Enter results of analysis',
  grant: 'internal/results:update',
  args: z.strictObject({
    analysisRunId: ref,
    metrics: AnalysisMetrics,
    furtherMetrics: FurtherMetrics.default({}),
    fileIds: z.array(ref).max(FILE_LIMIT).default([]),
  }),
  subjects: ({ analysisRunId }) => [analysisRunId],
  async run(tx, { analysisRunId, metrics, furtherMetrics, fileIds }, context) {
    const open = await openRun(tx, context, analysisRunId);
    await assertAnalysisFiles(tx, open.result.specimenId, fileIds);
    const { occurredAt } = context;
    const startedAt = open.run.startedAt ?? occurredAt;
    await changeStatus(tx, context, open, 'DONE', {
      startedAt,
      endedAt: occurredAt,
      metrics: { ...furtherMetrics, ...metrics },
      fileIds: [...new Set(fileIds)],
    });
    await tx.patch(sampleResult, open.result.id, metrics);
    await updateCumulativeYield(tx, context, open.result.sampleId);
    return applied;
  },
});

/** Record that a run failed, and why. */
export const failAnalysis = defineOperation({
  name: 'fail-analysis-run',
  version: 1,
  kind: 'intent',
  title: 'Record failed analysis',
  grant: 'internal/results:update',
  args: z.strictObject({ analysisRunId: ref, reason: Reason }),
  subjects: ({ analysisRunId }) => [analysisRunId],
  async run(tx, { analysisRunId, reason }, context) {
    const open = await openRun(tx, context, analysisRunId);
    const { occurredAt } = context;
    await changeStatus(tx, context, open, 'FAILED', { endedAt: occurredAt, message: reason });
    return applied;
  },
});

/** Try a failed run again with the same version; the failed one is kept. */
export const retryAnalysis = defineOperation({
  name: 'retry-analysis-run',
  version: 1,
  kind: 'intent',
  title: 'Retry analysis',
  grant: 'internal/results:update',
  args: z.strictObject({ analysisRunId: ref }),
  subjects: ({ analysisRunId }) => [analysisRunId],
  async run(tx, { analysisRunId }, context) {
    const { run, result } = await openRun(tx, context, analysisRunId);
    if (run.status !== 'FAILED') throw refuse('NOT_FAILED', 'Only a failed analysis is tried again.');
    await insertAnalysisRun(tx, context, result, run.analysisId);
    return applied;
  },
});
