import { z } from 'zod';
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

/** The statuses in which a batch still holds its samples. */
export const OPEN_BATCH_STATUSES = ['NOT_STARTED', 'IN_PROGRESS'] as const satisfies readonly BatchStatus[];

/** The transitions of domain 4.4; anything else is refused. */
export const BATCH_TRANSITIONS: Record<BatchStatus, readonly BatchStatus[]> = {
  NOT_STARTED: ['IN_PROGRESS', 'CANCELED'],
  IN_PROGRESS: ['COMPLETED', 'FAILED_QC', 'FAILED', 'CANCELED', 'RESET'],
  FAILED_QC: ['RESET', 'FAILED_QC_CANCELED'],
  FAILED: ['RESET', 'CANCELED'],
  COMPLETED: [],
  FAILED_QC_CANCELED: [],
  RESET: [],
  CANCELED: [],
};

/** Return whether a batch in a status still holds its samples. */
export const isOpen = (status: BatchStatus): boolean => status === 'NOT_STARTED' || status === 'IN_PROGRESS';

/** Return the reason why a batch accepts no more records. */
export const batchClosed = ({ julianId, status }: { julianId: string; status: BatchStatus }): string =>
  `Batch ${julianId} is closed: ${BATCH_STATUS_DISPLAY[status].label}.`;
