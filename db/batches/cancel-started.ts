import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';
import { returnInput } from './batch-volume.ts';
import { changeBatchStatus, plateOf, procedureOf } from './find-batch.ts';
import { releaseSample } from './release-sample.ts';

/** Returns what a batch has drawn and puts its samples back into the queue. */
export async function releaseAll(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  reason: string,
): Promise<void> {
  const method = await procedureOf(tx, row);
  const { samples } = await plateOf(tx, row.id);
  for (const one of samples)
    if (one.status === 'IN_PROGRESS')
      await returnInput(tx, context, row, method, one, `${row.julianId} canceled`);
  for (const one of samples)
    if (one.status === 'BATCH_ASSIGNED' || one.status === 'IN_PROGRESS')
      await releaseSample(tx, context, one, reason);
}

/** Cancels a batch by a person's decision on a conflict; one that has ended meanwhile stays as it ended. */
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
