import { z } from 'zod';
import { BatchType } from '#db/batches/batch.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import {
  bool,
  date,
  decimal,
  instant,
  int,
  longText,
  ref,
  requiredText,
  text,
} from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The status of a flow or a procedure (specification section 4). */
const PROCEDURE_STATUSES = ['APPROVED', 'PENDING_APPROVAL', 'REJECTED', 'ARCHIVED', 'RESEARCH'] as const;
export const ProcedureStatus = z.enum(PROCEDURE_STATUSES);
export type ProcedureStatus = z.infer<typeof ProcedureStatus>;

/**
 * REJECTED and ARCHIVED together count as closed.
 * @public
 */
export const CLOSED_PROCEDURE_STATUSES = [
  'REJECTED',
  'ARCHIVED',
] as const satisfies readonly ProcedureStatus[];

/**
 * The screen text and tone of each status of a flow or procedure.
 * @public
 */
export const PROCEDURE_STATUS_DISPLAY: Record<ProcedureStatus, StatusDisplay & { icon: string }> = {
  APPROVED: { label: 'Approved', rank: 0, tone: 'good', icon: 'circle-check' },
  PENDING_APPROVAL: { label: 'Pending approval', rank: 1, tone: 'neutral', icon: 'hourglass' },
  REJECTED: { label: 'Rejected', rank: 2, tone: 'bad', icon: 'circle-x' },
  ARCHIVED: { label: 'Archived', rank: 3, tone: 'quiet', icon: 'archive' },
  RESEARCH: { label: 'Research', rank: 4, tone: 'active', icon: 'microscope' },
};

/** The allowed transitions (domain 4.5); a version in preparation is a draft until it is submitted. */
const PROCEDURE_LIFECYCLE: Lifecycle<ProcedureStatus> = {
  RESEARCH: ['PENDING_APPROVAL', 'ARCHIVED'],
  PENDING_APPROVAL: ['APPROVED', 'REJECTED'],
  REJECTED: ['PENDING_APPROVAL', 'ARCHIVED'],
  APPROVED: ['ARCHIVED'],
  ARCHIVED: [],
};

/** Refuse a change of status that the lifecycle does not list. */
export const assertProcedureTransition = (from: ProcedureStatus, to: ProcedureStatus): void =>
  assertListed(PROCEDURE_LIFECYCLE, PROCEDURE_STATUS_DISPLAY, from, to);

/** One bench method for one batch type, made of ordered sections. */
export const procedure = defineEntity({
  name: 'Procedure',
  table: 'procedure',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    code: requiredText,
    /** The published version of this method; `version` counts writes of the row. */
    procedureVersion: int,
    batchType: BatchType,
    status: ProcedureStatus,
    clinical: bool,
    requiresDirectorApproval: bool,
    minSamples: int,
    maxSamples: int,
    positiveControls: int,
    negativeControls: int,
    noTemplateControls: int,
    sampleInputVolume: decimal.nullable(),
    outputVolume: decimal.nullable(),
    dnaBarcodeKit: text.nullable(),
    estimatedMinutes: int.nullable(),
    documentFileId: ref.nullable(),
    supersedesId: ref.nullable(),
    authorId: ref,
    /** The people who may edit this version before it is submitted; the creator is one of them. */
    authorIds: z.array(ref),
    /** Null while a version in preparation is a draft. */
    submittedAt: instant.nullable(),
    changeSummary: longText.nullable(),
    /** The lab day on which an approved version replaces the earlier one; null for at once. */
    effectiveFrom: date.nullable(),
    /** When an approved version replaced the earlier one; null while its first day has not come. */
    activatedAt: instant.nullable(),
    /** The flows that take this version when it replaces the earlier one. */
    updateFlowIds: z.array(ref),
    /** Whether each person confirms that they have read a new version before they begin with it (D22). */
    requiresReading: bool,
    requiresTraining: bool,
    /** How many months a training is valid; null without end. */
    competenceMonths: int.nullable(),
    /** The earliest version whose training counts for this one; null for this and the one before it. */
    trainingFromVersion: int.nullable(),
    signOffById: ref.nullable(),
    signOffAt: instant.nullable(),
    rejectedById: ref.nullable(),
    rejectedAt: instant.nullable(),
    rejectionReason: longText.nullable(),
  }),
  list: {
    sort: ['name', 'code', 'batchType', 'status', 'createdAt'],
    filter: ['status', 'batchType', 'clinical'],
    search: ['name', 'code'],
  },
  indexes: ['code', 'status', 'batchType'],
  replica: { own: { collection: 'procedures' } },
});
export type Procedure = Row<typeof procedure>;

/** Check whether an approved version waits for its first day; until then the earlier version is in use. */
export const isBeforeFirstDay = ({
  activatedAt,
  effectiveFrom,
}: Pick<Procedure, 'activatedAt' | 'effectiveFrom'>): boolean =>
  activatedAt === null && effectiveFrom !== null;
