import { Decimal } from 'decimal.js';
import type { OperationContext } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { event } from '#db/records/event.ts';
import { changeVolume } from '#db/samples/change-volume.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';

/** The tube from which a well is filled: a duplicate draws from its source. */
export const tubeOf = (row: Sample): string => row.duplicateOfSampleId ?? row.id;

/** Draws the input of one well from its tube, at most what the tube holds, and notes for which batch and well it was. */
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

/** The tube in which the material of this one is now: what was re-queued took all that was left. */
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

/** Returns to its tube, or to the one that its material went on in, what a batch has drawn for one well, and not more. */
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
  // What was drawn before draws named their well is the whole input.
  const drawnVolume =
    booked.length === 0
      ? new Decimal(method.sampleInputVolume ?? '0')
      : booked.reduce((sum, { data }) => sum.minus(String(data['delta'])), new Decimal(0));
  if (drawnVolume.lessThanOrEqualTo(0)) return;
  const holder = await holderOf(tx, tubeId);
  // It was re-queued with too little: what comes back was part of it from its beginning.
  if (holder && holder.id !== tubeId && holder.initialVolume !== null)
    await tx.patch(sample, holder.id, { initialVolume: drawnVolume.plus(holder.initialVolume).toFixed() });
  await changeVolume(tx, context, holder?.id ?? tubeId, drawnVolume, reason, {
    batchId: of.id,
    drawnFor: row.id,
  });
}
