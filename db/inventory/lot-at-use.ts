import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { InventoryItem } from './inventory-item.ts';
import type { InventoryType } from './inventory-type.ts';
import { effectiveExpiration, lotName } from './lot-problem.ts';

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
async function quarantinedSince(tx: Transaction, itemId: string): Promise<string | null> {
  return (await activeQuarantines(tx, itemId))[0]?.occurredAt ?? null;
}

/**
 * Judge a lot at the time of its use (domain 5.11, case 26): null when the use came before it expired or was
 * quarantined; otherwise the warning, and the caller flags the samples of that use for review.
 */
export async function lotWarningAtUse(
  tx: Transaction,
  item: InventoryItem,
  type: InventoryType,
  use: Pick<OperationContext, 'occurredAt' | 'labDay' | 'labTimezone'>,
): Promise<string | null> {
  const expires = effectiveExpiration(item, type, use.labTimezone);
  if (expires !== null && expires < use.labDay) {
    return `Lot ${lotName(item)} expired on ${expires}. The samples are flagged for review.`;
  }
  if (!item.quarantined) return null;
  const since = await quarantinedSince(tx, item.id);
  if (since !== null && use.occurredAt < since) return null;
  return `Lot ${lotName(item)} is quarantined. The samples are flagged for review.`;
}
