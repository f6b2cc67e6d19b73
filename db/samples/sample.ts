import { z } from 'zod';
import { BatchType } from '#db/batches/batch-type.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, instant, int, longText, ref, text } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { CheckOutPurpose } from './check-out-purpose.ts';
import { FailedSampleReason } from './failed-sample-reason.ts';
import { SampleKind } from './sample-kind.ts';
import { SampleStatus } from './sample-status.ts';

/** A physical piece of material. Samples have place, volume and custody; results come from samples. */
export const sample = defineEntity({
  name: 'Sample',
  table: 'sample',
  schema: z.object({
    ...tenantFields,
    /** Null only for an unexpected tube in quarantine. */
    specimenId: ref.nullable(),
    batchId: ref.nullable(),
    plateLocation: WellName.nullable(),
    barcodeId: ref,
    /** The active label's value, so that a device resolves a scan with one look-up. */
    barcode: text,
    dnaBarcode: text.nullable(),
    batchOrder: int.min(1).max(96).nullable(),
    assignedUserId: ref.nullable(),
    failureReason: FailedSampleReason.nullable(),
    failureNotes: longText.nullable(),
    parentSampleId: ref.nullable(),
    extractedConcentration: decimal.nullable(),
    extractedVolume: decimal.nullable(),
    samplePreparationProcedureId: ref.nullable(),
    extractionProcedureId: ref.nullable(),
    libraryPreparationProcedureId: ref.nullable(),
    sequencingProcedureId: ref.nullable(),
    status: SampleStatus,
    /** The batch type for which it waits or in which it is. */
    stage: BatchType.nullable(),
    sampleKind: SampleKind,
    duplicateOfSampleId: ref.nullable(),
    storageLocationId: ref.nullable(),
    storagePosition: text.nullable(),
    custodianUserId: ref.nullable(),
    checkedOutAt: instant.nullable(),
    checkOutPurpose: CheckOutPurpose.nullable(),
    /** When it is due back, where the person chose; else 12 hours after the check-out. */
    dueBackAt: instant.nullable(),
    initialVolume: decimal.nullable(),
    remainingVolume: decimal.nullable(),
    fragmentLength: int.nullable(),
    flaggedForReview: bool,
    positionConflict: bool,
    failedAt: instant.nullable(),
    failedById: ref.nullable(),
    attempt: int.min(1),
    /** The reason of the last status override. */
    overrideReason: longText.nullable(),
  }),
  create: [],
  update: ['assignedUserId', 'extractedConcentration', 'extractedVolume', 'fragmentLength'],
  list: {
    sort: ['barcode', 'status', 'stage', 'createdAt', 'batchOrder'],
    filter: [
      'status',
      'stage',
      'sampleKind',
      'specimenId',
      'batchId',
      'storageLocationId',
      'custodianUserId',
      'flaggedForReview',
    ],
    search: ['barcode'],
  },
  indexes: [
    'barcode',
    'specimenId',
    'batchId',
    'parentSampleId',
    'storageLocationId',
    'status',
    'custodianUserId',
  ],
  replica: { own: { collection: 'samples' } },
});
export type Sample = Row<typeof sample>;
