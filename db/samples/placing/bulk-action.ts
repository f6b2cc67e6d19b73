import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import {
  type ChainEvent,
  custodyChain,
  type PlaceSnapshot,
  placeIn,
  placeOf,
  placeText,
} from '#db/samples/custody/custody-chain.ts';
import { missingSince } from '#db/samples/custody/custody-of.ts';
import { disposedProblem, frozenProblem } from '#db/samples/disposing/disposal-bar.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { occupantOf } from '#db/storage/place-problem.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';

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
interface BeforeBulk {
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

/** A sample's part in a bulk action. */
export interface UndoPart {
  sample: Sample;
  before: BeforeBulk;
}

/** The parts of a bulk action that can be undone, and the others with the reasons. */
export interface UndoParts {
  all: UndoPart[];
  free: UndoPart[];
  blocked: string[];
  undone: boolean;
  /** True when the action is too old to be undone. */
  isTooOld: boolean;
}

/**
 * Load a bulk move, rack scan, re-rack or stock-take by its id, and judge what can be undone now. Of the
 * `given` samples, those in `untouched` are judged by the clock: changes that their person could not know do
 * not block them (domain 5.1, precedence b).
 */
export async function readUndo(
  tx: Transaction,
  context: Pick<OperationContext, 'occurredAt'>,
  bulkId: string,
  requestedIds: readonly string[],
  untouched?: readonly string[],
): Promise<UndoParts> {
  const marks = await tx.find(event, { targetId: bulkId });
  const all = await partsOf(tx, bulkId, [
    ...requestedIds,
    ...marks.flatMap((one) => idsOf(one.data['sampleIds'])),
  ]);
  // An output plate was made with its moves; a device has the plate's event at any age, but only newer moves.
  const actions = [
    ...all.map(({ before }) => before),
    ...marks.filter(({ type }) => type === 'CONTAINER_CREATED'),
  ];
  const isTooOld = actions.some((one) => ageOf(one, context) > UNDO_HOURS * 3_600_000);
  const undone = marks.some((one) => one.data['undoOf'] === bulkId);
  const wasUntouched = (id: string) => (requestedIds.includes(id) ? untouched?.includes(id) : undefined);
  return { all, ...(await sortParts(tx, all, wasUntouched)), undone, isTooOld };
}

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

const ageOf = (
  action: Pick<BeforeBulk, 'occurredAt'>,
  context: Pick<OperationContext, 'occurredAt'>,
): number => Date.parse(context.occurredAt) - Date.parse(action.occurredAt);

async function partsOf(tx: Transaction, bulkId: string, ids: readonly string[]): Promise<UndoPart[]> {
  const parts: UndoPart[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const sample = await tx.get(sampleEntity, id);
    const before = sample ? beforeBulk(await tx.find(event, { targetId: id }), bulkId) : null;
    if (sample && before) parts.push({ sample, before });
  }
  return parts;
}

// A sample that stays may block the return of another, so the parts are judged until nothing changes any
// more.
async function sortParts(
  tx: Transaction,
  parts: readonly UndoPart[],
  wasUntouched: UntouchedCheck,
): Promise<{ free: UndoPart[]; blocked: string[] }> {
  const blocked: string[] = [];
  let free = [...parts];
  for (let before = -1; before !== free.length; ) {
    before = free.length;
    const leaving = new Set(free.map((part) => part.sample.id));
    const next: UndoPart[] = [];
    for (const part of free) {
      const reason = await findUndoBlock(tx, part, leaving, wasUntouched(part.sample.id));
      if (reason) blocked.push(reason);
      else next.push(part);
    }
    free = next;
  }
  return { free, blocked };
}

/**
 * Whether the device of the person who undoes showed a sample as unchanged; undefined when it does not say.
 */
type UntouchedCheck = (sampleId: string) => boolean | undefined;

async function findUndoBlock(
  tx: Transaction,
  part: UndoPart,
  leaving: ReadonlySet<string>,
  wasUntouched: boolean | undefined,
): Promise<string | null> {
  const { sample, before } = part;
  const blocked = (reason: string): string => `${sample.barcode} (${reason})`;
  const byClock = wasUntouched === true && isPutBack(part);
  if (!byClock && (wasUntouched === false || !before.untouched)) return blocked('changed since');
  if (await frozenProblem(tx, sample.id, sample.barcode)) return blocked('frozen');
  if (await disposedProblem(tx, sample)) return blocked('left the lab');
  const { containerId, position } = before.from;
  if (containerId === null) return null;
  const container = await tx.get(storageManagement, containerId);
  if (!container || container.status === 'RETIRED') return blocked(`${placeText(before.from)} is retired`);
  if (byClock) return null;
  const containerSamples = await tx.find(sampleEntity, { storageLocationId: containerId });
  const staying = containerSamples.filter((one) => !leaving.has(one.id));
  return occupantOf(staying, position, sample.id) ? blocked(`${placeText(before.from)} is occupied`) : null;
}

/** Check whether the sample returns to a place, rather than only to its reserved position or to none. */
export const isPutBack = ({ before }: UndoPart): boolean =>
  before.from.containerId !== null && !before.slotOnly;
