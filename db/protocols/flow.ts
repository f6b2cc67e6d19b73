import { z } from 'zod';
import type { BatchType } from '#db/batches/batch.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { SpecimenType } from '#db/specimens/specimen-material.ts';
import { bool, date, instant, int, longText, ref, requiredText } from '#db/values/field-types.ts';
import { ProcedureStatus } from './procedure.ts';

/** The route of a specimen through the lab: at most one procedure for each batch type. */
export const flow = defineEntity({
  name: 'Flow',
  table: 'flow',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    /** Names the flow in all its versions. */
    code: requiredText,
    /** The published version of this flow; `version` counts writes of the row. */
    flowVersion: int,
    status: ProcedureStatus,
    samplePreparationProcedureId: ref.nullable(),
    extractionProcedureId: ref.nullable(),
    libraryPreparationProcedureId: ref.nullable(),
    sequencingProcedureId: ref.nullable(),
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
    /** Whether specimens that have not begun a changed stage follow this version when it replaces theirs. */
    takesQueuedSpecimens: bool,
    approvedById: ref.nullable(),
    approvedAt: instant.nullable(),
    rejectedById: ref.nullable(),
    rejectedAt: instant.nullable(),
    rejectionReason: longText.nullable(),
  }),
  list: {
    sort: ['name', 'code', 'status', 'createdAt'],
    filter: ['status'],
    search: ['name', 'code'],
  },
  indexes: ['code', 'status'],
  replica: { own: { collection: 'procedures' } },
});

export type Flow = Row<typeof flow>;

/** The four procedure ids that a flow has and that a sample keeps from accession on. */
export type PinnedProcedures = Pick<
  Flow,
  | 'samplePreparationProcedureId'
  | 'extractionProcedureId'
  | 'libraryPreparationProcedureId'
  | 'sequencingProcedureId'
>;

/** The field that holds the procedure for each batch type, on a flow and on a sample. */
export const PROCEDURE_ID_FIELD: Record<BatchType, keyof PinnedProcedures> = {
  PREPARATION: 'samplePreparationProcedureId',
  EXTRACTION: 'extractionProcedureId',
  LIBRARY_PREPARATION: 'libraryPreparationProcedureId',
  SEQUENCING: 'sequencingProcedureId',
};

/** A flow that a protocol may use, and for which specimens; exactly one is the default. */
export const protocolFlow = defineEntity({
  name: 'ProtocolFlow',
  table: 'protocol_flow',
  schema: z.object({
    ...tenantFields,
    protocolId: ref,
    flowId: ref,
    isDefault: bool,
    /** Empty means any. */
    specimenTypes: z.array(SpecimenType),
    /** Null means any. */
    extractedNucleicAcids: bool.nullable(),
  }),
  indexes: ['protocolId', 'flowId'],
  replica: { own: { collection: 'procedures' } },
});
export type ProtocolFlow = Row<typeof protocolFlow>;
