import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, int, json, longText, ref, text } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

const ANALYSIS_RUN_STATUSES = ['NOT_STARTED', 'RUNNING', 'DONE', 'FAILED'] as const;
export const AnalysisRunStatus = z.enum(ANALYSIS_RUN_STATUSES);
export type AnalysisRunStatus = z.infer<typeof AnalysisRunStatus>;

/** The label, order, tone and icon of each status. */
export const ANALYSIS_RUN_STATUS_DISPLAY: Record<AnalysisRunStatus, StatusDisplay & { icon: string }> = {
  NOT_STARTED: { label: 'Not started', rank: 0, tone: 'neutral', icon: 'hourglass' },
  RUNNING: { label: 'Running', rank: 1, tone: 'moving', icon: 'loader' },
  DONE: { label: 'Done', rank: 2, tone: 'good', icon: 'circle-check' },
  FAILED: { label: 'Failed', rank: 3, tone: 'bad', icon: 'circle-x' },
};

/** The allowed transitions; a manual result is entered without a start. Another try is a run of its own. */
const ANALYSIS_RUN_LIFECYCLE: Lifecycle<AnalysisRunStatus> = {
  NOT_STARTED: ['RUNNING', 'DONE', 'FAILED'],
  RUNNING: ['DONE', 'FAILED'],
  DONE: [],
  FAILED: [],
};

/** Refuse a change of status that the lifecycle does not list. */
export const assertAnalysisRunTransition = (from: AnalysisRunStatus, to: AnalysisRunStatus): void =>
  assertListed(ANALYSIS_RUN_LIFECYCLE, ANALYSIS_RUN_STATUS_DISPLAY, from, to);

/** One execution of a version of an analysis on what a sample gave (domain-lab 16); earlier ones are kept. */
export const analysisRun = defineEntity({
  name: 'AnalysisRun',
  table: 'analysis_run',
  schema: z.object({
    ...tenantFields,
    sampleResultId: ref,
    /** The version, which stays whatever becomes live later. */
    analysisId: ref,
    status: AnalysisRunStatus,
    attempt: int.min(1),
    /** The id of the run in the pipeline's own system. */
    externalId: text.nullable(),
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    message: longText.nullable(),
    metrics: json,
    fileIds: z.array(ref),
    /** The message with which a pipeline reported the result; null when a person entered it. */
    resultMessageId: text.nullable(),
  }),
  indexes: ['sampleResultId', 'analysisId', 'resultMessageId'],
  replica: null,
});
export type AnalysisRun = Row<typeof analysisRun>;
