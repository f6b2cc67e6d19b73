import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { DnaType, SourceSpecies, SpecimenType } from '#db/specimens/specimen-material.ts';
import { bool, decimal, instant, int, longText, ref, requiredText } from '#db/values/field-types.ts';
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
const ProtocolStatus = z.enum(PROTOCOL_STATUSES);
type ProtocolStatus = z.infer<typeof ProtocolStatus>;

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
    approvedById: ref.nullable(),
    approvedAt: instant.nullable(),
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
