import { batch } from '#db/batches/batch.ts';
import { procedureOf } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { doneBy } from '#db/samples/custody/custody-chain.ts';
import { isEnough, materialFor, NOT_ENOUGH_MATERIAL } from '#db/samples/requeue-one.ts';
import { SAMPLE_STATUS, type Sample, sample } from '#db/samples/sample.ts';
import { usableProblem } from '#db/samples/usable-problem.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { childrenOf, isCanceledFor } from './fail-late.ts';
import { type LastFailure, recordDecision } from './failure-decision.ts';

interface Problem {
  code: string;
  message: string;
}

/**
 * Return why the failure of a sample cannot be overturned, or null: its status, its kind, or too little
 * material.
 */
export async function overturnProblem(
  tx: Transaction,
  row: Sample,
  last: LastFailure | null,
): Promise<Problem | null> {
  if (row.status === 'RESET') return requeuedProblem(tx, row);
  if (row.status !== 'FAILED_QC')
    return { code: 'TRANSITION', message: cannotChange(SAMPLE_STATUS, row.status, 'IN_QUEUE') };
  if (row.duplicateOfSampleId !== null)
    return {
      code: 'DUPLICATE',
      message: `Sample ${row.barcode} is a duplicate well without a tube of its own; re-queue it instead.`,
    };
  const before = last?.failed.data['from'];
  if (before === 'COMPLETED' || before === 'DEPLETED')
    return {
      code: 'WORK_WENT_ON',
      message: `Sample ${row.barcode} was completed before it failed; re-queue it instead.`,
    };
  return (await usableProblem(tx, row)) ?? materialProblem(tx, row);
}

/** Return why the failure of a re-queued sample cannot be overturned. */
async function requeuedProblem(tx: Transaction, row: Sample): Promise<Problem> {
  const events = await tx.find(event, { targetId: row.id });
  const requeued = events.find((one) => one.type === 'SAMPLE_REQUEUED');
  const requeueText = requeued ? ` as ${String(requeued.data['barcode'])} by ${doneBy(requeued)}` : '';
  return {
    code: 'REQUEUED',
    message: `Sample ${row.barcode} was re-queued${requeueText}; its failure can no longer be overturned.`,
  };
}

async function materialProblem(tx: Transaction, row: Sample): Promise<Problem | null> {
  if (await isEnough(tx, row)) return null;
  const message =
    (await materialFor(tx, row)) === null
      ? NOT_ENOUGH_MATERIAL
      : `Too little is left of sample ${row.barcode} for another run; re-queue it instead, from what it was made of.`;
  return { code: 'NOT_ENOUGH_MATERIAL', message };
}

/** Format the reason for a sample's completion with a batch. */
export const completionReason = (julianId: string): string => `${julianId} completed`;

/** Check whether the batch was completed with this sample before, or without knowledge of, its failure. */
export async function wasCompletedWithBatch(tx: Transaction, row: Sample): Promise<boolean> {
  const done = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
  if (done?.status !== 'COMPLETED') return false;
  const history = await tx.find(event, { targetId: row.id });
  return history.some(({ data }) => data['reason'] === completionReason(done.julianId));
}

/**
 * Refuse to overturn when the customer was asked or the work was stopped; an overturn must not revoke that
 * decision.
 */
export function assertInWork(owner: Specimen): void {
  if (['FAILED_QC', 'IN_PROGRESS', 'BATCH_ASSIGNED'].includes(owner.status)) return;
  throw refuse('TRANSITION', cannotChange(SPECIMEN_STATUS, owner.status, 'IN_PROGRESS'));
}

/**
 * Overturn the failure of a sample that came through its batch: it is completed, its derived samples wait for
 * their next stage again, and its specimen continues.
 */
export async function overturnCompleted(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  reason: string,
): Promise<void> {
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (row.status === 'RESET') {
    const problem = await requeuedProblem(tx, row);
    throw refuse(problem.code, problem.message);
  }
  if (row.status !== 'FAILED_QC' && row.status !== 'FAILED_BATCH_DUPLICATE')
    throw refuse('TRANSITION', cannotChange(SAMPLE_STATUS, row.status, 'COMPLETED'));
  if (owner) assertInWork(owner);
  const empty = row.remainingVolume !== null && Number(row.remainingVolume) <= 0;
  const to = empty ? 'DEPLETED' : 'COMPLETED';
  await recordDecision(tx, context, row, 'OVERTURNED', to, reason);
  const cleared = { failureReason: null, failureNotes: null, failedAt: null, failedById: null };
  await tx.patch(sample, row.id, { ...cleared, status: to, flaggedForReview: false });
  for (const child of await childrenOf(tx, row)) await restoreChild(tx, context, row, child);
  if (owner && row.status === 'FAILED_QC') await followOverturn(tx, context, owner, reason);
}

async function restoreChild(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  child: Sample,
): Promise<void> {
  if (!(await isCanceledFor(tx, row, child))) {
    await tx.patch(sample, child.id, { flaggedForReview: false });
    return;
  }
  const status = await waitingStatus(tx, row);
  await tx.patch(sample, child.id, { status, flaggedForReview: false });
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: child.id,
    data: { from: child.status, to: status, reason: `Failure of ${row.barcode} overturned` },
  });
}

// The sample waits for its next stage, or for the director's approval of the batch.
async function waitingStatus(tx: Transaction, row: Sample): Promise<'IN_QUEUE' | 'RECEIVED_ON_HOLD'> {
  const done = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
  if (!done || done.directorApproved === true) return 'IN_QUEUE';
  return (await procedureOf(tx, done)).requiresDirectorApproval ? 'RECEIVED_ON_HOLD' : 'IN_QUEUE';
}

/**
 * Reduce the failure count of the specimen: with two failures, a manager would have to approve the next
 * batch.
 */
export async function followOverturn(
  tx: Transaction,
  context: OperationContext,
  owner: Specimen,
  reason: string,
): Promise<void> {
  const failedBatchCount = Math.max(0, owner.failedBatchCount - 1);
  if (owner.status !== 'FAILED_QC') {
    await tx.patch(specimen, owner.id, { failedBatchCount });
    return;
  }
  const fields = { failedBatchCount, failureReason: null, failureNotes: null };
  await changeSpecimenStatus(tx, context, owner, 'IN_PROGRESS', { reason, fields });
  await deriveOrderStatus(tx, context, owner.orderId);
}
