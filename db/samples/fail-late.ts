import type { Batch } from '#db/batches/batch.ts';
import { personName } from '#db/batches/person-name.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictVersion } from '#db/records/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeSampleStatus } from './change-sample-status.ts';
import { type Failure, failOne } from './fail-one.ts';
import { type Sample, sample } from './sample.ts';

/**
 * Fails a sample whose batch was completed meanwhile (domain 5.11, case 24): a child that still waits is canceled, one
 * that is further on is flagged. Whoever calls it opens the conflict.
 */
export async function failLate(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
  to: 'FAILED_QC' | 'FAILED_BATCH_DUPLICATE' = 'FAILED_QC',
): Promise<void> {
  await failOne(tx, context, row, to, failure, true);
  const children = await tx.find(sample, { parentSampleId: row.id });
  for (const child of children.filter((one) => one.duplicateOfSampleId === null)) {
    const waiting = child.status === 'IN_QUEUE' || child.status === 'RECEIVED_ON_HOLD';
    if (waiting)
      await changeSampleStatus(tx, context, child, 'CANCELED', { reason: `${row.barcode} failed` });
    else await tx.patch(sample, child.id, { flaggedForReview: true });
  }
}

/** Who completed the batch, as the other side of the conflict. */
export async function completionOf(
  tx: Transaction,
  done: Batch | undefined,
  value: ConflictVersion['value'],
): Promise<ConflictVersion | null> {
  if (!done || done.completedAt === null) return null;
  return {
    userId: done.completedById,
    name: await personName(tx, done.completedById),
    occurredAt: done.completedAt,
    label: `Completed with batch ${done.julianId}`,
    value: { ...value, batchId: done.id },
  };
}
