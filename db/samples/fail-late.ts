import type { Batch } from '#db/batches/batch.ts';
import { personName } from '#db/batches/person-name.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import type { ConflictVersion } from '#db/records/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeSampleStatus } from './change-sample-status.ts';
import { type Failure, failOne } from './fail-one.ts';
import { type Sample, sample } from './sample.ts';
import type { SampleStatus } from './sample-status.ts';

/**
 * Fails a sample whose batch was completed meanwhile (domain 5.11, case 24): a child that still waits is canceled, one
 * that is further on is flagged. Only then is the specimen looked at: without an open sample it failed, as it does when
 * the failure comes first. Whoever calls it opens the conflict.
 */
export async function failLate(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
  to: 'FAILED_QC' | 'FAILED_BATCH_DUPLICATE',
): Promise<void> {
  for (const child of await childrenOf(tx, row)) {
    if (isWaiting(child)) await cancelChild(tx, context, row, child);
    else if (!TERMINAL_STATUSES.includes(child.status))
      await tx.patch(sample, child.id, { flaggedForReview: true });
  }
  await failOne(tx, context, row, to, failure, true);
}

const TERMINAL_STATUSES: readonly SampleStatus[] = ['CANCELED', 'RESET', 'FAILED_QC_CANCELED'];

const isWaiting = ({ status }: Sample): boolean => status === 'IN_QUEUE' || status === 'RECEIVED_ON_HOLD';

/** What a completed batch made of a sample: neither another well of its tube, nor a repeat, nor an aliquot for another order. */
export async function childrenOf(tx: Transaction, row: Sample): Promise<Sample[]> {
  const children = await tx.find(sample, { parentSampleId: row.id });
  return children.filter(
    (one) =>
      one.duplicateOfSampleId === null && one.attempt === row.attempt && one.specimenId === row.specimenId,
  );
}

const cancelReason = (row: Sample): string => `${row.barcode} failed`;

/** Cancels a child because its parent failed. */
export const cancelChild = (
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  child: Sample,
): Promise<Sample> => changeSampleStatus(tx, context, child, 'CANCELED', { reason: cancelReason(row) });

/** Was a child canceled because its parent failed? */
export async function isCanceledFor(tx: Transaction, row: Sample, child: Sample): Promise<boolean> {
  if (child.status !== 'CANCELED') return false;
  const history = await tx.find(event, { targetId: child.id });
  return history.some(({ data }) => data['to'] === 'CANCELED' && data['reason'] === cancelReason(row));
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
