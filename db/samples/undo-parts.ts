import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { occupantOf } from '#db/storage/place-problem.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { type BeforeBulk, beforeBulk, UNDO_HOURS } from './bulk-action.ts';
import { placeText } from './custody-chain.ts';
import { disposedProblem, frozenProblem } from './disposal-bar.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';

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
  const isTooOld = all.some(({ before }) => ageOf(before, context) > UNDO_HOURS * 3_600_000);
  const undone = marks.some((one) => one.data['undoOf'] === bulkId);
  const wasUntouched = (id: string) => (requestedIds.includes(id) ? untouched?.includes(id) : undefined);
  return { all, ...(await sortParts(tx, all, wasUntouched)), undone, isTooOld };
}

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

const ageOf = (before: BeforeBulk, context: Pick<OperationContext, 'occurredAt'>): number =>
  Date.parse(context.occurredAt) - Date.parse(before.occurredAt);

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
