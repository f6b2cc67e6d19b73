import { sameBarcode } from '#db/values/barcode-value.ts';
import type { RackRow } from '#db/values/rack-file.ts';
import type { StorageManagement } from './storage-management.ts';

/** The fields of a sample that the comparison needs. */
interface RackedSample {
  id: string;
  barcode: string;
  storageLocationId: string | null;
  storagePosition: string | null;
  custodianUserId: string | null;
}

/** The changes of a whole-container scan, shown before a person confirms it. */
export interface RackScanDiff<S extends RackedSample> {
  stays: { sample: S; position: string }[];
  /** Samples that were elsewhere in this container. */
  shifts: { sample: S; from: string | null; position: string }[];
  /** Samples from another place, or without one. */
  arrives: { sample: S; position: string }[];
  unknown: { barcode: string; position: string }[];
  /** Tubes that were seen but not read; the sample that is recorded there stays and is flagged. */
  unread: { position: string; sample: S | null }[];
  absent: { sample: S; position: string | null }[];
  /** Not seen because somebody holds it; its slot stays reserved unless a tube was read there (`taken`). */
  checkedOut: { sample: S; position: string | null; isSlotTaken: boolean }[];
}

/** Compare the recorded content of a container with the scan of a reader or a person. */
export function rackScanDiff<S extends RackedSample>(
  containerId: string,
  expected: readonly S[],
  rows: readonly RackRow[],
  known: (barcode: string) => S | undefined,
): RackScanDiff<S> {
  const diff: RackScanDiff<S> = {
    stays: [],
    shifts: [],
    arrives: [],
    unknown: [],
    unread: [],
    absent: [],
    checkedOut: [],
  };
  const scannedIds = new Set<string>();
  for (const row of rows) {
    if (row.read !== 'OK' || row.barcode === null) continue;
    const tube = known(row.barcode);
    if (tube) scannedIds.add(tube.id);
    sortRow(diff, containerId, row.position, row.barcode, tube);
  }
  const unscanned = expected.filter((one) => !scannedIds.has(one.id));
  const unread = rows.filter((row) => row.read === 'NO_READ').map((row) => row.position);
  diff.unread = unread.map((position) => ({
    position,
    sample: unscanned.find((one) => one.storagePosition === position && one.custodianUserId === null) ?? null,
  }));
  const unreadIds = new Set(diff.unread.map(({ sample }) => sample?.id));
  const full = new Set(rows.filter((row) => row.read !== 'EMPTY').map((row) => row.position));
  for (const sample of unscanned) {
    const position = sample.storagePosition;
    if (unreadIds.has(sample.id)) continue;
    if (sample.custodianUserId === null) diff.absent.push({ sample, position });
    else diff.checkedOut.push({ sample, position, isSlotTaken: position !== null && full.has(position) });
  }
  return diff;
}

function sortRow<S extends RackedSample>(
  diff: RackScanDiff<S>,
  containerId: string,
  position: string,
  barcode: string,
  sample: S | undefined,
): void {
  if (!sample) diff.unknown.push({ barcode, position });
  else if (sample.storageLocationId !== containerId) diff.arrives.push({ sample, position });
  else if (sample.storagePosition === position) diff.stays.push({ sample, position });
  else diff.shifts.push({ sample, from: sample.storagePosition, position });
}

/** Return why rows contradict each other, or null: a position or a tube that appears twice. */
export function rowsProblem(rows: readonly RackRow[]): { code: string; message: string } | null {
  const positions = new Set<string>();
  const tubes = new Map<string, string>();
  for (const row of rows) {
    if (positions.has(row.position))
      return { code: 'POSITION_TWICE', message: `Position ${row.position} was given twice.` };
    positions.add(row.position);
    if (row.barcode === null) continue;
    const other = tubes.get(row.barcode);
    if (other)
      return { code: 'TUBE_TWICE', message: `Tube ${row.barcode} is at ${other} and at ${row.position}.` };
    tubes.set(row.barcode, row.position);
  }
  return null;
}

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
