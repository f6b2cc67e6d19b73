import { type Batch, batch as batchEntity } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import type { BatchPlate } from '#db/batches/find-batch.ts';
import {
  controlWell,
  layoutOfPlate,
  type StartedWell,
  sampleWell,
} from '#db/batches/starting/started-layout.ts';
import type { Row } from '#db/entity.ts';
import { merged, type OperationContext, type RuleResult } from '#db/operation.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import type { Transaction } from '#db/transaction.ts';

type Event = Row<typeof event>;

/** Return the changes of a batch's plate, in the order in which they were applied. */
async function layoutEvents(tx: Transaction, batchId: string): Promise<Event[]> {
  const events = await tx.find(event, { targetId: batchId });
  return events
    .filter((one) => one.type === 'BATCH_LAYOUT_CHANGED')
    .sort((a, b) => (arrivalOf(a) < arrivalOf(b) ? -1 : 1));
}

// Changes that only this device knows come after all those of the server.
const arrivalOf = ({ syncedAt, id }: Event): string => `${syncedAt ?? '~'} ${id}`;

const textOf = (of: Event, key: string): string | null => {
  const value = of.data[key];
  return typeof value === 'string' ? value : null;
};

const versionOf = (batchId: string, of: Event, well: string | null): ConflictVersion => ({
  userId: of.userId,
  name: textOf(of, 'by') ?? 'the system',
  occurredAt: of.occurredAt,
  label: `${textOf(of, 'barcode') ?? 'Another sample'} in ${textOf(of, 'well') ?? 'the batch'}`,
  value: { batchId, sampleId: textOf(of, 'id') ?? '', well },
});

/**
 * Return the newest change of a batch's plate that concerns a well, as a conflict shows it; null when there
 * is none.
 */
export async function lastLayoutChange(
  tx: Transaction,
  batchId: string,
  well: string | null,
): Promise<ConflictVersion | null> {
  const layoutChanges = await layoutEvents(tx, batchId);
  const about = layoutChanges.filter((one) => one.data['well'] === well);
  const last = (about.length > 0 ? about : layoutChanges).at(-1);
  return last ? versionOf(batchId, last, well) : null;
}

// Changes that other people made after this one and that reached the server before it.
async function laterEventOf(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  isAbout: (one: Event) => boolean,
): Promise<Event | undefined> {
  if (!(await wasChangedConcurrently(context, batchEntity, batchId))) return undefined;
  const own = `${context.occurredAt} ${context.operationId}`;
  return (await layoutEvents(tx, batchId)).findLast(
    (one) =>
      isAbout(one) &&
      one.userId !== context.actor.userId &&
      `${one.occurredAt} ${textOf(one, 'operationId') ?? ''}` > own,
  );
}

/**
 * Return another person's move of a sample or control that was made after this one and reached the server
 * before it: the later move counts, in any order of arrival. Null when there is none. With `takesOff`, a move
 * that also had no well for the material does not override this one.
 */
export async function laterEdit(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  id: string,
  takesOff = false,
): Promise<RuleResult | null> {
  const isOff = ({ data }: Event) => data['well'] === null && data['claimed'] === undefined;
  const isAbout = (one: Event) => one.data['id'] === id && !(takesOff && isOff(one));
  const later = await laterEventOf(tx, context, batchId, isAbout);
  if (!later) return null;
  const [name, by] = [textOf(later, 'barcode') ?? 'It', textOf(later, 'by') ?? 'the system'];
  const well = textOf(later, 'well');
  const changeText = well === null ? 'took it off its well' : `put it in ${well}`;
  return merged('LATER_EDIT', `${name} stays: ${by} ${changeText} later.`);
}

/**
 * Return another person's DNA barcode for a sample or control that was given after this one; the later
 * barcode counts.
 */
export async function laterBarcode(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  id: string,
): Promise<RuleResult | null> {
  const later = await laterEventOf(tx, context, batchId, ({ data }) => {
    const ids = data['ids'];
    return Array.isArray(ids) && ids.includes(id);
  });
  const by = later && (textOf(later, 'by') ?? 'the system');
  return by === undefined ? null : merged('LATER_EDIT', `${by} set DNA barcodes later; those stay.`);
}

/**
 * Return the last other person who changed the plate for a sample or control; of the whole plate when nobody
 * did.
 */
export async function lastEditorOf(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  id: string,
): Promise<Omit<ConflictVersion, 'label' | 'value'> | null> {
  const othersChanges = (await layoutEvents(tx, batchId)).filter(
    (one) => one.userId !== context.actor.userId,
  );
  const last = othersChanges.filter((one) => one.data['id'] === id).at(-1) ?? othersChanges.at(-1);
  if (!last) return null;
  const { userId, name, occurredAt } = versionOf(batchId, last, null);
  return { userId, name, occurredAt };
}

/**
 * Return where each sample and control of a plate is according to the history; null = taken off the plate.
 */
export async function wellsInHistory(tx: Transaction, batchId: string): Promise<Map<string, string | null>> {
  return wellsAfter(await layoutEvents(tx, batchId));
}

/**
 * Return the samples whose last change was leaving the plate for a reason, and the well of each before that.
 */
export async function wellsLeftByFailure(
  tx: Transaction,
  batchId: string,
  reason: string,
): Promise<Map<string, string | null>> {
  const before = new Map<string, string | null>();
  const vacatedWells = new Map<string, string | null>();
  for (const one of await layoutEvents(tx, batchId)) {
    const [id, well] = [textOf(one, 'id'), textOf(one, 'well')];
    if (id === null) continue;
    if (well === null && textOf(one, 'reason') === reason) vacatedWells.set(id, before.get(id) ?? null);
    else vacatedWells.delete(id);
    before.set(id, well);
  }
  return vacatedWells;
}

function wellsAfter(events: readonly Event[]): Map<string, string | null> {
  const wells = new Map<string, string | null>();
  for (const one of events) {
    const id = textOf(one, 'id');
    if (id !== null) wells.set(id, textOf(one, 'well'));
  }
  return wells;
}

/** The layout of a start that names none, and whether that layout is certain. */
export interface ObservedLayout {
  wells: StartedWell[];
  /**
   * False when the plate was changed concurrently and the history does not tell which changes the starter
   * saw.
   */
  certain: boolean;
}

/**
 * Derive from the history which layout a person had who started a batch without naming one. Changes of others
 * that reached the server afterwards were not on the plate; what the person put into a taken well was.
 */
export async function reconstructObservedLayout(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  plate: BatchPlate,
): Promise<ObservedLayout> {
  const displayedLayout = { wells: layoutOfPlate(plate), certain: true };
  const fromDevice = context.replica === 'server' && context.deviceId !== null;
  const knows =
    !fromDevice ||
    (context.base[row.id] !== undefined && !(await context.changedSinceSeen(batchEntity, row.id)));
  if (knows && row.status !== 'CANCELED') return displayedLayout;
  const events = await layoutEvents(tx, row.id);
  const byOthers = (one: Event) => one.userId !== context.actor.userId;
  const arrivedLater = (one: Event) => byOthers(one) && (one.syncedAt ?? one.occurredAt) > context.occurredAt;
  const own = await ownClaims(tx, context, row.id);
  if (!events.some(arrivedLater) && own.size === 0 && row.status !== 'CANCELED') {
    const changed = context.base[row.id] !== undefined && events.some(byOthers);
    return { ...displayedLayout, certain: !changed };
  }
  const known = wellsAfter(events);
  const observedWells = new Map([...wellsAfter(events.filter((one) => !arrivedLater(one))), ...own]);
  for (const well of displayedLayout.wells) {
    const id = well.sampleId ?? well.controlId ?? '';
    if (!known.has(id)) observedWells.set(id, well.wellLocation);
  }
  return { wells: await wellsOf(tx, observedWells, plate, new Set(own.keys())), certain: true };
}

// Material that this person put into a well that another person had taken.
async function ownClaims(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
): Promise<Map<string, string>> {
  const open = await tx.find(syncConflict, { batchId, status: 'OPEN' });
  const claims = new Map<string, string>();
  for (const one of open) {
    const mine = ConflictVersion.safeParse(one.mine).data;
    const well = mine?.value['well'];
    if (mine?.userId === context.actor.userId && typeof well === 'string') claims.set(one.targetId, well);
  }
  return claims;
}

async function wellsOf(
  tx: Transaction,
  observedWells: ReadonlyMap<string, string | null>,
  plate: BatchPlate,
  own: ReadonlySet<string>,
): Promise<StartedWell[]> {
  const known = new Map(layoutOfPlate(plate).map((one) => [one.sampleId ?? one.controlId, one]));
  const wells = new Map<string, StartedWell>();
  // The person's own placements come last: they were in their wells whatever the others did.
  const inOrder = [...observedWells].sort(([a], [b]) => Number(own.has(a)) - Number(own.has(b)));
  for (const [id, wellLocation] of inOrder) {
    if (wellLocation === null) continue;
    const control = await tx.get(batchControl, id);
    const content = known.get(id) ?? (control ? controlWell(control) : sampleWell(id));
    wells.set(wellLocation, { ...content, wellLocation, dnaBarcode: null });
  }
  return [...wells.values()];
}
