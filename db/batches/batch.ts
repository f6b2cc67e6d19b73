import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';
import { bool, date, instant, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { BATCH_JULIAN_ID } from '#db/values/julian-date.ts';
import { BatchStatus } from './batch-status.ts';
import { BatchType } from './batch-type.ts';

/** Up to 96 wells of samples that go through one procedure together. */
export const batch = defineEntity({
  name: 'Batch',
  table: 'batch',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    status: BatchStatus,
    batchOrder: int.nullable(),
    julianId: z.string().regex(BATCH_JULIAN_ID),
    /** The lab day on which the batch was numbered. */
    labDay: date,
    type: BatchType,
    procedureId: ref,
    plateBarcodeId: ref.nullable(),
    assignedUserId: ref.nullable(),
    research: bool,
    directorApproved: bool.nullable(),
    directorApprovedById: ref.nullable(),
    directorApprovedAt: instant.nullable(),
    startedAt: instant.nullable(),
    startedById: ref.nullable(),
    completedAt: instant.nullable(),
    completedById: ref.nullable(),
    failureReason: FailedSampleReason.nullable(),
    failureNotes: longText.nullable(),
    sourceBatchId: ref.nullable(),
    layoutLockedAt: instant.nullable(),
    sequencerId: ref.nullable(),
    overrideReason: text.nullable(),
    /** The storage plate that holds the outputs of the batch, in the same wells. */
    outputPlateId: ref.nullable(),
  }),
  create: ['name', 'type', 'procedureId', 'research', 'assignedUserId'],
  update: ['name', 'assignedUserId'],
  list: {
    sort: ['batchOrder', 'julianId', 'name', 'createdAt', 'status'],
    filter: ['status', 'type', 'procedureId', 'assignedUserId', 'research'],
    search: ['name', 'julianId'],
  },
  indexes: ['julianId', 'status', 'labDay', 'procedureId', 'type'],
  replica: { own: { collection: 'batches' } },
});
export type Batch = Row<typeof batch>;
