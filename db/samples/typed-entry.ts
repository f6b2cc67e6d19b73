import type { OperationContext } from '#db/operation.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { byOther, type ChainEvent, isLater, lastPlacing, placeIn, placeOf } from './custody-chain.ts';
import type { Placing } from './place-samples.ts';
import { sample as sampleEntity } from './sample.ts';
import type { Sightings } from './sightings.ts';

/** A place as a device showed it. */
export interface SeenPlace {
  containerId: string | null;
  position: string | null;
}

/** How an act that says where a sample is stands to what was said before. */
export interface Standing {
  /** It is the newest word on where the sample is. */
  counts: boolean;
  /** It was typed, and somebody scanned the sample elsewhere without this person knowing. */
  beatenByScan: boolean;
  /** The typed entry of somebody else that this scan puts aside. */
  beats: string | null;
}

const isTyped = (one: ChainEvent): boolean => one.data['typed'] === true;

/**
 * The latest word on where a sample is counts, but a physical scan beats a typed entry (domain 5.1, precedence a and b):
 * a typed code shows nobody that the tube is in hand. Who typed it knowing of the scan has the last word all the same: they
 * saw the sample where that scan had found it, whatever else of the sample was new to them.
 */
export async function standingOf(
  context: OperationContext,
  placing: Placing,
  { placed, events }: Sightings,
): Promise<Standing> {
  const { sample, container, position, seen } = placing;
  const typed = placing.typed ?? false;
  const counts = isLater(context, placed);
  const plain = { counts, beatenByScan: false, beats: null };
  if (!placed || !byOther(context, placed) || typed === isTyped(placed)) return plain;
  if (typed)
    return counts && !hasSeen(seen, placeOf(placed)) && (await scannedUnseen(context, sample, placed))
      ? { counts: false, beatenByScan: true, beats: null }
      : plain;
  if (!counts && hasSeen(placeIn(placed.data['seen']), { containerId: container.id, position })) return plain;
  const scanned = lastPlacing(events.filter((one) => !isTyped(one)));
  return isLater(context, scanned) ? { counts: true, beatenByScan: false, beats: placed.id } : plain;
}

// A scan of the whole container, or a tube that lost its position, says no more than the container.
const hasSeen = (seen: SeenPlace | null | undefined, found: SeenPlace | null): boolean =>
  seen?.containerId === found?.containerId &&
  found !== null &&
  (seen?.position === found.position || seen?.position === null || found.position === null);

// A scan of a whole container is part of the container's history, not of the sample's.
const scannedUnseen = async (
  context: OperationContext,
  { id }: Placing['sample'],
  scan: ChainEvent,
): Promise<boolean> =>
  (await context.changedSinceSeen(sampleEntity, id)) ||
  (scan.type === 'CONTAINER_SCANNED' && (await context.changedSinceSeen(storageManagement, scan.targetId)));
