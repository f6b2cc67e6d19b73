import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import {
  byOther,
  type ChainEvent,
  doneBy,
  isLater,
  type JsonData,
  placeOf,
  placeText,
} from '#db/samples/custody/custody-chain.ts';
import { leaveWithBox, recordCustody, settleCustody } from '#db/samples/custody/record-custody.ts';
import { lastScan, type Sightings, sightingsOf } from '#db/samples/custody/sightings.ts';
import { findDisposalBlock } from '#db/samples/disposing/disposal-bar.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { occupantOf } from '#db/storage/place-problem.ts';
import { holdsPositions, type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import {
  findLaterDeparture,
  isCountOnly,
  type Placing,
  type PlacingPrecedence,
  type PlacingResult,
  resolvePrecedence,
} from './placing-entry.ts';
import { openSlotConflict, settleSlotConflicts } from './slot-conflict.ts';
import { storeFinished } from './store-finished.ts';

/** The operation that placed samples. */
export interface PlacingOperation {
  type: 'SAMPLE_MOVED' | 'SAMPLE_CHECKED_IN';
  /** Joins the samples of one bulk action, so that it can be undone. */
  bulkId?: string;
  data?: JsonData;
  /** Seen in one scan with others: a problem with one of them does not make the scan void. */
  seenTogether?: boolean;
}

interface Step extends Placing {
  sightings: Sightings;
  standing: PlacingPrecedence;
  from: { containerId: string | null; container: string | null; position: string | null };
}

/**
 * Place samples by one order of events: the latest operation at the bench decides where a sample is, a slot
 * belongs to the first sample that was applied, and no sighting is lost (domain 5.11, cases 1, 2, 4 and 7).
 */
export async function placeSamples(
  tx: Transaction,
  context: OperationContext,
  placings: readonly Placing[],
  operation: PlacingOperation,
): Promise<PlacingResult[]> {
  const done: PlacingResult[] = [];
  const steps: Step[] = [];
  for (const placing of placings) {
    const earlyResult = await withheldOrSuperseded(tx, context, placing, operation, steps);
    if (earlyResult) done.push(earlyResult);
  }
  const moving = new Set(steps.map((step) => step.sample.id));
  const newOccupants = new Map<string, Sample>();
  for (const step of steps) {
    const occupant = await findOccupant(tx, step, moving, newOccupants);
    done.push(await settle(tx, context, step, occupant, operation));
    if (!occupant && step.position !== null)
      newOccupants.set(`${step.container.id}|${step.position}`, step.sample);
  }
  return done;
}

async function withheldOrSuperseded(
  tx: Transaction,
  context: OperationContext,
  placing: Placing,
  operation: PlacingOperation,
  steps: Step[],
): Promise<PlacingResult | null> {
  const { sample, container, position } = placing;
  const to = { containerId: container.id, container: container.name, position };
  const departureResult = operation.seenTogether ? await findLaterDeparture(tx, context, placing) : null;
  if (departureResult) return departureResult;
  const bar = await findDisposalBlock(tx, context, sample, {
    type: operation.type,
    label: `Put ${sample.barcode} in ${placeText(to)}`,
    value: { act: 'USED', containerId: container.id, position },
    data: { ...operation.data, to },
    isPhysicallySeen: operation.seenTogether ?? false,
  });
  if (bar) return { sample, effect: 'WITHHELD', ...bar };
  const sightings = await sightingsOf(tx, sample, container.id);
  const from = await readCurrentPlace(tx, sample);
  const clockPrecedence = await resolvePrecedence(context, placing, sightings);
  const precedence = isCountOnly(context, placing, sightings)
    ? { ...clockPrecedence, counts: true }
    : clockPrecedence;
  const step = { ...placing, sightings, standing: precedence, from };
  if (precedence.counts) {
    steps.push(step);
    return null;
  }
  if (precedence.beatenByScan) return beatenByScan(tx, context, step, operation);
  const latePlacing = await recordPlacing(tx, context, step, position, operation, { superseded: true });
  const settledCustody = await settleCustody(tx, context, sample, sightings, latePlacing);
  const scanned = sightings.placed?.type === 'CONTAINER_SCANNED';
  return {
    sample: settledCustody.sample,
    effect: 'SUPERSEDED',
    code: scanned ? 'SUPERSEDED_BY_SCAN' : 'SEEN_LATER',
    message: lastSeenText(context, sightings),
  };
}

// The entry stays in the history; a code that nobody has scanned does not change who holds the sample.
async function beatenByScan(
  tx: Transaction,
  context: OperationContext,
  step: Step,
  operation: PlacingOperation,
): Promise<PlacingResult> {
  await recordPlacing(tx, context, step, step.position, operation, { beatenByScan: true });
  const message = `${lastSeenText(context, step.sightings)}, who scanned it; your entry was typed. Scan the sample at its location.`;
  return { sample: step.sample, effect: 'SUPERSEDED', code: 'SCAN_BEATS_TYPED', message };
}

/** Format `Last seen in {x} by {y}` for the newest sighting; null when the actor saw the sample there. */
export const lastSeenText = (
  { actor }: Pick<OperationContext, 'actor'>,
  { placed: latest }: Pick<Sightings, 'placed'>,
): string | null =>
  latest && latest.userId !== actor.userId
    ? `Last seen in ${placeText(placeOf(latest))} by ${doneBy(latest)}`
    : null;

/** Return the place of a sample as events store it. */
export async function readCurrentPlace(tx: Transaction, sample: Sample): Promise<Step['from']> {
  const place =
    sample.storageLocationId === null ? undefined : await tx.get(storageManagement, sample.storageLocationId);
  return {
    containerId: sample.storageLocationId,
    container: place?.name ?? null,
    position: sample.storagePosition,
  };
}

async function findOccupant(
  tx: Transaction,
  step: Step,
  moving: ReadonlySet<string>,
  newOccupants: ReadonlyMap<string, Sample>,
): Promise<Sample | undefined> {
  const { container, position, sample } = step;
  if (position === null) return undefined;
  const containerSamples = await tx.find(sampleEntity, { storageLocationId: container.id });
  const staying = containerSamples.filter((one) => !moving.has(one.id));
  return occupantOf(staying, position, sample.id) ?? newOccupants.get(`${container.id}|${position}`);
}

async function settle(
  tx: Transaction,
  context: OperationContext,
  step: Step,
  occupant: Sample | undefined,
  operation: PlacingOperation,
): Promise<PlacingResult> {
  const { container, position, sightings } = step;
  const containerEvents: ChainEvent[] = await tx.find(event, { targetId: container.id });
  const scan = lastScan(containerEvents);
  const absent = scan !== undefined && !isLater(context, scan);
  const conflict = !absent && occupant !== undefined && position !== null;
  const slot = absent || conflict ? null : position;
  const placing = await recordPlacing(
    tx,
    context,
    step,
    position,
    operation,
    conflict ? { slotTaken: true } : {},
  );
  const movedSample = await tx.patch(sampleEntity, step.sample.id, {
    storageLocationId: container.id,
    storagePosition: slot,
    positionConflict: slot === null && holdsPositions(container.type),
  });
  const { sample: settledSample } = await settleCustody(tx, context, movedSample, sightings, placing);
  const latest = await leaveWithBox(tx, context, settledSample, containerEvents, placing);
  await mirrorPlace(tx, latest);
  const sample = absent ? latest : await storeFinished(tx, context, latest, container);
  if (!conflict) await settleSlotConflicts(tx, context, sample);
  if (conflict) {
    await openSlotConflict(tx, context, { sample, occupant, container, position });
    return { sample, effect: 'SLOT_TAKEN', code: 'SLOT_OCCUPIED', message: `Rescan ${container.name}` };
  }
  if (absent) {
    await recordAbsence(tx, context, sample.id, container, {
      position,
      wholeScan: true,
      notBefore: scan.occurredAt,
    });
    const by = scan.userId === context.actor.userId ? '' : ` by ${doneBy(scan)}`;
    const message = `${container.name} was scanned later${by} without ${sample.barcode}.`;
    return { sample, effect: 'ABSENT', code: 'SUPERSEDED_BY_SCAN', message };
  }
  return { sample, effect: 'PLACED', ...(await unexpectedLocationNotice(context, step)) };
}

// The person took the sample from another place than the one that their device showed.
async function unexpectedLocationNotice(
  context: OperationContext,
  step: Step,
): Promise<{ code: string | null; message: string | null }> {
  const { placed: latest } = step.sightings;
  const wasMovedByOther =
    latest && byOther(context, latest) && (await context.changedSinceSeen(sampleEntity, step.sample.id));
  return wasMovedByOther
    ? { code: 'SEEN_ELSEWHERE', message: lastSeenText(context, step.sightings) }
    : { code: null, message: null };
}

const recordPlacing = (
  tx: Transaction,
  context: OperationContext,
  step: Step,
  position: string | null,
  operation: PlacingOperation,
  more: JsonData,
): Promise<ChainEvent> =>
  recordCustody(tx, context, step.sample.id, step.sightings, {
    type: operation.type,
    data: {
      ...operation.data,
      from: step.from,
      to: { containerId: step.container.id, container: step.container.name, position },
      by: context.actor.name,
      ...(operation.bulkId === undefined ? {} : { bulkId: operation.bulkId }),
      ...(step.typed ? { typed: true } : {}),
      ...(step.typed && step.seen ? { seen: { ...step.seen } } : {}),
      ...(step.countOnly ? { counted: true } : {}),
      ...(step.standing.beats === null ? {} : { beats: step.standing.beats }),
      ...more,
    },
  });

/** Copy the place of a primary sample to its specimen. */
export async function mirrorPlace(tx: Transaction, sample: Sample): Promise<void> {
  if (sample.sampleKind !== 'PRIMARY' || sample.specimenId === null) return;
  const owner = await tx.get(specimen, sample.specimenId);
  if (!owner || owner.storageLocation === sample.storageLocationId) return;
  await tx.patch(specimen, owner.id, { storageLocation: sample.storageLocationId });
}

/** Record that a person looked for a sample in a container and did not find it. */
export const recordAbsence = (
  tx: Transaction,
  context: OperationContext,
  sampleId: string,
  container: Pick<StorageManagement, 'id' | 'name'>,
  data: JsonData = {},
  known: Pick<Sightings, 'events'> = { events: [] },
): Promise<ChainEvent> =>
  recordCustody(tx, context, sampleId, known, {
    type: 'SAMPLE_NOT_FOUND',
    data: { ...data, containerId: container.id, container: container.name, by: context.actor.name },
  });
