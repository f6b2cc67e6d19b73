import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext, RuleResult } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sampleByCode } from '#db/samples/barcode.ts';
import { byOther, doneBy, isLater } from '#db/samples/custody/custody-chain.ts';
import { missingSince } from '#db/samples/custody/custody-of.ts';
import { settleCustody } from '#db/samples/custody/record-custody.ts';
import { sightingsOf } from '#db/samples/custody/sightings.ts';
import { recordBulk } from '#db/samples/placing/bulk-action.ts';
import { placingOutcome } from '#db/samples/placing/judge-place.ts';
import { placeSamples, readCurrentPlace, recordAbsence } from '#db/samples/placing/place-samples.ts';
import type { PlacingResult } from '#db/samples/placing/placing-entry.ts';
import { settleSlotConflicts } from '#db/samples/placing/slot-conflict.ts';
import { storeFinished } from '#db/samples/placing/store-finished.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { RackRow } from '#db/values/rack-file.ts';
import { readPath } from './container-path.ts';
import { positionProblem, quarantineProblem, roleProblem } from './place-problem.ts';
import { type RackScanDiff, rackScanDiff, rowsProblem } from './rack-scan-diff.ts';
import { holdsPositions, type StorageManagement, storageManagement } from './storage-management.ts';

/** A scan of a whole container, by a reader or tube by tube. */
export interface RackScan {
  container: StorageManagement;
  bulkId: string;
  rows: readonly RackRow[];
  mode: 'RACK_SCAN' | 'RE_RACK';
}

/**
 * Apply the rows as the whole content of one container at that moment. Later moves keep their effect; earlier
 * moves give way (domain 5.11, case 4).
 */
export async function applyRackScan(
  tx: Transaction,
  context: OperationContext,
  scan: RackScan,
): Promise<RuleResult> {
  const path = await readPath(tx, scan.container.id);
  const notes = await judgeRows(scan, path, context);
  const { known, rows } = await readTubes(tx, scan.rows, notes);
  const expected = await tx.find(sampleEntity, { storageLocationId: scan.container.id });
  const diff = rackScanDiff(scan.container.id, expected, rows, (code) => known.get(code));
  const { missing: absent, laterPlacings, freed } = await vacate(tx, context, scan, diff, notes);
  const placingResults = await placeSeen(tx, context, scan, diff);
  await flagUnread(tx, diff);
  await recordScan(tx, context, scan, diff, placingResults, absent);
  const touched = [...placingResults.map((one) => one.sample), ...absent, ...freed].map(({ id }) => id);
  await recordBulk(tx, context, scan.bulkId, touched);
  for (const { sample } of diff.arrives) {
    const problem = quarantineProblem(sample, path);
    if (problem) notes.push(`${sample.barcode}: ${problem.message}`);
  }
  return placingOutcome(
    [...placingResults.map(withDetail), ...laterPlacings],
    [...scanNotes(diff, absent), ...notes],
  );
}

// Impossible rows are refused. A place that was closed to the role meanwhile gives a note only, because the
// tubes were seen.
async function judgeRows(
  scan: RackScan,
  path: readonly StorageManagement[],
  context: OperationContext,
): Promise<string[]> {
  const { container, rows } = scan;
  if (!holdsPositions(container.type))
    throw refuse('NO_POSITIONS', 'This container does not hold positions.');
  const positionIssue = rows
    .map((row) => positionProblem(container, row.position))
    .find((problem) => problem !== null);
  const problem = positionIssue ?? rowsProblem(rows);
  if (problem) throw refuse(problem.code, problem.message);
  const closed = roleProblem(context.actor.role, path);
  if (!closed) return [];
  if (!(await context.changedSinceSeen(storageManagement, container.id)))
    throw refuse(closed.code, closed.message);
  return [closed.message];
}

/**
 * Find the tubes of the codes. Two codes that became labels of one tube since the scan were two tubes for the
 * person who saw them: the one with the tube's own label counts, the other is reported as an unknown code.
 */
async function readTubes(
  tx: Transaction,
  rows: readonly RackRow[],
  notes: string[],
): Promise<{ known: Map<string, Sample>; rows: readonly RackRow[] }> {
  const known = new Map<string, Sample>();
  const codeOf = new Map<string, string>();
  for (const { barcode } of rows) {
    if (barcode === null) continue;
    const sample = await sampleByCode(tx, barcode);
    if (!sample) continue;
    const other = codeOf.get(sample.id);
    const own = other === undefined || sample.barcode === barcode;
    if (other !== undefined) {
      notes.push(`${other} and ${barcode} are labels of one tube, ${sample.barcode}. Look at both tubes.`);
      if (own) known.delete(other);
    }
    if (!own) continue;
    codeOf.set(sample.id, barcode);
    known.set(barcode, sample);
  }
  return { known, rows };
}

// Samples that were not seen free their slots: absent ones always, checked-out ones only when a tube was read
// there.
async function vacate(
  tx: Transaction,
  context: OperationContext,
  scan: RackScan,
  diff: RackScanDiff<Sample>,
  notes: string[],
): Promise<{ missing: Sample[]; laterPlacings: PlacingResult[]; freed: Sample[] }> {
  const missing: Sample[] = [];
  const freed: Sample[] = [];
  const laterPlacings: PlacingResult[] = [];
  for (const { sample, position } of [...diff.absent, ...diff.checkedOut.filter((one) => !one.isSlotTaken)]) {
    const sightings = await sightingsOf(tx, sample);
    const { placed: placingResults } = sightings;
    if (placingResults && !isLater(context, placingResults)) {
      const message = byOther(context, placingResults)
        ? `${sample.barcode} was put there later by ${doneBy(placingResults)}.`
        : null;
      laterPlacings.push({ sample, effect: 'SUPERSEDED', code: 'SUPERSEDED_BY_SCAN', message });
      continue;
    }
    const data = { from: await readCurrentPlace(tx, sample), position, bulkId: scan.bulkId, wholeScan: true };
    const search = await recordAbsence(tx, context, sample.id, scan.container, data, sightings);
    const settledCustody = await settleCustody(tx, context, sample, sightings, search);
    if (settledCustody.after.notFound?.id === search.id) missing.push(settledCustody.sample);
  }
  for (const { sample, position } of diff.checkedOut.filter((one) => one.isSlotTaken)) {
    const { placed: placingResults } = await sightingsOf(tx, sample);
    if (placingResults && !isLater(context, placingResults)) continue;
    await noteSlotFreed(tx, context, scan, sample);
    await tx.patch(sampleEntity, sample.id, { storagePosition: null });
    freed.push(sample);
    notes.push(
      `Position ${position} was reserved for ${sample.barcode}, which is checked out; choose another position for it.`,
    );
  }
  return { missing, laterPlacings, freed };
}

// The holder keeps the sample: only its reserved slot is gone, and an undo of the scan restores it.
async function noteSlotFreed(
  tx: Transaction,
  context: OperationContext,
  scan: RackScan,
  sample: Sample,
): Promise<void> {
  const from = await readCurrentPlace(tx, sample);
  await recordEvent(tx, context, {
    type: 'SAMPLE_MOVED',
    targetType: 'Sample',
    targetId: sample.id,
    data: {
      from: { ...from },
      to: { ...from, position: null },
      via: scan.mode,
      bulkId: scan.bulkId,
      slotOnly: true,
      by: context.actor.name,
    },
  });
}

async function placeSeen(
  tx: Transaction,
  context: OperationContext,
  scan: RackScan,
  diff: RackScanDiff<Sample>,
): Promise<PlacingResult[]> {
  const scannedTubes = [...diff.stays, ...diff.shifts, ...diff.arrives];
  const changed: typeof scannedTubes = [];
  for (const one of scannedTubes) if (await needsEvent(tx, scan.container.id, one)) changed.push(one);
  const placings = changed.map(({ sample, position }) => ({ sample, container: scan.container, position }));
  const operation = {
    type: 'SAMPLE_MOVED',
    bulkId: scan.bulkId,
    data: { via: scan.mode },
    seenTogether: true,
  } as const;
  const placingResults = await placeSamples(tx, context, placings, operation);
  for (const { sample } of diff.stays) await settleSlotConflicts(tx, context, sample);
  // A sample that is seen in its place after its order was closed is stored, as if it had been put there.
  const moved = new Set(changed.map(({ sample }) => sample.id));
  for (const { sample } of scannedTubes)
    if (!moved.has(sample.id)) await storeFinished(tx, context, sample, scan.container);
  return placingResults;
}

// A tube in its recorded place needs no event of its own: the container's scan lists it.
async function needsEvent(
  tx: Transaction,
  containerId: string,
  scannedTubes: { sample: Sample; position: string },
): Promise<boolean> {
  const { sample, position } = scannedTubes;
  const misplaced = sample.storageLocationId !== containerId || sample.storagePosition !== position;
  if (misplaced || sample.positionConflict || sample.custodianUserId !== null) return true;
  return missingSince((await sightingsOf(tx, sample)).events) !== null;
}

async function flagUnread(tx: Transaction, diff: RackScanDiff<Sample>): Promise<void> {
  for (const { sample } of diff.unread) {
    if (sample && !sample.positionConflict)
      await tx.patch(sampleEntity, sample.id, { positionConflict: true });
  }
}

async function recordScan(
  tx: Transaction,
  context: OperationContext,
  scan: RackScan,
  diff: RackScanDiff<Sample>,
  placingResults: readonly PlacingResult[],
  absent: readonly Sample[],
): Promise<void> {
  const misplaced = new Set(
    placingResults
      .filter((one) => one.effect !== 'PLACED' && one.effect !== 'SLOT_TAKEN')
      .map((one) => one.sample.id),
  );
  const scannedTubes = [...diff.stays, ...diff.shifts, ...diff.arrives].map(({ sample }) => sample.id);
  const { container } = scan;
  await recordEvent(tx, context, {
    type: 'CONTAINER_SCANNED',
    targetType: 'StorageManagement',
    targetId: container.id,
    data: {
      mode: scan.mode,
      bulkId: scan.bulkId,
      by: context.actor.name,
      to: { containerId: container.id, container: container.name, position: null },
      sampleIds: scannedTubes.filter((id) => !misplaced.has(id)),
      changed: placingResults.map((one) => one.sample.id),
      absent: absent.map((sample) => sample.id),
      unknown: diff.unknown,
      unread: diff.unread.map(({ position, sample }) => ({ position, sampleId: sample?.id ?? null })),
    },
  });
}

// A sample that was moved after the scan keeps its later place: the results are combined, not lost.
const withDetail = (one: PlacingResult): PlacingResult =>
  one.effect === 'SUPERSEDED'
    ? {
        ...one,
        code: 'SUPERSEDED_BY_SCAN',
        message: [`${one.sample.barcode} was moved after this scan.`, one.message].filter(Boolean).join(' '),
      }
    : one;

// The container's event has the whole list; at the bench a verdict must be readable at a glance.
const joinNames = (names: readonly string[]): string =>
  names.length <= 12 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;

function scanNotes(diff: RackScanDiff<Sample>, absent: readonly Sample[]): string[] {
  const notes: string[] = [];
  const unknown = diff.unknown.map(({ barcode, position }) => `${barcode} (${position})`);
  if (unknown.length > 0) notes.push(`Unknown codes: ${joinNames(unknown)}.`);
  if (diff.unread.length > 0) notes.push(`Not read: ${joinNames(diff.unread.map((one) => one.position))}.`);
  if (absent.length > 0)
    notes.push(`Expected but not seen: ${joinNames(absent.map((sample) => sample.barcode))}.`);
  return notes;
}
