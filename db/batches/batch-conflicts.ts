import { Decimal } from 'decimal.js';
import type { ConflictKind, OpenConflict } from '#db/conflict-kind.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeVolume } from '#db/samples/change-volume.ts';
import { sampleOf } from '#db/samples/find-placed.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { isWellName, wellPosition } from '#db/values/plate-well.ts';
import { type Batch, batch } from './batch.ts';
import { isOpen } from './batch-status.ts';
import { assertNotStarted, batchOf, plateOf, procedureOf } from './find-batch.ts';
import { recordPlacing, SAMPLE_IN_TWO_BATCHES, WELL_TAKEN } from './place-one.ts';

const textOf = (conflict: OpenConflict, key: string): string => {
  const value = conflict.mine.value[key];
  return typeof value === 'string' ? value : '';
};

async function put(
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

/** Two samples for one well: the second stays unplaced, takes the well, or gets another one. */
export const wellTakenConflict: ConflictKind = {
  kind: WELL_TAKEN,
  title: 'Two samples for one well',
  labels: { KEEP_A: 'Leave it unplaced', KEEP_B: 'Give it the well', ENTER_VALUE: 'Choose another well' },
  asks: 'Another well',
  async resolve(tx, context, conflict, choice, value) {
    if (choice === 'KEEP_A') return;
    const [batchId, wanted] = [textOf(conflict, 'batchId'), textOf(conflict, 'well')];
    const found = await batchOf(tx, context, batchId);
    assertNotStarted(found);
    const row = await sampleOf(tx, conflict.targetId);
    if (row.batchId !== batchId)
      throw refuse('NOT_IN_BATCH', `Sample ${row.barcode} is not in batch ${found.julianId}.`);
    const well = choice === 'KEEP_B' ? wanted : (value ?? '').trim().toUpperCase();
    if (!isWellName(well)) throw new AppError('VALIDATION', MESSAGES.invalidPlateLocation);
    const { samples, layout } = await plateOf(tx, batchId);
    const occupant = layout.get(well);
    if (occupant && occupant.id !== row.id) {
      const other = samples.find((one) => one.id === occupant.id);
      if (choice !== 'KEEP_B' || !other) throw refuse(WELL_TAKEN, `Well ${well} is occupied.`);
      await put(tx, context, batchId, other, null);
    }
    await put(tx, context, batchId, row, well);
  },
};

/** One sample in two batches: it stays in the first, or goes over to the second; the volumes follow. */
export const sampleInTwoBatchesConflict: ConflictKind = {
  kind: SAMPLE_IN_TWO_BATCHES,
  title: 'One sample in two batches',
  labels: { KEEP_A: 'It is in the first batch', KEEP_B: 'It is in the second batch' },
  async resolve(tx, context, conflict, choice) {
    const row = await sampleOf(tx, conflict.targetId);
    await tx.patch(sample, row.id, { flaggedForReview: false });
    // A failure beats both claims: what failed meanwhile goes into no batch again.
    if (choice === 'KEEP_A' || row.failedAt !== null) return;
    const second = await batchOf(tx, context, textOf(conflict, 'batchId'));
    if (!isOpen(second.status)) throw refuse('BATCH_CLOSED', `Batch ${second.julianId} is closed.`);
    const first = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
    if (row.status === 'IN_PROGRESS' && first) await book(tx, context, row, first, 1);
    const { layout } = await plateOf(tx, second.id);
    const wanted = textOf(conflict, 'well');
    const well = isWellName(wanted) && !layout.has(wanted) ? wanted : null;
    const status = second.status === 'IN_PROGRESS' ? 'IN_PROGRESS' : 'BATCH_ASSIGNED';
    await tx.patch(sample, row.id, { batchId: second.id, status });
    await recordEvent(tx, context, {
      type: 'SAMPLE_STATUS_CHANGED',
      targetType: 'Sample',
      targetId: row.id,
      data: {
        from: row.status,
        to: status,
        reason: `Moved to batch ${second.julianId}`,
        by: context.actor.name,
      },
    });
    await put(tx, context, second.id, row, well);
    if (status === 'IN_PROGRESS') await book(tx, context, row, second, -1);
  },
};

// What one batch did not draw goes back; what the other one drew is booked.
async function book(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  of: Batch,
  sign: 1 | -1,
): Promise<void> {
  const input = new Decimal((await procedureOf(tx, of)).sampleInputVolume ?? '0').times(sign);
  await changeVolume(tx, context, row.id, input, `Corrected: ${of.julianId}`);
}
