import type { OperationContext } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { wellPosition } from '#db/values/plate-well.ts';
import { batchControl } from './batch-control.ts';
import { type BatchPlate, recordLayoutChange } from './find-batch.ts';
import { type Layout, layoutChanges } from './plate-layout.ts';

const nameOf = (plate: BatchPlate, id: string): string =>
  plate.samples.find((row) => row.id === id)?.barcode ??
  plate.controls.find((row) => row.id === id)?.name ??
  id;

/** Writes the wells that differ between the plate and the layout that it shall have. */
export async function applyLayout(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  plate: BatchPlate,
  next: Layout,
): Promise<void> {
  for (const { content, well } of layoutChanges(plate.layout, next)) {
    if (content.kind === 'control') await tx.patch(batchControl, content.id, { plateLocation: well });
    else await tx.patch(sample, content.id, { plateLocation: well, batchOrder: wellPosition(well) ?? null });
    await recordLayoutChange(tx, context, batchId, {
      id: content.id,
      barcode: nameOf(plate, content.id),
      well,
    });
  }
}
