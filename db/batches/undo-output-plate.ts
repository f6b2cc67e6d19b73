import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { UNDO_HOURS } from '#db/samples/bulk-action.ts';
import { putBack } from '#db/samples/put-back.ts';
import { sample } from '#db/samples/sample.ts';
import { readUndo } from '#db/samples/undo-parts.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { batch } from './batch.ts';
import { batchOf, recordLayoutChange } from './find-batch.ts';
import { outputPlateOf, outputsOf } from './output-plate.ts';

/**
 * Undo an output plate that was made by mistake: its tubes are in no plate again, and the plate is retired
 * with its label free.
 */
export const undoOutputPlate = defineOperation({
  name: 'undo-output-plate',
  version: 1,
  kind: 'intent',
  title: 'Take output plate back',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, reason: longText.trim().min(1, 'A reason is required.') }),
  subjects: (args) => [args.batchId],
  async run(tx, { batchId, reason }, context) {
    const batchRow = await batchOf(tx, context, batchId);
    const plate = await outputPlateOf(tx, batchRow);
    if (!plate) throw refuse('NO_OUTPUT_PLATE', `Batch ${batchRow.julianId} has no output plate.`);
    const outputs = (await outputsOf(tx, batchRow)).map((one) => one.sample.id);
    const undo = await readUndo(tx, context, plate.id, outputs);
    if (undo.isTooOld) throw refuse('TOO_LATE', `An output plate can be taken back for ${UNDO_HOURS} hours.`);
    for (const part of undo.free) await putBack(tx, context, part, { bulkId: plate.id, reason });
    const still = await tx.find(sample, { storageLocationId: plate.id });
    if (still.length > 0)
      return warned(
        'NOT_EMPTY',
        `${plate.name} stays: ${still.map((row) => row.barcode).join(', ')} stand in it. Move them out first.`,
      );
    await retire(tx, context, plate, reason);
    await tx.patch(batch, batchRow.id, { outputPlateId: null });
    await recordLayoutChange(tx, context, batchRow.id, {
      outputPlateId: null,
      reason: `Output plate ${plate.barcode} taken back: ${reason}`,
    });
    if (undo.blocked.length === 0) return applied;
    return warned('CHANGED_SINCE', `Left where they are now: ${undo.blocked.join(', ')}.`);
  },
});

// Its label and its slot become free for the replacement plate.
async function retire(
  tx: Transaction,
  context: OperationContext,
  plate: StorageManagement,
  reason: string,
): Promise<void> {
  for (const label of await tx.find(barcode, { targetId: plate.id }))
    if (label.active) await tx.patch(barcode, label.id, { active: false });
  await tx.patch(storageManagement, plate.id, { status: 'RETIRED', barcode: null, positionInParent: null });
  await recordEvent(tx, context, {
    type: 'CONTAINER_RETIRED',
    targetType: 'StorageManagement',
    targetId: plate.id,
    data: { from: plate.status, to: 'RETIRED', reason, by: context.actor.name },
  });
}
