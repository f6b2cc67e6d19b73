import { type ChainEvent, holderOf, lastHolding } from '#db/samples/custody-chain.ts';
import type { Sample } from '#db/samples/sample.ts';

/** A sample that this user held and that a colleague took over without them. */
export interface TakenOver {
  /** The event, which the dismissal refers to. */
  eventId: string;
  sampleId: string;
  barcode: string;
  by: string;
  at: string;
}

/**
 * Find whether a colleague's own operation took this sample over from the user (domain 5.11, case 5: the
 * earlier custodian is notified).
 */
export function takenOverFrom(
  userId: string,
  row: Pick<Sample, 'id' | 'barcode' | 'custodianUserId'>,
  events: readonly ChainEvent[],
): TakenOver | null {
  const last = lastHolding(events);
  if (last?.type !== 'SAMPLE_CUSTODY_TRANSFERRED' || row.custodianUserId === userId) return null;
  // A hand-over by the user needs no notice, nor does a tube that was checked in since.
  if (last.data['fromUserId'] !== userId || last.userId === userId || row.custodianUserId === null)
    return null;
  const { id: eventId, occurredAt: at } = last;
  return { eventId, sampleId: row.id, barcode: row.barcode, by: holderOf(last), at };
}
