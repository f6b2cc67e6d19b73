import { type Batch, batch } from '#db/batches/batch.ts';
import { plateOf, recordLayoutChange } from '#db/batches/find-batch.ts';
import type { OperationContext } from '#db/operation.ts';
import { retainedDnaBarcode, type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { OFF_PLATE, releaseSample } from './release-sample.ts';

/** The reason in the history for a failed sample that left a layout. */
export const LEFT_FAILED = 'Failed';

/**
 * The material that left the layout of a batch: the sample as it is now, and the duplicates that draw from
 * its tube.
 */
export interface LeftLayout {
  batch: Batch;
  row: Sample;
  duplicates: Sample[];
}

/**
 * Take a sample and its duplicates off the layout of a batch that has not started. Nothing was drawn, so the
 * result is as if the sample had never been placed; the batch's history keeps the reason. Null when the
 * sample is in no such layout.
 */
export async function leaveLayout(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  reason: string,
): Promise<LeftLayout | null> {
  const from = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
  if (from?.status !== 'NOT_STARTED' || row.status !== 'BATCH_ASSIGNED') return null;
  const { samples } = await plateOf(tx, from.id);
  const duplicates = samples.filter(
    (one) => one.duplicateOfSampleId === row.id && one.status === 'BATCH_ASSIGNED',
  );
  for (const one of duplicates) await releaseSample(tx, context, one, reason);
  // A duplicate exists only for its well: it cannot go back to a queue.
  if (row.duplicateOfSampleId === null) await releaseSample(tx, context, row, reason);
  else await tx.patch(sample, row.id, { ...OFF_PLATE, dnaBarcode: retainedDnaBarcode(row) });
  for (const one of [row, ...duplicates])
    await recordLayoutChange(tx, context, from.id, { id: one.id, barcode: one.barcode, well: null, reason });
  return { batch: from, row: (await tx.get(sample, row.id)) ?? row, duplicates };
}

/** Return the sentence for the person who failed a sample that left a layout. */
export const leftLayoutText = ({ batch: { julianId }, row, duplicates }: LeftLayout): string =>
  [
    `Sample ${row.barcode} failed and was removed from the layout of batch ${julianId}.`,
    ...(duplicates.length > 0
      ? [`Its duplicates were removed too: ${duplicates.map((one) => one.barcode).join(', ')}.`]
      : []),
  ].join(' ');
