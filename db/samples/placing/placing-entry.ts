import type { OperationContext } from '#db/operation.ts';
import {
  byOther,
  type ChainEvent,
  isLater,
  lastPlacing,
  placeIn,
  placeOf,
} from '#db/samples/custody/custody-chain.ts';
import { type Sightings, sightingsOf } from '#db/samples/custody/sightings.ts';
import { disposedProblem } from '#db/samples/disposing/disposal-bar.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';

/** One sample and its new place. */
export interface Placing {
  sample: Sample;
  container: StorageManagement;
  position: string | null;
  /** True when the sample or the place was typed or chosen, not scanned. */
  typed?: boolean | undefined;
  /** The place at which the device of the person who typed it showed the sample. */
  seen?: SeenPlace | undefined;
  /** Counted in the container as recorded: nobody checked its position. */
  countOnly?: boolean;
}

/**
 * The result of one placing. SUPERSEDED: the sample was seen elsewhere later, or a scan beat this typed
 * entry; ABSENT: a later scan of that container did not see it.
 */
export interface PlacingResult {
  sample: Sample;
  effect: 'PLACED' | 'SUPERSEDED' | 'ABSENT' | 'SLOT_TAKEN' | 'WITHHELD';
  code: string | null;
  message: string | null;
}

/** A place as a device showed it. */
interface SeenPlace {
  containerId: string | null;
  position: string | null;
}

/** How a new placing of a sample relates to earlier ones. */
export interface PlacingPrecedence {
  /** True when it is the newest placing of the sample. */
  counts: boolean;
  /** True when it was typed, and somebody scanned the sample elsewhere without this person's knowledge. */
  beatenByScan: boolean;
  /** The typed entry of somebody else that this scan overrides. */
  beats: string | null;
}

const isTyped = (one: ChainEvent): boolean => one.data['typed'] === true;

/**
 * Decide which placing of a sample counts. The latest does, but a physical scan beats a typed entry (domain
 * 5.1, precedence a and b), because a typed code does not prove that the tube is in hand. A person who typed
 * it with knowledge of the scan still wins: they saw the sample at the scanned place, whatever else about the
 * sample was new to them.
 */
export async function resolvePrecedence(
  context: OperationContext,
  placing: Placing,
  { placed: lastPlacement, events }: Sightings,
): Promise<PlacingPrecedence> {
  const { sample, container, position, seen: observedPlace } = placing;
  const typed = placing.typed ?? false;
  const counts = isLater(context, lastPlacement);
  const byClock = { counts, beatenByScan: false, beats: null };
  if (!lastPlacement || !byOther(context, lastPlacement) || typed === isTyped(lastPlacement)) return byClock;
  if (typed)
    return counts &&
      !hasSeen(observedPlace, placeOf(lastPlacement)) &&
      (await wasScannedConcurrently(context, sample, lastPlacement))
      ? { counts: false, beatenByScan: true, beats: null }
      : byClock;
  if (!counts && hasSeen(placeIn(lastPlacement.data['seen']), { containerId: container.id, position }))
    return byClock;
  const scanned = lastPlacing(events.filter((one) => !isTyped(one)));
  return isLater(context, scanned) ? { counts: true, beatenByScan: false, beats: lastPlacement.id } : byClock;
}

// A scan of the whole container, or a tube that lost its position, proves only the container.
const hasSeen = (observedPlace: SeenPlace | null | undefined, actualPlace: SeenPlace | null): boolean =>
  observedPlace?.containerId === actualPlace?.containerId &&
  actualPlace !== null &&
  (observedPlace?.position === actualPlace.position ||
    observedPlace?.position === null ||
    actualPlace.position === null);

// A scan of a whole container is part of the container's history, not of the sample's.
const wasScannedConcurrently = async (
  context: OperationContext,
  { id }: Placing['sample'],
  scan: ChainEvent,
): Promise<boolean> =>
  (await context.changedSinceSeen(sampleEntity, id)) ||
  (scan.type === 'CONTAINER_SCANNED' && (await context.changedSinceSeen(storageManagement, scan.targetId)));

/**
 * Return the result for a scan that saw a sample in its place before it left the lab: scan and disposal are
 * both true.
 */
export async function findLaterDeparture(
  tx: Transaction,
  context: OperationContext,
  { sample, container }: Placing,
): Promise<PlacingResult | null> {
  const disposalProblem = await disposedProblem(tx, sample);
  if (!disposalProblem) return null;
  const { placed: lastPlacement } = await sightingsOf(tx, sample);
  const from = lastPlacement && placeIn(lastPlacement.data['from']);
  if (!lastPlacement || isLater(context, lastPlacement) || from?.containerId !== container.id) return null;
  return { sample, effect: 'SUPERSEDED', code: 'SUPERSEDED_BY_SCAN', message: disposalProblem.message };
}

/** Check whether only a count of the container came later: a count confirms the container but no position. */
export function isCountOnly(
  context: OperationContext,
  { sample, container }: Placing,
  { events, placed: lastPlacement }: Sightings,
) {
  if (!lastPlacement || placeOf(lastPlacement)?.containerId !== container.id) return false;
  const isCount =
    lastPlacement.data['counted'] === true ||
    (lastPlacement.data['mode'] === 'STOCK_TAKE' &&
      ![lastPlacement.data['located']].flat().includes(sample.id));
  return isCount && isLater(context, lastPlacing(events.filter((one) => one.data['counted'] !== true)));
}
