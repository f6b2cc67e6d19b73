import type { OperationContext } from '#db/operation.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { SAMPLE_STATUS, type Sample, type SampleStatus, sample } from './sample.ts';

/** Statuses in which a sample has the status of its specimen (domain 4.3). */
export const MIRROR_STATUSES = [
  'DRAFT',
  'PENDING_APPROVAL',
  'ORDERED',
  'SHIPPED',
  'DELIVERED',
  'RECEIVED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_QUARANTINED',
  'SUPPLEMENTAL',
  'ACTION_REQUIRED',
] as const satisfies readonly SampleStatus[];

/** Statuses of material that is set aside; IN_QUEUE changes to these and back. */
const SET_ASIDE = [
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_QUARANTINED',
  'ACTION_REQUIRED',
] as const satisfies readonly SampleStatus[];

const fromMirror = (
  own: (typeof MIRROR_STATUSES)[number],
  ...furtherStatuses: SampleStatus[]
): SampleStatus[] => [
  ...MIRROR_STATUSES.filter((status) => status !== own),
  ...furtherStatuses,
  // Destroyed and empty tubes are found at check-in, before any queue.
  'FAILED_VISUAL_INSPECTION',
  'CANCELED',
];

/** The allowed status changes (domain 4.3). DEPLETED, FAILED_BATCH_DUPLICATE and CANCELED are terminal. */
export const SAMPLE_LIFECYCLE: Lifecycle<SampleStatus> = {
  DRAFT: fromMirror('DRAFT'),
  PENDING_APPROVAL: fromMirror('PENDING_APPROVAL'),
  ORDERED: fromMirror('ORDERED'),
  SHIPPED: fromMirror('SHIPPED'),
  DELIVERED: fromMirror('DELIVERED'),
  RECEIVED: fromMirror('RECEIVED', 'IN_QUEUE'),
  RECEIVED_AWAITING_OPTIMAL_BATCH: fromMirror(
    'RECEIVED_AWAITING_OPTIMAL_BATCH',
    'IN_QUEUE',
    'BATCH_ASSIGNED',
  ),
  RECEIVED_AWAITING_INFO: fromMirror('RECEIVED_AWAITING_INFO', 'IN_QUEUE'),
  RECEIVED_ON_HOLD: fromMirror('RECEIVED_ON_HOLD', 'IN_QUEUE'),
  RECEIVED_QUARANTINED: fromMirror('RECEIVED_QUARANTINED', 'IN_QUEUE'),
  SUPPLEMENTAL: fromMirror('SUPPLEMENTAL', 'IN_QUEUE'),
  ACTION_REQUIRED: fromMirror('ACTION_REQUIRED', 'IN_QUEUE'),
  IN_QUEUE: [...SET_ASIDE, 'BATCH_ASSIGNED', 'FAILED_VISUAL_INSPECTION', 'RESET', 'CANCELED'],
  BATCH_ASSIGNED: [
    'IN_QUEUE',
    'IN_PROGRESS',
    'FAILED_VISUAL_INSPECTION',
    'FAILED_BATCH_DUPLICATE',
    'RESET',
    'CANCELED',
  ],
  // A sample returns to IN_QUEUE when its batch is canceled before any signature: the drawn volume is
  // returned (4.4).
  IN_PROGRESS: [
    'COMPLETED',
    'DEPLETED',
    'FAILED_QC',
    'FAILED_BATCH_DUPLICATE',
    'IN_QUEUE',
    'RESET',
    'CANCELED',
  ],
  COMPLETED: ['DEPLETED', 'IN_STORAGE'],
  DEPLETED: [],
  FAILED_QC: ['IN_QUEUE', 'FAILED_QC_CANCELED', 'RESET', 'CANCELED'],
  FAILED_VISUAL_INSPECTION: ['RESET'],
  FAILED_BATCH_DUPLICATE: [],
  FAILED_QC_CANCELED: ['IN_STORAGE'],
  RESET: ['IN_STORAGE'],
  CANCELED: [],
  IN_STORAGE: ['DEPLETED'],
};

/** Refuse a change of a sample's status that the lifecycle does not list. */
export const assertSampleTransition = (from: SampleStatus, to: SampleStatus): void =>
  assertListed(SAMPLE_LIFECYCLE, SAMPLE_STATUS, from, to);

/** The fields and event that a change of a sample's status writes. */
export interface SampleChange {
  event?: EventType;
  reason?: string | null;
  fields?: Partial<Sample>;
  /** Event data besides the statuses and the reason. */
  data?: Record<string, string | boolean | null>;
}

/** Change a sample's status and record the event; with the same status, only write the fields. */
export async function changeSampleStatus(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  to: SampleStatus,
  change: SampleChange = {},
): Promise<Sample> {
  if (row.status === to) return change.fields ? tx.patch(sample, row.id, change.fields) : row;
  assertSampleTransition(row.status, to);
  const next = await tx.patch(sample, row.id, { ...change.fields, status: to });
  await recordEvent(tx, context, {
    type: change.event ?? 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.status, to, reason: change.reason ?? null, ...change.data },
  });
  return next;
}
