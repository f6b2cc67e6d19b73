import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { DnaType, SourceSpecies, SpecimenType } from '#db/specimens/specimen-material.ts';
import { bool, date, decimal, instant, int, longText, ref, requiredText } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The status of a protocol (specification section 4). */
const PROTOCOL_STATUSES = [
  'PENDING_APPROVAL',
  'ACTIVE',
  'DEPRECATED',
  'REJECTED',
  'DISCONTINUED',
  'RESEARCH',
] as const;
export const ProtocolStatus = z.enum(PROTOCOL_STATUSES);
export type ProtocolStatus = z.infer<typeof ProtocolStatus>;

/**
 * The screen text and tone of each protocol status.
 * @public
 */
export const PROTOCOL_STATUS_DISPLAY: Record<ProtocolStatus, StatusDisplay & { icon: string }> = {
  PENDING_APPROVAL: { label: 'Pending approval', rank: 0, tone: 'neutral', icon: 'hourglass' },
  ACTIVE: { label: 'Active', rank: 1, tone: 'good', icon: 'circle-check' },
  DEPRECATED: { label: 'Deprecated', rank: 2, tone: 'warning', icon: 'archive' },
  REJECTED: { label: 'Rejected', rank: 3, tone: 'bad', icon: 'circle-x' },
  DISCONTINUED: { label: 'Discontinued', rank: 4, tone: 'quiet', icon: 'ban' },
  RESEARCH: { label: 'Research', rank: 5, tone: 'active', icon: 'microscope' },
};

/** The allowed transitions (domain 4.5); a version in preparation is a draft until it is submitted. */
const PROTOCOL_LIFECYCLE: Lifecycle<ProtocolStatus> = {
  RESEARCH: ['PENDING_APPROVAL', 'DISCONTINUED'],
  PENDING_APPROVAL: ['ACTIVE', 'REJECTED'],
  REJECTED: ['PENDING_APPROVAL', 'DISCONTINUED'],
  ACTIVE: ['DEPRECATED', 'DISCONTINUED'],
  DEPRECATED: ['ACTIVE', 'DISCONTINUED'],
  DISCONTINUED: [],
};

/** Refuse a change of status that the lifecycle does not list. */
export const assertProtocolTransition = (from: ProtocolStatus, to: ProtocolStatus): void =>
  assertListed(PROTOCOL_LIFECYCLE, PROTOCOL_STATUS_DISPLAY, from, to);

/** The scientific and commercial definition of a test. */
export const protocol = defineEntity({
  name: 'Protocol',
  table: 'protocol',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    code: requiredText,
    /** The published version of this protocol; `version` counts writes of the row. */
    protocolVersion: int,
    status: ProtocolStatus,
    description: longText.nullable(),
    acceptedSpecimenTypes: z.array(SpecimenType),
    acceptedDnaTypes: z.array(DnaType),
    acceptedSpecies: z.array(SourceSpecies),
    minConcentration: decimal.nullable(),
    minVolume: decimal.nullable(),
    minMass: decimal.nullable(),
    targetTurnaroundDays: int,
    clinical: bool,
    collectToFillRun: bool,
    analysisId: ref.nullable(),
    targetYieldGb: decimal.nullable(),
    targetCoverage: decimal.nullable(),
    supersedesId: ref.nullable(),
    /** The people who may edit this version before it is submitted; its creator is the first. */
    authorIds: z.array(ref),
    /** Null while a version in preparation is a draft. */
    submittedAt: instant.nullable(),
    changeSummary: longText.nullable(),
    /** The lab day on which an approved version replaces the earlier one; null for at once. */
    effectiveFrom: date.nullable(),
    /** When an approved version replaced the earlier one; null while its first day has not come. */
    activatedAt: instant.nullable(),
    approvedById: ref.nullable(),
    approvedAt: instant.nullable(),
    rejectedById: ref.nullable(),
    rejectedAt: instant.nullable(),
    rejectionReason: longText.nullable(),
  }),
  list: {
    sort: ['name', 'code', 'status', 'createdAt'],
    filter: ['status', 'clinical'],
    search: ['name', 'code'],
  },
  indexes: ['code', 'status'],
  replica: { own: { collection: 'procedures' } },
});
export type Protocol = Row<typeof protocol>;
