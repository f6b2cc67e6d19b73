import { personName } from '#db/batches/find-batch.ts';
import { merged, type OperationContext, type RuleResult } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { setAsideAgain } from '#db/specimens/holding/set-aside-again.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus, leadSpecimenTo } from '#db/specimens/specimen-lifecycle.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import type { FailedSampleReason } from './failed-sample-reason.ts';

/** The reason of a sample's failure. */
export interface Failure {
  reason: FailedSampleReason;
  notes: string | null;
}

/** Statuses of samples on which work can continue, now or after a release. */
const OPEN: readonly SampleStatus[] = [
  'IN_QUEUE',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'RECEIVED',
  'SUPPLEMENTAL',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
];

/** Check whether work can continue on a sample. */
export const isOpen = ({ status }: Pick<Sample, 'status'>): boolean => OPEN.includes(status);

/** Specimens without any work: when their last sample fails, the customer is asked. */
const BEFORE_WORK: readonly SpecimenStatus[] = [
  'RECEIVED',
  'SUPPLEMENTAL',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
];

/**
 * Check whether the failure of this sample asks the customer: work on the specimen has not begun, and it has no
 * other open sample.
 */
export async function needsCustomerDecision(tx: Transaction, row: Sample): Promise<boolean> {
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (!owner || row.status === 'IN_PROGRESS' || !BEFORE_WORK.includes(owner.status)) return false;
  const siblings = await tx.find(sample, { specimenId: owner.id });
  return !siblings.some((other) => other.id !== row.id && isOpen(other));
}

/**
 * Check whether the specimen of a completed tube was started again since, from the first stage. Then the
 * tube's work is abandoned, and nothing about it is left to decide.
 */
export async function isGivenUp(
  tx: Transaction,
  { specimenId }: Pick<Sample, 'specimenId'>,
): Promise<boolean> {
  const owner = specimenId === null ? undefined : await tx.get(specimen, specimenId);
  return owner !== undefined && (owner.receivedAt === null || BEFORE_WORK.includes(owner.status));
}

/** List other wells of the same source in the same batch that are active or completed. */
export async function liveReplicates(
  tx: Transaction,
  row: Sample,
  live: readonly SampleStatus[] = ['BATCH_ASSIGNED', 'IN_PROGRESS'],
): Promise<Sample[]> {
  if (row.batchId === null) return [];
  const source = row.duplicateOfSampleId ?? row.id;
  const samples = await tx.find(sample, { batchId: row.batchId });
  return samples.filter(
    (other) =>
      other.id !== row.id &&
      (other.id === source || other.duplicateOfSampleId === source) &&
      live.includes(other.status),
  );
}

/**
 * Choose the status of a failing sample: a replicate among others, a tube before any work, or failed
 * material.
 */
export function failedStatus(row: Sample, hasActiveReplicate: boolean): SampleStatus {
  if (hasActiveReplicate) return 'FAILED_BATCH_DUPLICATE';
  return row.status === 'IN_PROGRESS' ? 'FAILED_QC' : 'FAILED_VISUAL_INSPECTION';
}

/** Write a failure, count it for the specimen, and update the specimen when it was its last open sample. */
export async function failOne(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  to: SampleStatus,
  failure: Failure,
  flagged: boolean,
): Promise<void> {
  await tx.patch(sample, row.id, {
    status: to,
    failureReason: failure.reason,
    failureNotes: failure.notes,
    failedAt: context.occurredAt,
    failedById: context.actor.userId,
    flaggedForReview: row.flaggedForReview || flagged,
  });
  await recordEvent(tx, context, {
    type: 'SAMPLE_FAILED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.status, to, reason: failure.reason, notes: failure.notes, by: context.actor.name },
  });
  if (to === 'FAILED_BATCH_DUPLICATE' || row.specimenId === null) return;
  const owner = await tx.get(specimen, row.specimenId);
  if (owner) await followFailure(tx, context, owner, row, to, failure);
}

async function followFailure(
  tx: Transaction,
  context: OperationContext,
  owner: Specimen,
  row: Sample,
  to: SampleStatus,
  failure: Failure,
): Promise<void> {
  const counts = to === 'FAILED_QC' || row.batchId !== null;
  const failedBatchCount = owner.failedBatchCount + (counts ? 1 : 0);
  const siblings = await tx.find(sample, { specimenId: owner.id });
  const working = siblings.some((other) => other.id !== row.id && OPEN.includes(other.status));
  const count = await tx.patch(specimen, owner.id, { failedBatchCount });
  if (working) return;
  const fields = { failureReason: failure.reason, failureNotes: failure.notes };
  const inWork = count.status === 'IN_PROGRESS' || count.status === 'BATCH_ASSIGNED';
  if (inWork)
    await changeSpecimenStatus(tx, context, count, 'FAILED_QC', {
      event: 'SPECIMEN_FAILED',
      reason: failure.reason,
      fields,
    });
  else if (BEFORE_WORK.includes(count.status)) {
    const actionFields = { actionRequiredText: failure.notes, actionRequiredSince: context.occurredAt };
    const change = {
      event: 'SPECIMEN_ACTION_REQUIRED' as const,
      reason: failure.reason,
      fields: { ...fields, ...actionFields, holdReason: null, statusBeforeHold: null },
    };
    await leadSpecimenTo(tx, context, count, 'ACTION_REQUIRED', change);
  } else if (count.status === 'ACTION_REQUIRED') {
    // Somebody else asked the customer first: the text contains both reasons, and the specimen cannot return
    // to its earlier status.
    await setAsideAgain(tx, context, count, failure.notes);
    await tx.patch(specimen, count.id, { ...fields, holdReason: null, statusBeforeHold: null });
  } else return;
  await deriveOrderStatus(tx, context, owner.orderId);
}

/**
 * Combine a second report of a failure with the first: both observations stay in the history, and the earlier
 * one, whichever arrived first, sets the reason and time of the failure.
 */
export async function mergeFailure(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
): Promise<RuleResult> {
  const name = await personName(tx, row.failedById);
  const mergedResult = merged('FAILED_ALREADY', `Sample ${row.barcode} was failed by ${name} already.`);
  const own = row.failedById === context.actor.userId && row.failedAt === context.occurredAt;
  if (own) return mergedResult;
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.status, to: row.status, reason: failure.reason, notes: failure.notes },
  });
  if (row.failedAt === null || context.occurredAt >= row.failedAt) return mergedResult;
  const failureFields = { failureReason: failure.reason, failureNotes: failure.notes };
  await tx.patch(sample, row.id, {
    ...failureFields,
    failedAt: context.occurredAt,
    failedById: context.actor.userId,
  });
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  const same = owner?.failureReason === row.failureReason && owner.failureNotes === row.failureNotes;
  if (!owner || !same || row.status === 'FAILED_BATCH_DUPLICATE') return mergedResult;
  const isAwaitingAction =
    owner.status === 'ACTION_REQUIRED' && owner.actionRequiredText === row.failureNotes;
  const text = { actionRequiredText: failure.notes, actionRequiredSince: context.occurredAt };
  await tx.patch(specimen, owner.id, { ...failureFields, ...(isAwaitingAction ? text : {}) });
  return mergedResult;
}
