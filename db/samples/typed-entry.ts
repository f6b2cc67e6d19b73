import type { OperationContext } from '#db/operation.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { byOther, type ChainEvent, isLater, lastPlacing, placeIn, placeOf } from './custody-chain.ts';
import type { Sample } from './sample.ts';
import { sample as sampleEntity } from './sample.ts';
import type { Sightings } from './sightings.ts';

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
export interface SeenPlace {
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
