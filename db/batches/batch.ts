import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { bool, date, instant, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { BATCH_JULIAN_ID } from '#db/values/julian-date.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The status of a batch (specification section 4). */
export const BATCH_STATUSES = [
  'NOT_STARTED',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'FAILED_QC',
  'FAILED_QC_CANCELED',
  'RESET',
  'CANCELED',
] as const;
export const BatchStatus = z.enum(BATCH_STATUSES);
export type BatchStatus = z.infer<typeof BatchStatus>;

/** The label and tone of each batch status. */
export const BATCH_STATUS_DISPLAY: Record<BatchStatus, StatusDisplay & { icon: string }> = {
  NOT_STARTED: { label: 'Not started', rank: 0, tone: 'neutral', icon: 'circle-dashed' },
  IN_PROGRESS: { label: 'In progress', rank: 1, tone: 'active', icon: 'circle-play' },
  COMPLETED: { label: 'Completed', rank: 2, tone: 'good', icon: 'circle-check' },
  FAILED: { label: 'Failed', rank: 3, tone: 'bad', icon: 'circle-x' },
  FAILED_QC: { label: 'Failed QC', rank: 4, tone: 'bad', icon: 'shield-x' },
  FAILED_QC_CANCELED: { label: 'Failed QC, canceled', rank: 5, tone: 'quiet', icon: 'ban' },
  RESET: { label: 'Reset', rank: 6, tone: 'warning', icon: 'rotate-ccw' },
  CANCELED: { label: 'Canceled', rank: 7, tone: 'quiet', icon: 'ban' },
};

/** The transitions of domain 4.4; anything else is refused. A completed batch leaves only while it is returned. */
export const BATCH_TRANSITIONS: Record<BatchStatus, readonly BatchStatus[]> = {
  NOT_STARTED: ['IN_PROGRESS', 'CANCELED'],
  IN_PROGRESS: ['COMPLETED', 'FAILED_QC', 'FAILED', 'CANCELED', 'RESET'],
  FAILED_QC: ['RESET', 'FAILED_QC_CANCELED'],
  FAILED: ['RESET', 'CANCELED'],
  COMPLETED: ['RESET', 'FAILED_QC', 'FAILED'],
  FAILED_QC_CANCELED: [],
  RESET: [],
  CANCELED: [],
};

/** Return whether a batch in a status still holds its samples. */
export const isOpen = (status: BatchStatus): boolean => status === 'NOT_STARTED' || status === 'IN_PROGRESS';

/** Return the reason why a batch accepts no more records. */
export const batchClosed = ({ julianId, status }: { julianId: string; status: BatchStatus }): string =>
  `Batch ${julianId} is closed: ${BATCH_STATUS_DISPLAY[status].label}.`;

/** The four stages of lab work in the fixed order of a flow (domain 1). */
export const BATCH_TYPES = ['PREPARATION', 'EXTRACTION', 'LIBRARY_PREPARATION', 'SEQUENCING'] as const;
export const BatchType = z.enum(BATCH_TYPES);
export type BatchType = z.infer<typeof BatchType>;

/** The label, the letter in the batch's julianId, and the kind of sample that a batch of the type makes. */
export const BATCH_TYPE_FACTS: Record<
  BatchType,
  {
    label: string;
    letter: 'P' | 'E' | 'L' | 'S';
    output: 'ALIQUOT' | 'EXTRACT' | 'LIBRARY' | null;
    icon: string;
  }
> = {
  PREPARATION: { label: 'Sample preparation', letter: 'P', output: 'ALIQUOT', icon: 'pipette' },
  EXTRACTION: { label: 'Extraction', letter: 'E', output: 'EXTRACT', icon: 'flask-conical' },
  LIBRARY_PREPARATION: { label: 'Library preparation', letter: 'L', output: 'LIBRARY', icon: 'library' },
  SEQUENCING: { label: 'Sequencing', letter: 'S', output: null, icon: 'dna' },
};

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
    /** Why a director returned the batch; it stays for the second review, until the batch is approved. */
    directorReturnReason: longText.nullable(),
    /** The answer with which approval was requested a second time. */
    directorReturnAnswer: longText.nullable(),
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
  list: {
    sort: ['batchOrder', 'julianId', 'name', 'createdAt', 'status'],
    filter: ['status', 'type', 'procedureId', 'assignedUserId', 'research'],
    search: ['name', 'julianId'],
  },
  indexes: ['julianId', 'status', 'labDay', 'procedureId', 'type'],
  replica: { own: { collection: 'batches' } },
});
export type Batch = Row<typeof batch>;
