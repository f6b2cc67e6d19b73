import { Decimal } from 'decimal.js';
import type { OperationContext } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeVolume } from '#db/samples/volume.ts';
import { sumUsed } from '#db/sequencing/pools/used-volume.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';

/** Return the tube from which a well is filled: a duplicate draws from its source. */
export const tubeOf = (row: Sample): string => row.duplicateOfSampleId ?? row.id;

/** Draw the input of one well from its tube, at most the tube's volume, and record the batch and well. */
export async function drawInput(
  tx: Transaction,
  context: OperationContext,
  of: Batch,
  method: Procedure,
  row: Sample,
): Promise<void> {
  const input = new Decimal(method.sampleInputVolume ?? '0');
  const tube = await tx.get(sample, tubeOf(row));
  if (!tube || tube.remainingVolume === null || input.isZero()) return;
  const drawnVolume = Decimal.min(input, Decimal.max(tube.remainingVolume, 0));
  await changeVolume(tx, context, tube.id, drawnVolume.negated(), of.julianId, {
    batchId: of.id,
    drawnFor: row.id,
  });
}

/** Return the tube that holds the material of a tube now: a re-queue takes all that was left. */
async function holderOf(tx: Transaction, tubeId: string): Promise<Sample | undefined> {
  let holder = await tx.get(sample, tubeId);
  const visitedIds = new Set<string>();
  while (holder && !visitedIds.has(holder.id)) {
    visitedIds.add(holder.id);
    const events = await tx.find(event, { targetId: holder.id });
    const next = events.map(({ data }) => data['requeuedTo']).findLast((one) => typeof one === 'string');
    if (typeof next !== 'string') return holder;
    holder = await tx.get(sample, next);
  }
  return holder;
}

/**
 * Return the volume that a batch drew for one well to its tube, or to the tube that received the material,
 * and no more. What is in a pool or on a flow cell does not come back.
 */
export async function returnInput(
  tx: Transaction,
  context: OperationContext,
  of: Batch,
  method: Procedure,
  row: Sample,
  reason: string,
): Promise<void> {
  const tubeId = tubeOf(row);
  const booked = (await tx.find(event, { targetId: tubeId })).filter(
    ({ type, data }) =>
      type === 'SAMPLE_VOLUME_CHANGED' && data['batchId'] === of.id && data['drawnFor'] === row.id,
  );
  // Draws recorded before they named their well count as the whole input.
  const drawnVolume =
    booked.length === 0
      ? new Decimal(method.sampleInputVolume ?? '0')
      : booked.reduce((sum, { data }) => sum.minus(String(data['delta'])), new Decimal(0));
  const returned = drawnVolume.minus(await sumUsed(tx, of, row));
  if (returned.lessThanOrEqualTo(0)) return;
  const holder = await holderOf(tx, tubeId);
  // The sample was re-queued with too little: the returned volume is part of the new sample from its
  // creation.
  if (holder && holder.id !== tubeId && holder.initialVolume !== null)
    await tx.patch(sample, holder.id, { initialVolume: returned.plus(holder.initialVolume).toFixed() });
  await changeVolume(tx, context, holder?.id ?? tubeId, returned, reason, {
    batchId: of.id,
    drawnFor: row.id,
  });
}
