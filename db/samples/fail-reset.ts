import { batch } from '#db/batches/batch.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Failure, isOpen } from './fail-one.ts';
import { mergeFailure } from './merge-failure.ts';
import { repeatProblem } from './repeat-problem.ts';
import { type Sample, sample } from './sample.ts';

/**
 * Write a failure on a sample whose batch a colleague reset without knowledge of it: the sample failed before
 * it was repeated, as it does when the failure arrives first (domain 5.11, case 23). Returns false when that
 * is not the case, or when its repeat needed a decision of its own.
 */
export async function failReset(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
  flagged: boolean,
): Promise<boolean> {
  if (row.batchId === null || row.duplicateOfSampleId !== null) return false;
  const from = await tx.get(batch, row.batchId);
  if (from?.status !== 'RESET' || !(await wasChangedConcurrently(context, sample, row.id))) return false;
  if (row.failedAt !== null) {
    await mergeFailure(tx, context, row, failure);
    return true;
  }
  const failed = { ...row, failureReason: failure.reason };
  if (await repeatProblem(tx, 'LAB_MANAGER', failed)) return false;
  const duplicates = await tx.find(sample, { batchId: from.id });
  if (duplicates.some((one) => one.duplicateOfSampleId === row.id)) return false;
  const failureFields = { failureReason: failure.reason, failureNotes: failure.notes };
  await tx.patch(sample, row.id, {
    ...failureFields,
    failedAt: context.occurredAt,
    failedById: context.actor.userId,
    flaggedForReview: row.flaggedForReview || flagged,
  });
  const { reason, notes } = failure;
  await recordEvent(tx, context, {
    type: 'SAMPLE_FAILED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.status, to: row.status, reason, notes, by: context.actor.name },
  });
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (!owner) return true;
  const otherSamples = (await tx.find(sample, { specimenId: owner.id })).filter(
    (one) => one.id !== row.id && one.attempt <= row.attempt && isOpen(one),
  );
  const failedBatchCount = owner.failedBatchCount + 1;
  await tx.patch(specimen, owner.id, { failedBatchCount, ...(otherSamples.length > 0 ? {} : failureFields) });
  return true;
}
