import { type Batch, batch, isOpen } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { drawInput, returnInput } from '#db/batches/batch-volume.ts';
import { type BatchPlate, batchOf, plateOf, procedureOf } from '#db/batches/find-batch.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictKind, OpenConflict } from '#db/records/conflicts/conflict-kind.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { isWellName, wellPosition } from '#db/values/plate-well.ts';
import { claimLayout, type LayoutClaim, namesOn } from './claim-layout.ts';
import { correctWell, joinStarted, type WellTarget } from './correct-well.ts';
import { join, recordPlacing, SAMPLE_IN_TWO_BATCHES, wellFields } from './place-one.ts';
import type { WellContent } from './plate-layout.ts';
import { releaseSample } from './release-sample.ts';
import { WELL_TAKEN } from './well-taken.ts';

const textOf = (conflict: OpenConflict, key: string): string => {
  const value = conflict.mine.value[key];
  return typeof value === 'string' ? value : '';
};

async function moveToWell(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  row: Sample,
  well: string | null,
): Promise<void> {
  const batchOrder = well === null ? null : (wellPosition(well) ?? null);
  await tx.patch(sample, row.id, { plateLocation: well, batchOrder });
  await recordPlacing(tx, context, batchId, { id: row.id, barcode: row.barcode, well });
}

// A control cannot be unplaced: without a well it is removed, and can be placed again.
async function putControl(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  id: string,
  well: string | null,
): Promise<void> {
  const fields = well === null ? { deleted: true } : { deleted: false, plateLocation: well };
  const { name } = await tx.patch(batchControl, id, fields);
  await recordPlacing(tx, context, batchId, { id, barcode: name, well });
}

/** Two claims to one well: the second sample stays unplaced, takes the well, or gets another one. */
export const wellTakenConflict: ConflictKind = {
  kind: WELL_TAKEN,
  title: 'Two claims to one well',
  labels: { KEEP_A: 'Leave it unplaced', KEEP_B: 'Give it the well', ENTER_VALUE: 'Choose another well' },
  valuePrompt: 'Another well',
  async resolve(tx, context, conflict, choice, value) {
    if (choice === 'KEEP_A') return;
    const [batchId, claimedWell] = [textOf(conflict, 'batchId'), textOf(conflict, 'well')];
    const batchRow = await batchOf(tx, context, batchId);
    // A batch that was canceled before it started has no plate.
    if (batchRow.startedAt === null && batchRow.status !== 'NOT_STARTED') return;
    const well = choice === 'KEEP_B' ? claimedWell : (value ?? '').trim().toUpperCase();
    if (!isWellName(well)) throw new AppError('VALIDATION', MESSAGES.invalidPlateLocation);
    const plate = await plateOf(tx, batchId);
    const inWell = plate.layout.get(well);
    const occupant = inWell?.id === conflict.targetId ? undefined : inWell;
    if (choice !== 'KEEP_B' && occupant) throw refuse(WELL_TAKEN, `Well ${well} is occupied.`);
    const kind = conflict.mine.value['kind'] === 'control' ? ('control' as const) : ('sample' as const);
    const target = { kind, id: conflict.targetId, well, dnaBarcode: null };
    if (batchRow.status === 'NOT_STARTED') await giveWell(tx, context, batchRow, target, occupant);
    else if (await context.changedSinceSeen(syncConflict, conflict.id))
      await claimWell(tx, context, batchRow, plate, target, occupant);
    else await correctWell(tx, context, batchRow, target, 'Conflict decided');
  },
};

async function giveWell(
  tx: Transaction,
  context: OperationContext,
  batchRow: Batch,
  { kind, id, well }: WellTarget,
  occupant: WellContent | undefined,
): Promise<void> {
  const row = kind === 'control' ? null : await sampleOf(tx, id);
  if (row?.batchId === null && row.status === 'IN_QUEUE') await join(tx, context, batchRow, row, null);
  else if (row && row.batchId !== batchRow.id)
    throw refuse('NOT_IN_BATCH', `Sample ${row.barcode} is not in batch ${batchRow.julianId}.`);
  if (occupant?.kind === 'control') await putControl(tx, context, batchRow.id, occupant.id, null);
  else if (occupant) await moveToWell(tx, context, batchRow.id, await sampleOf(tx, occupant.id), null);
  if (row) await moveToWell(tx, context, batchRow.id, row, well);
  else await putControl(tx, context, batchRow.id, id, well);
}

// The decision was made without knowledge of the start: the pipetted layout counts until a person compares
// both (case 29).
async function claimWell(
  tx: Transaction,
  context: OperationContext,
  batchRow: Batch,
  plate: BatchPlate,
  target: WellTarget,
  occupant: WellContent | undefined,
): Promise<void> {
  const names = namesOn(plate);
  const claims: WellTarget[] = [target];
  if (occupant) claims.push({ ...occupant, well: null, dnaBarcode: null });
  const namedClaims: LayoutClaim[] = [];
  for (const one of claims) {
    const own =
      one.kind === 'control'
        ? (await tx.get(batchControl, one.id))?.name
        : (await tx.get(sample, one.id))?.barcode;
    namedClaims.push({ ...one, name: names.get(one.id) ?? own ?? one.id });
  }
  await claimLayout(tx, context, batchRow, plate, namedClaims);
}

/** One sample in two batches: it stays in the first or moves to the second, with its volumes. */
export const sampleInTwoBatchesConflict: ConflictKind = {
  kind: SAMPLE_IN_TWO_BATCHES,
  title: 'One sample in two batches',
  labels: { KEEP_A: 'Keep in the first batch', KEEP_B: 'Keep in the second batch' },
  async resolve(tx, context, conflict, choice) {
    const row = await sampleOf(tx, conflict.targetId);
    await tx.patch(sample, row.id, { flaggedForReview: false });
    // A failure overrides both claims: a sample that failed in the meantime goes into no batch again.
    if (choice === 'KEEP_A' || row.failedAt !== null) return;
    const second = await batchOf(tx, context, textOf(conflict, 'batchId'));
    if (row.batchId === second.id) return;
    const claimedWell = textOf(conflict, 'well');
    const { layout } = await plateOf(tx, second.id);
    const well = isWellName(claimedWell) && !layout.has(claimedWell) ? claimedWell : null;
    const reason = `Moved to batch ${second.julianId}`;
    if (second.status === 'NOT_STARTED') await moveOver(tx, context, row, second, well, reason);
    else if (isOpen(second.status))
      await joinStarted(tx, context, second, await procedureOf(tx, second), row, well, reason);
    // The second batch has ended: the sample is in neither, and a person reviews what was used of it.
    else await leaveFirst(tx, context, row, second, reason);
    if (isOpen(second.status))
      await recordPlacing(tx, context, second.id, { id: row.id, barcode: row.barcode, well });
  },
};

const MOVABLE: readonly Sample['status'][] = ['IN_QUEUE', 'BATCH_ASSIGNED', 'IN_PROGRESS'];

async function moveOver(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  second: Batch,
  well: string | null,
  reason: string,
): Promise<void> {
  // A failed or ended sample keeps its status; the decision only records where it was.
  if (!MOVABLE.includes(row.status)) return;
  await returnFromFirst(tx, context, row, second);
  await tx.patch(sample, row.id, { batchId: second.id, status: 'BATCH_ASSIGNED', ...wellFields(well) });
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.status, to: 'BATCH_ASSIGNED', reason, by: context.actor.name },
  });
}

async function leaveFirst(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  second: Batch,
  reason: string,
): Promise<void> {
  await returnFromFirst(tx, context, row, second);
  if (row.status === 'IN_PROGRESS' || row.status === 'BATCH_ASSIGNED')
    await releaseSample(tx, context, row, reason);
  if (second.startedAt !== null && second.status !== 'CANCELED')
    await drawInput(tx, context, second, await procedureOf(tx, second), row);
  await tx.patch(sample, row.id, { flaggedForReview: second.status !== 'CANCELED' });
}

// The volume that the first batch did not draw is returned.
async function returnFromFirst(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  second: Batch,
): Promise<void> {
  const first = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
  if (!first || row.status !== 'IN_PROGRESS') return;
  const method = await procedureOf(tx, first);
  await returnInput(tx, context, first, method, row, `Moved to batch ${second.julianId}`);
}
