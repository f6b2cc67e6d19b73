import type { OperationContext } from '#db/operation.ts';
import { endConflicts, openConflict } from '#db/records/conflicts/open-conflict.ts';
import type { ConflictVersion } from '#db/records/conflicts/sync-conflict.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { occupantOf } from '#db/storage/place-problem.ts';
import type { Transaction } from '#db/transaction.ts';
import {
  type ChainEvent,
  custodyChain,
  doneBy,
  holderOf,
  isLater,
  type JsonData,
  textOf,
  timeOf,
} from './custody-chain.ts';
import { type CustodyState, custodyOf } from './custody-of.ts';
import { type Sightings, sightingsOf } from './sightings.ts';

/** The conflict of domain 5.11, case 5. */
export const CHECKED_OUT_TWICE = 'checked-out-twice';

const versionOf = (one: ChainEvent, { barcode }: Sample): ConflictVersion => ({
  userId: textOf(one.data['toUserId']) ?? one.userId,
  name: holderOf(one),
  occurredAt: one.occurredAt,
  label: `Checked out ${barcode}${one.data['typed'] === true ? ', typed' : ''}`,
  value: { purpose: textOf(one.data['purpose']) },
});

/** Ask which of two people has the sample; `event` is the one that arrived now. */
async function openCheckOutConflict(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  { holdEvent, disputed, event }: { holdEvent: ChainEvent; disputed: ChainEvent; event: ChainEvent },
): Promise<void> {
  // The event that arrived now is the second; an operation that only revealed the dispute is neither.
  const [mine, theirs] = event.id === holdEvent.id ? [holdEvent, disputed] : [disputed, holdEvent];
  await openConflict(tx, context, {
    kind: CHECKED_OUT_TWICE,
    targetType: 'Sample',
    targetId: sample.id,
    action: `Say who has ${sample.barcode}`,
    mine: versionOf(mine, sample),
    theirs: versionOf(theirs, sample),
  });
}

/** The result of a custody event: the updated sample, and its custody by the whole history. */
export interface CustodyChange {
  sample: Sample;
  before: CustodyState;
  after: CustodyState;
  /** The event that was recorded. */
  event: ChainEvent;
}

/** Record an event of a sample's chain of custody; it counts after earlier events of the same device. */
export async function recordCustody(
  tx: Transaction,
  context: OperationContext,
  sampleId: string,
  { events }: Pick<Sightings, 'events'>,
  entry: { type: EventType; data: JsonData },
): Promise<ChainEvent> {
  const own = events.filter((one) => one.deviceId !== null && one.deviceId === context.deviceId).map(timeOf);
  const latest = own.sort().at(-1);
  const { occurredAt } = context;
  const data: JsonData = { ...entry.data };
  if (latest !== undefined && latest > occurredAt && data['notBefore'] === undefined)
    data['notBefore'] = latest;
  const id = await recordEvent(tx, context, {
    type: entry.type,
    targetType: 'Sample',
    targetId: sampleId,
    data,
  });
  return {
    id,
    type: entry.type,
    targetId: sampleId,
    occurredAt,
    userId: context.actor.userId,
    deviceId: context.deviceId,
    data: { by: context.actor.name, ...data, operationId: context.operationId },
  };
}

/**
 * Update the holder of the sample by its whole history, so that the order in which devices reach the server
 * does not matter (domain 5.11, cases 5 and 6). Two check-outs between which a person must choose are a
 * conflict; a conflict that became clear is closed.
 */
export async function settleCustody(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  { timeline, custody: before }: Pick<Sightings, 'timeline' | 'custody'>,
  event: ChainEvent,
): Promise<CustodyChange> {
  const all = [...timeline, event];
  const after = custodyOf(all);
  const fields = { ...custodyFields(after), ...(await slotByScan(tx, sample, after, all)) };
  const row = differs(sample, fields) ? await tx.patch(sampleEntity, sample.id, fields) : sample;
  const { held: currentHold, disputed } = after;
  const isAlreadyOpen = disputed?.id === before.disputed?.id && currentHold?.userId === before.held?.userId;
  if (before.disputed !== null && !isAlreadyOpen)
    await endConflicts(tx, context, {
      ...{ kind: CHECKED_OUT_TWICE, targetId: row.id },
      resolution: 'SETTLED',
    });
  if (currentHold && disputed && !isAlreadyOpen)
    await openCheckOutConflict(tx, context, row, { holdEvent: currentHold.event, disputed, event });
  return { sample: row, before, after, event };
}

const custodyFields = ({ held: currentHold }: CustodyState): Partial<Sample> => ({
  custodianUserId: currentHold?.userId ?? null,
  checkedOutAt: currentHold?.since ?? null,
  checkOutPurpose: currentHold?.purpose ?? null,
  dueBackAt: currentHold?.dueBackAt ?? null,
});

const differs = (sample: Sample, fields: Partial<Sample>): boolean =>
  Object.entries(sample).some(
    ([key, value]) => key in fields && Object.entries(fields).every(([k, v]) => k !== key || v !== value),
  );

// A sample that a scan of its box did not see has no slot there while it is missing; in hand, or seen since,
// it keeps its slot.
async function slotByScan(
  tx: Transaction,
  sample: Sample,
  { held: currentHold, unscanned }: CustodyState,
  events: readonly ChainEvent[],
): Promise<Partial<Sample>> {
  const inBox = (one: ChainEvent) =>
    one.data['wholeScan'] === true && one.data['containerId'] === sample.storageLocationId;
  if (unscanned && inBox(unscanned)) {
    const at = unscanned.data['position'];
    return sample.storagePosition === at ? { storagePosition: null, positionConflict: true } : {};
  }
  if (sample.storagePosition !== null || !sample.positionConflict) return {};
  const search = custodyChain(events).findLast((one) => one.type === 'SAMPLE_NOT_FOUND' && inBox(one));
  const position = search?.data['position'];
  if (typeof position !== 'string' || sample.storageLocationId === null) return {};
  const containerSamples = await tx.find(sampleEntity, { storageLocationId: sample.storageLocationId });
  const free = occupantOf(containerSamples, position, sample.id) === undefined;
  return free
    ? { positionConflict: false, storagePosition: position }
    : currentHold
      ? { positionConflict: false }
      : {};
}

/** Check out a sample with its box when somebody took the box after the sample was put into it. */
export async function leaveWithBox(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  containerEvents: readonly ChainEvent[],
  placing: ChainEvent,
): Promise<Sample> {
  let row = sample;
  for (const out of containerEvents) {
    if (out.data['mode'] !== 'CHECK_OUT' || isLater(context, out)) continue;
    const sightings = await sightingsOf(tx, row);
    const { purpose, dueBackAt } = out.data;
    const departure = await recordCustody(tx, context, row.id, sightings, {
      type: 'SAMPLE_CHECKED_OUT',
      data: {
        purpose: purpose ?? null,
        dueBackAt: dueBackAt ?? null,
        boxId: out.targetId,
        toUserId: out.userId,
        toName: doneBy(out),
        notBefore: out.occurredAt,
        from: placing.data['to'] ?? null,
      },
    });
    row = (await settleCustody(tx, context, row, sightings, departure)).sample;
  }
  return row;
}
