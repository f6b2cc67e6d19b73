import { Decimal } from 'decimal.js';
import type { Batch } from '#db/batches/batch.ts';
import { tubeOf } from '#db/batches/batch-volume.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeVolume } from '#db/samples/volume.ts';
import type { Transaction } from '#db/transaction.ts';
import { sumUsed } from './used-volume.ts';

/** Sum the volume that a batch drew from a tube for one of its samples. */
async function sumDrawn(tx: Transaction, batch: Batch, library: Sample): Promise<Decimal> {
  const events = await tx.find(event, { targetId: tubeOf(library) });
  return events
    .filter(
      ({ type, data }) =>
        type === 'SAMPLE_VOLUME_CHANGED' && data['batchId'] === batch.id && data['drawnFor'] === library.id,
    )
    .reduce((sum, { data }) => sum.minus(String(data['delta'])), new Decimal(0));
}

/** Return what is left of a library for a pool or a flow cell: also what the start drew and nobody used yet. */
export async function availableVolume(
  tx: Transaction,
  batch: Batch,
  library: Sample,
): Promise<Decimal | null> {
  const tube = await tx.get(sample, tubeOf(library));
  if (!tube || tube.remainingVolume === null) return null;
  const unused = (await sumDrawn(tx, batch, library)).minus(await sumUsed(tx, batch, library));
  return unused.plus(tube.remainingVolume);
}

/**
 * Draw what pools and flow cells took from a library beyond what the batch drew for it: the start of the batch drew
 * the input of its procedure, so only the difference is booked, and the library gets back what was not used.
 */
export async function settleDraw(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  library: Sample,
  reason: string,
): Promise<void> {
  const tube = await tx.get(sample, tubeOf(library));
  if (!tube || tube.remainingVolume === null) return;
  const difference = (await sumUsed(tx, batch, library)).minus(await sumDrawn(tx, batch, library));
  const isShort = difference.greaterThan(0) && difference.greaterThan(tube.remainingVolume);
  if (isShort && !(await context.changedSinceSeen(sample, tube.id)))
    throw refuse(
      'INSUFFICIENT_VOLUME',
      `Only ${new Decimal(tube.remainingVolume).toFixed()} µL are left in ${tube.barcode}. Take less.`,
    );
  await changeVolume(tx, context, tube.id, difference.negated(), reason, {
    batchId: batch.id,
    drawnFor: library.id,
  });
}
