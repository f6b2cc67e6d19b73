import type { Row } from '#db/entity.ts';
import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';

type Told = Row<typeof event>;

const byTime = (a: Told, b: Told): number =>
  a.occurredAt === b.occurredAt ? (a.id < b.id ? -1 : 1) : a.occurredAt < b.occurredAt ? -1 : 1;

/** Who put a lot in quarantine since it was last released, earliest first. A device does not hold these events. */
export async function standingQuarantines(tx: Transaction, itemId: string): Promise<Told[]> {
  const told = (await tx.find(event, { targetId: itemId })).sort(byTime);
  const released = told.filter((one) => one.data['quarantined'] === false).at(-1)?.occurredAt ?? '';
  const put = told.filter((one) => one.data['quarantined'] === true);
  const standing = put.filter((one) => one.occurredAt > released);
  // A doubt that arrived after a release which knew nothing of it stands all the same.
  return standing.length > 0 ? standing : put.slice(-1);
}

/** Since when a quarantined lot is in doubt: the earliest doubt that stands counts, however often it was repeated. */
export async function quarantinedSince(tx: Transaction, itemId: string): Promise<string | null> {
  return (await standingQuarantines(tx, itemId))[0]?.occurredAt ?? null;
}
