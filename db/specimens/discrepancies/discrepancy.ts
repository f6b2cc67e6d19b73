import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, longText, ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The resolution of a discrepancy; OPEN until someone decides. */
const DISCREPANCY_RESOLUTIONS = [
  'OPEN',
  'PROCEED_AT_RISK',
  'REPLACE',
  'RELABELED',
  'LATE_ARRIVAL',
  'RETURNED',
  'DISPOSED',
  'CANCELED',
] as const;
export const DiscrepancyResolution = z.enum(DISCREPANCY_RESOLUTIONS);
export type DiscrepancyResolution = z.infer<typeof DiscrepancyResolution>;

/** The ways in which a person can resolve a discrepancy. */
export const Resolution = DiscrepancyResolution.exclude(['OPEN']);
export type Resolution = z.infer<typeof Resolution>;

/** The screen text, order and tone of each resolution. */
export const DISCREPANCY_RESOLUTION: Record<DiscrepancyResolution, StatusDisplay> = {
  OPEN: { label: 'Open', rank: 0, tone: 'warning' },
  PROCEED_AT_RISK: { label: 'Proceed at risk', rank: 1, tone: 'good' },
  REPLACE: { label: 'Replace', rank: 2, tone: 'active' },
  RELABELED: { label: 'Relabeled', rank: 3, tone: 'good' },
  LATE_ARRIVAL: { label: 'Late arrival', rank: 4, tone: 'good' },
  RETURNED: { label: 'Returned', rank: 5, tone: 'quiet' },
  DISPOSED: { label: 'Disposed', rank: 6, tone: 'quiet' },
  CANCELED: { label: 'Canceled', rank: 7, tone: 'quiet' },
};

/** The problems of a tube or a well at check-in (domain 5.3). */
const DISCREPANCY_TYPES = [
  'MISSING',
  'UNEXPECTED',
  'DAMAGED',
  'LEAKING',
  'EMPTY',
  'INSUFFICIENT_VOLUME',
  'WRONG_LABEL',
  'UNLABELED',
  'DUPLICATE_LABEL',
  'WRONG_CONTAINER',
  'WRONG_SPECIMEN_TYPE',
  'WRONG_PLATE_POSITION',
  'TEMPERATURE_EXCURSION',
  'CONTAMINATED',
  'BEYOND_STABILITY',
  'OTHER',
] as const;
export const DiscrepancyType = z.enum(DISCREPANCY_TYPES);
export type DiscrepancyType = z.infer<typeof DiscrepancyType>;

/** The screen text of each type. */
export const DISCREPANCY_TYPE: Record<DiscrepancyType, string> = {
  MISSING: 'Missing',
  UNEXPECTED: 'Unexpected',
  DAMAGED: 'Damaged',
  LEAKING: 'Leaking',
  EMPTY: 'Empty',
  INSUFFICIENT_VOLUME: 'Insufficient volume',
  WRONG_LABEL: 'Wrong label',
  UNLABELED: 'Unlabeled',
  DUPLICATE_LABEL: 'Duplicate label',
  WRONG_CONTAINER: 'Wrong container',
  WRONG_SPECIMEN_TYPE: 'Wrong specimen type',
  WRONG_PLATE_POSITION: 'Wrong plate position',
  TEMPERATURE_EXCURSION: 'Temperature excursion',
  CONTAMINATED: 'Contaminated',
  BEYOND_STABILITY: 'Beyond stability',
  OTHER: 'Other',
};

/** A problem at check-in. It belongs to a specimen or, for a tube without one, to a sample; never to both. */
export const discrepancy = defineEntity({
  name: 'Discrepancy',
  table: 'discrepancy',
  schema: z.object({
    ...tenantFields,
    accessionGroupId: ref,
    specimenId: ref.nullable(),
    sampleId: ref.nullable(),
    type: DiscrepancyType,
    description: longText,
    photoFileIds: z.array(ref),
    resolution: DiscrepancyResolution,
    resolutionNote: longText.nullable(),
    /** The submitter's written statement that allowed the relabeling of a tube. */
    statementFileId: ref.nullable(),
    resolvedById: ref.nullable(),
    resolvedAt: instant.nullable(),
  }),
  indexes: ['specimenId', 'sampleId', 'accessionGroupId', 'resolution'],
  replica: {
    embedded: [
      { collection: 'specimens', as: 'discrepancies', parentKey: 'specimenId' },
      { collection: 'samples', as: 'discrepancies', parentKey: 'sampleId' },
    ],
  },
});
export type Discrepancy = Row<typeof discrepancy>;

/** The decisions of a customer about a specimen (domain 6.6). */
export const CUSTOMER_DECISIONS = ['SEND_REPLACEMENT', 'PROCEED_AT_RISK', 'CANCEL'] as const;
export const CustomerDecision = z.enum(CUSTOMER_DECISIONS);
export type CustomerDecision = z.infer<typeof CustomerDecision>;

/** A decision about a specimen and what the customer says about it. */
export const SpecimenDecision = z.strictObject({ decision: CustomerDecision, note: Reason });

/** The resolution that a decision gives to the discrepancies behind it. */
export const DECIDED_AS = {
  SEND_REPLACEMENT: 'REPLACE',
  PROCEED_AT_RISK: 'PROCEED_AT_RISK',
  CANCEL: 'CANCELED',
} as const satisfies Record<CustomerDecision, DiscrepancyResolution>;

/** May this role decide about specimens at all? */
export const mayDecide = (role: Role): boolean => hasCapability(role, 'decideOnSpecimens');
