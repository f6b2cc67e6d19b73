import { sameBarcode } from '#db/values/barcode-value.ts';
import type { RackedSample, RackScanDiff } from './rack-scan-diff.ts';
import type { StorageManagement } from './storage-management.ts';

/** A rack file names another rack than the one that was chosen. */
export interface OtherRack {
  /** The code of the chosen container; null when it has no label. */
  selectedCode: string | null;
  inFile: string;
  /** The container of the lab that has the file's code; null when the lab does not know it. */
  owner: string | null;
}

/** Compares the code in a rack file with the chosen container; null when the file names this container or none. */
export function findOtherRack(
  container: Pick<StorageManagement, 'id' | 'barcode'>,
  inFile: string | null,
  owner: Pick<StorageManagement, 'id' | 'name'> | null,
): OtherRack | null {
  if (inFile === null || inFile === '' || owner?.id === container.id) return null;
  if (container.barcode !== null && sameBarcode(container.barcode, inFile)) return null;
  return { selectedCode: container.barcode, inFile, owner: owner?.name ?? null };
}

/** How many of the tubes that are recorded in a container were not seen there. */
export interface Emptied {
  emptied: number;
  occupied: number;
}

/** True when more than half of what is expected is missing: rather a mistake than a loss. */
export const isMostMissing = (missing: number, expected: number): boolean => missing * 2 > expected;

/** Says that a scan would empty more than half of a container's occupied positions, with the numbers; null otherwise. */
export function findEmptied<S extends RackedSample>(
  expected: readonly S[],
  diff: Pick<RackScanDiff<S>, 'absent'>,
): Emptied | null {
  // What somebody has in hand stands nowhere, and what lost its position stands at none.
  const occupied = expected.filter(
    (one) => one.storagePosition !== null && one.custodianUserId === null,
  ).length;
  const emptied = diff.absent.filter(({ position }) => position !== null).length;
  return isMostMissing(emptied, occupied) ? { emptied, occupied } : null;
}
