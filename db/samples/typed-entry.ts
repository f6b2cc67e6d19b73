import type { OperationContext } from '#db/operation.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { byOther, type ChainEvent, isLater, lastPlacing } from './custody-chain.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import type { Sightings } from './sightings.ts';

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
 * a typed code shows nobody that the tube is in hand. Who typed it knowing of the scan has the last word all the same.
 */
export async function standingOf(
  context: OperationContext,
  sample: Sample,
  { placed, events }: Sightings,
  typed: boolean,
): Promise<Standing> {
  const counts = isLater(context, placed);
  const plain = { counts, beatenByScan: false, beats: null };
  if (!placed || !byOther(context, placed) || typed === isTyped(placed)) return plain;
  if (typed)
    return counts && (await scannedUnseen(context, sample, placed))
      ? { counts: false, beatenByScan: true, beats: null }
      : plain;
  const scanned = lastPlacing(events.filter((one) => !isTyped(one)));
  return isLater(context, scanned) ? { counts: true, beatenByScan: false, beats: placed.id } : plain;
}

// A scan of a whole container is part of the container's history, not of the sample's.
const scannedUnseen = async (context: OperationContext, { id }: Sample, scan: ChainEvent): Promise<boolean> =>
  (await context.changedSinceSeen(sampleEntity, id)) ||
  (scan.type === 'CONTAINER_SCANNED' && (await context.changedSinceSeen(storageManagement, scan.targetId)));
