import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Specimen, specimen } from './specimen.ts';

type Event = Row<typeof event>;

const clockOf = (occurredAt: string, operationId: unknown): string => `${occurredAt} ${String(operationId)}`;
const clockOfEvent = ({ occurredAt, data }: Event): string => clockOf(occurredAt, data['operationId']);

/** The events that led a specimen to where it is set aside, in order of the clock. */
async function setAsideEvents(tx: Transaction, row: Specimen): Promise<Event[]> {
  const all = await tx.find(event, { targetId: row.id });
  return all
    .filter(({ data }) => data['to'] === row.status)
    .sort((a, b) => (clockOfEvent(a) < clockOfEvent(b) ? -1 : 1));
}

/**
 * Combines two decisions to set a specimen aside alike: both stay in the history, the reason of the later one by the clock
 * is shown, and the specimen waits since the earlier one. So it ends alike whichever arrives first.
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

/** Marks the event of a specimen that somebody set aside by hand. */
export const BY_HAND = { byHand: true } as const;

/**
 * Somebody else set the specimen aside by hand without this person being able to know. Whoever decides about another
 * reason does not lift that hold. Returns its event, or null.
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

/** Names who set the specimen aside and why, for whoever did not know of it. */
export function formatConcurrentSetAside(row: Specimen, { data }: Event): string {
  const name = row.julianId ?? row.requisitionNumber;
  return `${String(data['by'])} set specimen ${name} aside meanwhile: ${String(data['reason'])}`;
}
