import type { Row } from '#db/entity.ts';
import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';

type LoggedEvent = Row<typeof event>;

const byTime = (a: LoggedEvent, b: LoggedEvent): number =>
  a.occurredAt === b.occurredAt ? (a.id < b.id ? -1 : 1) : a.occurredAt < b.occurredAt ? -1 : 1;

/** Who put a lot in quarantine since it was last released, earliest first. A device does not hold these events. */
export async function activeQuarantines(tx: Transaction, itemId: string): Promise<LoggedEvent[]> {
  const loggedEvents = (await tx.find(event, { targetId: itemId })).sort(byTime);
  const released = loggedEvents.filter((one) => one.data['quarantined'] === false).at(-1)?.occurredAt ?? '';
  const quarantineEvents = loggedEvents.filter((one) => one.data['quarantined'] === true);
  const activeEvents = quarantineEvents.filter((one) => one.occurredAt > released);
  // A doubt that arrived after a release which knew nothing of it stands all the same.
  return activeEvents.length > 0 ? activeEvents : quarantineEvents.slice(-1);
}

/** Since when a quarantined lot is in doubt: the earliest doubt that stands counts, however often it was repeated. */
export async function quarantinedSince(tx: Transaction, itemId: string): Promise<string | null> {
  return (await activeQuarantines(tx, itemId))[0]?.occurredAt ?? null;
}
