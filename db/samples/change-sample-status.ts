import type { OperationContext } from '#db/operation.ts';
import type { EventType } from '#db/records/event-type.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Sample, sample } from './sample.ts';
import { assertSampleTransition } from './sample-lifecycle.ts';
import type { SampleStatus } from './sample-status.ts';

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
