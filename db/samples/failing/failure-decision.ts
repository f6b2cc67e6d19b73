import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { doneBy } from '#db/samples/custody/custody-chain.ts';
import type { Sample, SampleStatus } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';

type Event = Row<typeof event>;

/** The decision about a failure by people who decide on quality (domain 5.9). */
export type FailureDecision = 'CONFIRMED' | 'OVERTURNED';

/** Statuses in which a failure may await its confirmation; a repeat does not replace the confirmation. */
export const CONFIRMABLE = [
  'FAILED_QC',
  'FAILED_VISUAL_INSPECTION',
  'FAILED_BATCH_DUPLICATE',
  'RESET',
] as const satisfies readonly SampleStatus[];

/** Check whether the failure of this sample awaits a director or lab manager. */
export const awaitsConfirmation = (row: Sample): boolean =>
  row.flaggedForReview && CONFIRMABLE.some((status) => status === row.status);

/** The last failure of a sample, and what was decided about it. */
export interface LastFailure {
  failed: Event;
  decision: { outcome: FailureDecision; userId: string | null; by: string; occurredAt: string } | null;
}

const lastOf = (events: readonly Event[]): Event | undefined =>
  [...events].sort((a, b) => (`${a.occurredAt} ${a.id}` < `${b.occurredAt} ${b.id}` ? -1 : 1)).at(-1);

/** Find the last failure of a sample and the decision about it in its events. */
export function lastFailureIn(events: readonly Event[]): LastFailure | null {
  const failed = lastOf(events.filter((one) => one.type === 'SAMPLE_FAILED'));
  if (!failed) return null;
  // The decision refers to the failure by id and not by the clock: a sample may fail again after an overturn.
  const decided = lastOf(events.filter((one) => one.data['failureId'] === failed.id));
  if (!decided) return { failed, decision: null };
  const outcome: FailureDecision = decided.data['decision'] === 'OVERTURNED' ? 'OVERTURNED' : 'CONFIRMED';
  const { userId, occurredAt } = decided;
  return { failed, decision: { outcome, userId, by: doneBy(decided), occurredAt } };
}

/** Load the last failure of a sample and the decision about it. */
export const lastFailure = async (tx: Transaction, sampleId: string): Promise<LastFailure | null> =>
  lastFailureIn(await tx.find(event, { targetId: sampleId }));

/** Record a decision about the last failure of a sample. */
export async function recordDecision(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  outcome: FailureDecision,
  to: SampleStatus,
  reason: string | null,
): Promise<void> {
  const last = await lastFailure(tx, row.id);
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data: {
      from: row.status,
      to,
      reason,
      decision: outcome,
      failureId: last?.failed.id ?? null,
      failureReason: row.failureReason,
      failureNotes: row.failureNotes,
      batchId: row.batchId,
    },
  });
}
