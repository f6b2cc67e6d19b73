import type { Batch } from '#db/batches/batch.ts';
import { personName } from '#db/batches/find-batch.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictVersion } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Failure, failOne } from './fail-one.ts';

/**
 * Fail a sample whose batch is completed: a child that still waits is canceled, a child in later work is
 * flagged. The specimen is updated only then: without an open sample it failed, as it does when the failure
 * arrives first. `flagged` tells that somebody still decides about the failure: it arrived after the
 * completion (domain 5.11, case 24), and the caller opens the conflict.
 */
export async function failLate(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
  to: 'FAILED_QC' | 'FAILED_BATCH_DUPLICATE',
  flagged = true,
): Promise<void> {
  await withdrawChildren(tx, context, row, cancelReason(row));
  await failOne(tx, context, row, to, failure, flagged);
}

/** Cancel the children of a completed sample that still wait; flag those in later work for review. */
export async function withdrawChildren(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  reason: string,
): Promise<void> {
  for (const child of await childrenOf(tx, row)) {
    if (isWaiting(child)) await changeSampleStatus(tx, context, child, 'CANCELED', { reason });
    else if (!TERMINAL_STATUSES.includes(child.status))
      await tx.patch(sample, child.id, { flaggedForReview: true });
  }
}

const TERMINAL_STATUSES: readonly SampleStatus[] = ['CANCELED', 'RESET', 'FAILED_QC_CANCELED'];

const isWaiting = ({ status }: Sample): boolean => status === 'IN_QUEUE' || status === 'RECEIVED_ON_HOLD';

/**
 * List what a completed batch made of a sample: no other wells of its tube, repeats, or aliquots for other
 * orders.
 */
export async function childrenOf(tx: Transaction, row: Sample): Promise<Sample[]> {
  const children = await tx.find(sample, { parentSampleId: row.id });
  return children.filter(
    (one) =>
      one.duplicateOfSampleId === null && one.attempt === row.attempt && one.specimenId === row.specimenId,
  );
}

const cancelReason = (row: Sample): string => `${row.barcode} failed`;

/** Cancel a child because its parent failed. */
export const cancelChild = (
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  child: Sample,
): Promise<Sample> => changeSampleStatus(tx, context, child, 'CANCELED', { reason: cancelReason(row) });

/** Check whether a child was canceled because its parent failed. */
export async function isCanceledFor(tx: Transaction, row: Sample, child: Sample): Promise<boolean> {
  if (child.status !== 'CANCELED') return false;
  const history = await tx.find(event, { targetId: child.id });
  return history.some(({ data }) => data['to'] === 'CANCELED' && data['reason'] === cancelReason(row));
}

/** Find who completed the batch, as the other side of the conflict. */
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
