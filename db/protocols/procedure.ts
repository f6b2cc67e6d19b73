import { z } from 'zod';
import { BatchType } from '#db/batches/batch-type.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, instant, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { ProcedureStatus } from './procedure-status.ts';

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
    signOffById: ref.nullable(),
    signOffAt: instant.nullable(),
    rejectedById: ref.nullable(),
    rejectedAt: instant.nullable(),
    rejectionReason: longText.nullable(),
  }),
  create: [
    'name',
    'code',
    'batchType',
    'clinical',
    'requiresDirectorApproval',
    'minSamples',
    'maxSamples',
    'positiveControls',
    'negativeControls',
    'noTemplateControls',
    'sampleInputVolume',
    'outputVolume',
    'dnaBarcodeKit',
    'estimatedMinutes',
    'documentFileId',
  ],
  update: [
    'name',
    'requiresDirectorApproval',
    'minSamples',
    'maxSamples',
    'positiveControls',
    'negativeControls',
    'noTemplateControls',
    'sampleInputVolume',
    'outputVolume',
    'dnaBarcodeKit',
    'estimatedMinutes',
    'documentFileId',
  ],
  list: {
    sort: ['name', 'code', 'batchType', 'status', 'createdAt'],
    filter: ['status', 'batchType', 'clinical'],
    search: ['name', 'code'],
  },
  indexes: ['code', 'status', 'batchType'],
  replica: { own: { collection: 'procedures' } },
});
export type Procedure = Row<typeof procedure>;
