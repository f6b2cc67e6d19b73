import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The statuses of a specimen (domain 4.2); the rank is the display rank of the specification. */
export const SPECIMEN_STATUSES = [
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
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED_QC',
  'FAILED_QC_CANCELED',
  'RESET',
  'IN_STORAGE',
] as const;
export const SpecimenStatus = z.enum(SPECIMEN_STATUSES);
export type SpecimenStatus = z.infer<typeof SpecimenStatus>;

/** The screen text, order and tone of each status. */
export const SPECIMEN_STATUS: Record<SpecimenStatus, StatusDisplay> = {
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
  BATCH_ASSIGNED: { label: 'Batch assigned', rank: 11, tone: 'active' },
  IN_PROGRESS: { label: 'In progress', rank: 12, tone: 'active' },
  COMPLETED: { label: 'Completed', rank: 13, tone: 'good' },
  FAILED_QC: { label: 'Failed QC', rank: 14, tone: 'bad' },
  FAILED_QC_CANCELED: { label: 'Failed QC, canceled', rank: 15, tone: 'bad' },
  RESET: { label: 'Reset', rank: 16, tone: 'warning' },
  IN_STORAGE: { label: 'In storage', rank: 17, tone: 'quiet' },
};

/** Softer words for customers in place of the lab's words (domain 6.6). */
const SOFTER: Partial<Record<SpecimenStatus, Pick<StatusDisplay, 'label' | 'tone'>>> = {
  FAILED_QC: { label: 'Under review', tone: 'warning' },
  RESET: { label: 'Being repeated', tone: 'active' },
};

/**
 * Return the screen text and tone of a specimen's status for this reader; a specimen that an accepted rework
 * order repeats names that order (domain D33).
 */
export const specimenDisplay = (
  status: SpecimenStatus,
  customer: boolean,
  repeatedIn: string | null | undefined = null,
): StatusDisplay => ({
  ...SPECIMEN_STATUS[status],
  ...(customer ? SOFTER[status] : {}),
  ...(status === 'RESET' && repeatedIn
    ? { label: `Repeated in order ${repeatedIn}`, tone: 'quiet' as const }
    : {}),
});
