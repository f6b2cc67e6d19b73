import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ChainEvent, custodyChain, type PlaceSnapshot, placeIn, placeOf } from './custody-chain.ts';
import { missingSince } from './custody-of.ts';

/** Target type of the events about a bulk action as a whole; their target id is the action's `bulkId`. */
export const BULK_ACTION = 'BulkAction';

/** Hours within which a bulk action can be undone. */
export const UNDO_HOURS = 48;

/** One bulk action as the undo list shows it. */
export interface BulkAction {
  bulkId: string;
  occurredAt: string;
  by: string;
  sampleIds: string[];
}

/** List the bulk actions of the last 48 hours in these samples' events, newest first, without undone ones. */
export function undoableActions(events: readonly ChainEvent[], now: string): BulkAction[] {
  const undone = new Set(events.map((one) => one.data['undoOf']));
  const since = new Date(Date.parse(now) - UNDO_HOURS * 3_600_000).toISOString();
  const actionByBulkId = new Map<string, BulkAction>();
  for (const one of custodyChain(events)) {
    const bulkId = one.data['bulkId'];
    if (typeof bulkId !== 'string' || undone.has(bulkId) || one.occurredAt < since) continue;
    const by = typeof one.data['by'] === 'string' ? one.data['by'] : '';
    const action = actionByBulkId.get(bulkId) ?? { bulkId, occurredAt: one.occurredAt, by, sampleIds: [] };
    if (!action.sampleIds.includes(one.targetId)) action.sampleIds.push(one.targetId);
    actionByBulkId.set(bulkId, action);
  }
  return [...actionByBulkId.values()].sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1));
}

/** The place of a sample before a bulk action, and whether anybody has changed it since. */
export interface BeforeBulk {
  from: PlaceSnapshot;
  /** The place to which the action moved it. */
  to: PlaceSnapshot;
  occurredAt: string;
  untouched: boolean;
  wasMissing: boolean;
  /** True when the action only changed the reserved slot of a sample that was and is checked out. */
  slotOnly: boolean;
}

/** Read a sample's part in a bulk action from its events; null when it had none. */
export function beforeBulk(events: readonly ChainEvent[], bulkId: string): BeforeBulk | null {
  const chain = custodyChain(events).filter(
    (one) => one.data['withheld'] !== true && one.data['superseded'] !== true,
  );
  const own = chain.find((one) => one.data['bulkId'] === bulkId);
  const from = own && placeIn(own.data['from']);
  if (!own || !from) return null;
  return {
    from,
    to: placeOf(own) ?? from,
    occurredAt: own.occurredAt,
    untouched: chain.at(-1)?.data['bulkId'] === bulkId,
    wasMissing: missingSince(events) !== null,
    slotOnly: own.data['slotOnly'] === true,
  };
}

/** Record a bulk action as a whole, so that it can be found by its id. */
export const recordBulk = (
  tx: Transaction,
  context: OperationContext,
  bulkId: string,
  sampleIds: readonly string[],
): Promise<string> =>
  recordEvent(tx, context, {
    type: 'SAMPLE_MOVED',
    targetType: BULK_ACTION,
    targetId: bulkId,
    data: { bulkId, sampleIds: [...sampleIds], by: context.actor.name },
  });
