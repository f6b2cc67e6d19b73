import { type ChainEvent, holderOf, lastHolding } from '#db/samples/custody-chain.ts';
import type { Sample } from '#db/samples/sample.ts';

/** A sample that this person held and that a colleague has taken over without them. */
export interface TakenOver {
  /** The event, by which the person says that they know. */
  eventId: string;
  sampleId: string;
  barcode: string;
  by: string;
  at: string;
}

/** Was this sample taken over from a person by somebody else's own act? (domain 5.11, case 5: the earlier custodian is told.) */
export function takenOverFrom(
  userId: string,
  row: Pick<Sample, 'id' | 'barcode' | 'custodianUserId'>,
  events: readonly ChainEvent[],
): TakenOver | null {
  const last = lastHolding(events);
  if (last?.type !== 'SAMPLE_CUSTODY_TRANSFERRED' || row.custodianUserId === userId) return null;
  // What they handed over themselves is no news; neither is what went back into its place since.
  if (last.data['fromUserId'] !== userId || last.userId === userId || row.custodianUserId === null)
    return null;
  const { id: eventId, occurredAt: at } = last;
  return { eventId, sampleId: row.id, barcode: row.barcode, by: holderOf(last), at };
}
