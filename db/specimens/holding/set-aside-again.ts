import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { clockOf, clockOfEvent, recordEvent } from '#db/records/events/record-event.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';

type Event = Row<typeof event>;

/** List the events that set a specimen aside, in order of the clock. */
async function setAsideEvents(tx: Transaction, row: Specimen): Promise<Event[]> {
  const all = await tx.find(event, { targetId: row.id });
  return all
    .filter(({ data }) => data['to'] === row.status)
    .sort((a, b) => (clockOfEvent(a) < clockOfEvent(b) ? -1 : 1));
}

/**
 * Combine two decisions that set a specimen aside alike: both stay in the history, the later reason by the
 * clock is shown, and the specimen waits since the earlier one. So the result does not depend on the order of
 * arrival.
 */
export async function setAsideAgain(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  reason: string | null,
  data: Event['data'] = {},
): Promise<Specimen> {
  const last = (await setAsideEvents(tx, row)).at(-1);
  const isLater = !last || clockOfEvent(last) < clockOf(context.occurredAt, context.operationId);
  await recordEvent(tx, context, {
    type: 'SPECIMEN_STATUS_CHANGED',
    targetType: 'Specimen',
    targetId: row.id,
    data: { from: row.status, to: row.status, reason, ...data },
  });
  const displayedReason = row.status === 'ACTION_REQUIRED' ? row.actionRequiredText : row.holdReason;
  const text = isLater ? (reason ?? displayedReason) : (displayedReason ?? reason);
  if (row.status !== 'ACTION_REQUIRED') return tx.patch(specimen, row.id, { holdReason: text });
  const since = [row.actionRequiredSince ?? context.occurredAt, context.occurredAt].sort()[0] ?? null;
  return tx.patch(specimen, row.id, { actionRequiredText: text, actionRequiredSince: since });
}

/** Marks the event of a specimen that a person set aside. */
export const BY_HAND = { byHand: true } as const;

/**
 * Find the event by which somebody else set the specimen aside without this person being able to know. A
 * decision about another reason does not lift that hold. Returns null when there is none.
 */
export async function findConcurrentSetAside(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
): Promise<Event | null> {
  if (!(await context.changedSinceSeen(specimen, row.id))) return null;
  const last = (await setAsideEvents(tx, row)).filter(({ data }) => data['byHand'] === true).at(-1);
  return last && last.userId !== context.actor.userId ? last : null;
}

/** Format who set the specimen aside and why, for a person who did not know of it. */
export function formatConcurrentSetAside(row: Specimen, { data }: Event): string {
  const name = row.julianId ?? row.requisitionNumber;
  return `${String(data['by'])} set specimen ${name} aside meanwhile: ${String(data['reason'])}`;
}
