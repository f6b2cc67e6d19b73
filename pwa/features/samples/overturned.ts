import type { Row } from '#db/entity.ts';
import type { event } from '#db/records/event.ts';
import { lastFailureIn } from '#db/samples/failure-decision.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { SampleStatus } from '#db/samples/sample-status.ts';

/** Statuses of a sample between the overturned failure and the completion of its batch. */
export const RESUMED_STATUSES = [
  'IN_QUEUE',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
] as const satisfies readonly SampleStatus[];

/** A failure that this user reported and a colleague overturned. */
export interface Overturned {
  /** The failure event, which the dismissal refers to. */
  failureId: string;
  sampleId: string;
  barcode: string;
  by: string;
  at: string;
}

/** Find the last failure of this sample if the user reported it and a colleague overturned it. */
export function findOverturnedFailure(
  userId: string,
  { id: sampleId, barcode }: Pick<Sample, 'id' | 'barcode'>,
  events: readonly Row<typeof event>[],
): Overturned | null {
  const last = lastFailureIn(events);
  const decision = last?.decision;
  if (last?.failed.userId !== userId || decision?.outcome !== 'OVERTURNED' || decision.userId === userId)
    return null;
  return { failureId: last.failed.id, sampleId, barcode, by: decision.by, at: decision.occurredAt };
}
