import type { Row } from '#db/entity.ts';
import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';

type LoggedEvent = Row<typeof event>;

const byTime = (a: LoggedEvent, b: LoggedEvent): number =>
  a.occurredAt === b.occurredAt ? (a.id < b.id ? -1 : 1) : a.occurredAt < b.occurredAt ? -1 : 1;

/**
 * Return the quarantines of a lot since its last release, earliest first. Devices have none of these events.
 */
export async function activeQuarantines(tx: Transaction, itemId: string): Promise<LoggedEvent[]> {
  const loggedEvents = (await tx.find(event, { targetId: itemId })).sort(byTime);
  const released = loggedEvents.filter((one) => one.data['quarantined'] === false).at(-1)?.occurredAt ?? '';
  const quarantineEvents = loggedEvents.filter((one) => one.data['quarantined'] === true);
  const activeEvents = quarantineEvents.filter((one) => one.occurredAt > released);
  // A quarantine that arrived after a release without knowledge of it remains in force.
  return activeEvents.length > 0 ? activeEvents : quarantineEvents.slice(-1);
}

/**
 * Return since when a lot is quarantined: the earliest quarantine in force counts, however often it was
 * repeated.
 */
export async function quarantinedSince(tx: Transaction, itemId: string): Promise<string | null> {
  return (await activeQuarantines(tx, itemId))[0]?.occurredAt ?? null;
}
