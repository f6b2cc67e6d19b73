import { sameBarcode } from '#db/values/barcode-value.ts';
import type { RackedSample, RackScanDiff } from './rack-scan-diff.ts';
import type { StorageManagement } from './storage-management.ts';

/** A rack file that names another rack than the chosen one. */
export interface OtherRack {
  /** The code of the chosen container; null when it has no label. */
  selectedCode: string | null;
  inFile: string;
  /** The container with the file's code; null when the lab does not know it. */
  owner: string | null;
}

/**
 * Compare the code in a rack file with the chosen container; null when the file names this container or none.
 */
export function findOtherRack(
  container: Pick<StorageManagement, 'id' | 'barcode'>,
  inFile: string | null,
  owner: Pick<StorageManagement, 'id' | 'name'> | null,
): OtherRack | null {
  if (inFile === null || inFile === '' || owner?.id === container.id) return null;
  if (container.barcode !== null && sameBarcode(container.barcode, inFile)) return null;
  return { selectedCode: container.barcode, inFile, owner: owner?.name ?? null };
}

/** How many of a container's recorded tubes were not seen there. */
export interface Emptied {
  emptied: number;
  occupied: number;
}

/**
 * Check whether more than half of the expected tubes are missing: a mistake is then more likely than a loss.
 */
export const isMostMissing = (missing: number, expected: number): boolean => missing * 2 > expected;

/**
 * Return the numbers of a scan that would empty more than half of a container's occupied positions; null
 * otherwise.
 */
export function findEmptied<S extends RackedSample>(
  expected: readonly S[],
  diff: Pick<RackScanDiff<S>, 'absent'>,
): Emptied | null {
  // A sample in somebody's hands occupies no position, nor does one that lost its position.
  const occupied = expected.filter(
    (one) => one.storagePosition !== null && one.custodianUserId === null,
  ).length;
  const emptied = diff.absent.filter(({ position }) => position !== null).length;
  return isMostMissing(emptied, occupied) ? { emptied, occupied } : null;
}
