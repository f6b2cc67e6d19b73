import { z } from 'zod';
import { BatchType } from '#db/batches/batch.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import type { StorageType } from '#db/storage/storage-management.ts';
import { bool, decimal, instant, int, longText, ref, text } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { FailedSampleReason } from './failing/failed-sample-reason.ts';

/** The purpose of a check-out. */
export const CHECK_OUT_PURPOSES = [
  'BATCH',
  'QC',
  'INSPECTION',
  'TRANSFER',
  'SHIP_TO_CLIENT',
  'DISPOSAL',
] as const;
export const CheckOutPurpose = z.enum(CHECK_OUT_PURPOSES);
export type CheckOutPurpose = z.infer<typeof CheckOutPurpose>;

/** The screen text of each purpose. */
export const CHECK_OUT_PURPOSE: Record<CheckOutPurpose, string> = {
  BATCH: 'Batch',
  QC: 'QC',
  INSPECTION: 'Inspection',
  TRANSFER: 'Transfer',
  SHIP_TO_CLIENT: 'Ship to client',
  DISPOSAL: 'Disposal',
};

/** The role of a sample within its specimen; the primary is the received material. */
export const SAMPLE_KINDS = ['PRIMARY', 'ALIQUOT', 'EXTRACT', 'LIBRARY', 'POOL', 'DUPLICATE'] as const;
export const SampleKind = z.enum(SAMPLE_KINDS);
export type SampleKind = z.infer<typeof SampleKind>;

/** The screen text of each kind. */
export const SAMPLE_KIND: Record<SampleKind, string> = {
  PRIMARY: 'Primary',
  ALIQUOT: 'Aliquot',
  EXTRACT: 'Extract',
  LIBRARY: 'Library',
  POOL: 'Pool',
  DUPLICATE: 'Duplicate',
};

/** The statuses of a sample (domain 4.3): those of a specimen, and four of its own. */
export const SAMPLE_STATUSES = [
  'CANCELED',
  'ACTION_REQUIRED',
  'DRAFT',
  'PENDING_APPROVAL',
  'ORDERED',
  'SHIPPED',
  'DELIVERED',
  'RECEIVED_ON_HOLD',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'RECEIVED_AWAITING_INFO',
  'SUPPLEMENTAL',
  'RECEIVED',
  'IN_QUEUE',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'COMPLETED',
  'DEPLETED',
  'FAILED_QC',
  'FAILED_VISUAL_INSPECTION',
  'FAILED_BATCH_DUPLICATE',
  'FAILED_QC_CANCELED',
  'RESET',
  'IN_STORAGE',
] as const;
export const SampleStatus = z.enum(SAMPLE_STATUSES);
export type SampleStatus = z.infer<typeof SampleStatus>;

/** The screen text, order and tone of each status. */
export const SAMPLE_STATUS: Record<SampleStatus, StatusDisplay> = {
  CANCELED: { label: 'Canceled', rank: 0, tone: 'quiet' },
  ACTION_REQUIRED: { label: 'Action required', rank: 1, tone: 'warning' },
  DRAFT: { label: 'Draft', rank: 2, tone: 'quiet' },
  PENDING_APPROVAL: { label: 'Pending approval', rank: 3, tone: 'neutral' },
  ORDERED: { label: 'Ordered', rank: 4, tone: 'neutral' },
  SHIPPED: { label: 'Shipped', rank: 5, tone: 'moving' },
  DELIVERED: { label: 'Delivered', rank: 6, tone: 'moving' },
  RECEIVED_ON_HOLD: { label: 'Received, on hold', rank: 7, tone: 'warning' },
  RECEIVED_QUARANTINED: { label: 'Received, quarantined', rank: 7, tone: 'bad' },
  RECEIVED_AWAITING_OPTIMAL_BATCH: { label: 'Received, awaiting optimal batch', rank: 8, tone: 'neutral' },
  RECEIVED_AWAITING_INFO: { label: 'Received, awaiting info', rank: 9, tone: 'warning' },
  SUPPLEMENTAL: { label: 'Supplemental', rank: 10, tone: 'active' },
  RECEIVED: { label: 'Received', rank: 10, tone: 'active' },
  IN_QUEUE: { label: 'In queue', rank: 10, tone: 'active' },
  BATCH_ASSIGNED: { label: 'Batch assigned', rank: 11, tone: 'active' },
  IN_PROGRESS: { label: 'In progress', rank: 12, tone: 'active' },
  COMPLETED: { label: 'Completed', rank: 13, tone: 'good' },
  DEPLETED: { label: 'Depleted', rank: 13, tone: 'quiet' },
  FAILED_QC: { label: 'Failed QC', rank: 14, tone: 'bad' },
  FAILED_VISUAL_INSPECTION: { label: 'Failed visual inspection', rank: 14, tone: 'bad' },
  FAILED_BATCH_DUPLICATE: { label: 'Failed batch duplicate', rank: 14, tone: 'quiet' },
  FAILED_QC_CANCELED: { label: 'Failed QC, canceled', rank: 15, tone: 'bad' },
  RESET: { label: 'Reset', rank: 16, tone: 'warning' },
  IN_STORAGE: { label: 'In storage', rank: 17, tone: 'quiet' },
};

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
      'entity',
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

/**
 * Return the DNA barcode that a tube keeps when it leaves a plate: that of a library, ligated in an earlier
 * batch. Any other was only planned for its well.
 */
export const retainedDnaBarcode = (row: Pick<Sample, 'sampleKind' | 'dnaBarcode'>): string | null =>
  row.sampleKind === 'LIBRARY' ? row.dnaBarcode : null;

/** Format the text for a sample in a final location (domain 4.3); null for every other location. */
export function leftLabText(barcode: string, place: StorageType): string | null {
  if (place === 'DISPOSED') return `Sample ${barcode} has been disposed of.`;
  return place === 'SENT_TO_CLIENT' ? `Sample ${barcode} has been sent to the client.` : null;
}
