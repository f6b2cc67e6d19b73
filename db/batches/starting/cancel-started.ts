import type { Batch } from '#db/batches/batch.ts';
import { returnInput } from '#db/batches/batch-volume.ts';
import { releasedFromWork } from '#db/batches/failures/failed-in-canceled.ts';
import { changeBatchStatus, plateOf, procedureOf } from '#db/batches/find-batch.ts';
import { releaseSample } from '#db/batches/layout/release-sample.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';

/** Return the drawn volumes of a batch and put its samples back into the queue. */
export async function releaseAll(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  reason: string,
): Promise<void> {
  const method = await procedureOf(tx, row);
  const { samples } = await plateOf(tx, row.id);
  const inWork: Sample[] = [];
  for (const one of samples)
    if (one.status === 'IN_PROGRESS' || (await wasRestarted(tx, one))) inWork.push(one);
  for (const one of inWork) await returnInput(tx, context, row, method, one, `${row.julianId} canceled`);
  const released = samples.filter((one) => one.status === 'BATCH_ASSIGNED' || inWork.includes(one));
  const noted = new Map<string, Awaited<ReturnType<typeof releasedFromWork>>>();
  for (const one of released) noted.set(one.id, await releasedFromWork(tx, row, one));
  for (const one of released) await releaseSample(tx, context, one, reason, {}, noted.get(one.id));
}

// The specimen was restarted while the sample was in work: the well returns its volume, as before the
// restart.
async function wasRestarted(tx: Transaction, { id, status }: Sample): Promise<boolean> {
  if (status !== 'RESET') return false;
  const events = await tx.find(event, { targetId: id });
  return events.findLast(({ data }) => data['to'] === 'RESET')?.data['from'] === 'IN_PROGRESS';
}

/**
 * Cancel a batch by a person's decision on a conflict; one that has ended in the meantime keeps its status.
 */
export async function cancelStarted(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  reason: string,
): Promise<void> {
  if (row.status !== 'IN_PROGRESS' && row.status !== 'NOT_STARTED') return;
  await changeBatchStatus(tx, context, row, 'CANCELED', { event: 'BATCH_CANCELED', reason });
  await releaseAll(tx, context, row, reason);
}
