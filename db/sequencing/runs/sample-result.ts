import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { decimal, instant, int, largeCount, longText, ref, text } from '#db/values/field-types.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { AnalysisRunStatus } from '../analysis-runs/analysis-run.ts';

/** The quality of what a run gave for a sample. */
const SAMPLE_RESULT_STATUSES = ['PENDING', 'PASS', 'FAIL'] as const;
const SampleResultStatus = z.enum(SAMPLE_RESULT_STATUSES);
type SampleResultStatus = z.infer<typeof SampleResultStatus>;

/** The label and tone of each quality. */
export const SAMPLE_RESULT_DISPLAY: Record<SampleResultStatus, StatusDisplay & { icon: string }> = {
  PENDING: { label: 'Pending', rank: 0, tone: 'neutral', icon: 'hourglass' },
  PASS: { label: 'Passed', rank: 1, tone: 'good', icon: 'circle-check' },
  FAIL: { label: 'Failed', rank: 2, tone: 'bad', icon: 'circle-x' },
};

/** What one run gave for one sample (domain-lab 15). */
export const sampleResult = defineEntity({
  name: 'SampleResult',
  table: 'sample_result',
  schema: z.object({
    ...tenantFields,
    sampleId: ref,
    batchResultId: ref,
    specimenId: ref.nullable(),
    /** The barcode as the files name it; null in a run without barcodes. */
    dnaBarcode: text.nullable(),
    readsPass: largeCount,
    basesPass: largeCount,
    estimatedBases: largeCount,
    n50: int.min(0).nullable(),
    meanReadLength: decimal.nullable(),
    meanQscore: decimal.nullable(),
    meanCoverage: decimal.nullable(),
    percentAligned: decimal.nullable(),
    /** Passed bases of the sample over all runs that count, as of the last change of any of them. */
    cumulativeBases: largeCount,
    qcStatus: SampleResultStatus,
    verdictReason: longText.nullable(),
    /** Who decided against the rule; null while the rule decides. */
    overriddenById: ref.nullable(),
    /** The status of its newest analysis run; null without one. */
    analysisStatus: AnalysisRunStatus.nullable(),
    supersededById: ref.nullable(),
    /** Why a failed sample is released all the same; its QC report carries it. */
    comment: longText.nullable(),
    acceptedById: ref.nullable(),
    acceptedAt: instant.nullable(),
  }),
  list: { sort: ['createdAt', 'cumulativeBases', 'qcStatus'], filter: ['qcStatus'], search: [] },
  indexes: ['sampleId', 'batchResultId', 'specimenId'],
  replica: {
    embedded: [{ collection: 'batches', as: 'sampleResults', parentKey: 'batchResultId' }],
    fields: ['id', 'deleted', 'entity', 'sampleId', 'batchResultId'],
  },
});
export type SampleResult = Row<typeof sampleResult>;
