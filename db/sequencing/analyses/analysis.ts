import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { FileSubtype } from '#db/records/files/file-type.ts';
import { SourceSpecies } from '#db/specimens/specimen-material.ts';
import {
  bool,
  decimal,
  instant,
  int,
  json,
  longText,
  ref,
  requiredText,
  text,
} from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

const ANALYSIS_STATUSES = ['DRAFT', 'PENDING', 'LIVE'] as const;
const AnalysisStatus = z.enum(ANALYSIS_STATUSES);
export type AnalysisStatus = z.infer<typeof AnalysisStatus>;

/** The label, order, tone and icon of each status. */
export const ANALYSIS_STATUS_DISPLAY: Record<AnalysisStatus, StatusDisplay & { icon: string }> = {
  DRAFT: { label: 'Draft', rank: 0, tone: 'neutral', icon: 'pencil' },
  PENDING: { label: 'In validation', rank: 1, tone: 'warning', icon: 'hourglass' },
  LIVE: { label: 'Live', rank: 2, tone: 'good', icon: 'circle-check' },
};

/** The allowed transitions (domain 4.5); a live version returns to draft only while nothing refers to it. */
const ANALYSIS_LIFECYCLE: Lifecycle<AnalysisStatus> = {
  DRAFT: ['PENDING'],
  PENDING: ['LIVE', 'DRAFT'],
  LIVE: ['DRAFT'],
};

/** Refuse a change of status that the lifecycle does not list. */
export const assertAnalysisTransition = (from: AnalysisStatus, to: AnalysisStatus): void =>
  assertListed(ANALYSIS_LIFECYCLE, ANALYSIS_STATUS_DISPLAY, from, to);

/** A version of the computation that turns reads into results, with the limits of its results. */
export const analysis = defineEntity({
  name: 'Analysis',
  table: 'analysis',
  schema: z.object({
    ...tenantFields,
    /** Names the analysis in all its versions. */
    code: requiredText,
    /** The published version of this analysis; `version` counts writes of the row. */
    analysisVersion: int.min(1),
    name: requiredText,
    status: AnalysisStatus,
    /** For research samples only. */
    research: bool,
    description: longText.nullable(),
    pipelineUri: requiredText,
    parameters: json,
    referenceGenome: text.nullable(),
    /** Empty means any. */
    sourceSpecies: z.array(SourceSpecies),
    outputs: z.array(FileSubtype),
    minYieldGb: decimal.nullable(),
    minMeanQ: decimal.nullable(),
    minCoverage: decimal.nullable(),
    supersedesId: ref.nullable(),
    /** The people who wrote this version; none of them approves it. */
    authorIds: z.array(ref),
    submittedAt: instant.nullable(),
    changeSummary: longText.nullable(),
    validatedById: ref.nullable(),
    validatedAt: instant.nullable(),
    /** Why the version was returned to its authors the last time. */
    returnReason: longText.nullable(),
  }),
  list: {
    sort: ['name', 'code', 'status', 'createdAt'],
    filter: ['status', 'research'],
    search: ['name', 'code'],
  },
  indexes: ['code', 'status'],
  replica: null,
});
export type Analysis = Row<typeof analysis>;
