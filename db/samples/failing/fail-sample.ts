import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { batch } from '#db/batches/batch.ts';
import { isReturned } from '#db/batches/batch-approval.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { type BackInBatch, putBackIntoCanceled } from '#db/batches/failures/failed-in-canceled.ts';
import { notesProblem } from '#db/batches/failures/failure-proposal.ts';
import { LEFT_FAILED, leaveLayout, leftLayoutText } from '#db/batches/layout/leave-layout.ts';
import { refuse } from '#db/errors/app-error.ts';
import { reviewSuspects, SuspectIds, withSuspects } from '#db/inventory/suspects.ts';
import {
  applied,
  conflicted,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { SAMPLE_STATUS, type Sample, sample } from '#db/samples/sample.ts';
import { repeatProblem } from '#db/samples/usable-problem.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { completionOf, failLate } from './fail-late.ts';
import {
  type Failure,
  failedStatus,
  failOne,
  isGivenUp,
  isOpen,
  liveReplicates,
  mergeFailure,
} from './fail-one.ts';
import { FailedSampleReason } from './failed-sample-reason.ts';
import { lastFailure } from './failure-decision.ts';
import { LATE_FAILURE } from './late-failure-conflict.ts';

/**
 * Write a failure on a sample whose batch a colleague reset without knowledge of it: the sample failed before
 * it was repeated, as it does when the failure arrives first (domain 5.11, case 23). Returns false when that
 * is not the case, or when its repeat needed a decision of its own.
 */
async function failReset(
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

/**
 * Fail a sample with a reason. Failure beats success: it also applies to a sample that was completed
 * meanwhile. Lots or equipment that caused the failure go under review.
 */
export const failSample = defineOperation({
  name: 'fail-sample',
  version: 1,
  kind: 'fact',
  title: 'Fail sample',
  grant: 'lab/custody:update',
  args: z.strictObject({
    sampleId: ref,
    failureReason: FailedSampleReason,
    failureNotes: longText.nullable(),
    suspectLotIds: SuspectIds,
    suspectEquipmentIds: SuspectIds,
  }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const row = await sampleOf(tx, args.sampleId);
    const problem = notesProblem(args.failureReason, args.failureNotes);
    if (problem !== null) throw refuse('NOTES_REQUIRED', problem);
    const result = await record(tx, context, row, {
      reason: args.failureReason,
      notes: args.failureNotes,
    });
    const suspectNotice = await reviewSuspects(tx, context, {
      reason: args.failureReason,
      notes: args.failureNotes,
      batchId: row.batchId,
      lotIds: args.suspectLotIds,
      equipmentIds: args.suspectEquipmentIds,
    });
    return withSuspects(result, suspectNotice);
  },
});

async function record(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
): Promise<RuleResult> {
  const worked = await putBackIntoCanceled(tx, context, row);
  if (worked) return failWorked(tx, context, worked, failure);
  switch (row.status) {
    case 'IN_QUEUE':
    case 'BATCH_ASSIGNED':
    case 'IN_PROGRESS':
    // Somebody set the sample aside; an observation on a tube is stored nevertheless.
    case 'RECEIVED':
    case 'SUPPLEMENTAL':
    case 'RECEIVED_ON_HOLD':
    case 'RECEIVED_AWAITING_INFO':
    case 'RECEIVED_QUARANTINED':
    case 'RECEIVED_AWAITING_OPTIMAL_BATCH':
    case 'ACTION_REQUIRED':
      return (await overturnedBefore(tx, context, row)) ?? failOpen(tx, context, row, failure);
    case 'COMPLETED':
    case 'DEPLETED':
      if (await isGivenUp(tx, row)) return keepFailure(tx, context, row, failure);
      return (await overturnedBefore(tx, context, row)) ?? lateFailure(tx, context, row, failure);
    case 'FAILED_QC':
      return (await wasReset(tx, context, row, failure)) ?? mergeFailure(tx, context, row, failure);
    case 'RESET':
      return (await wasReset(tx, context, row, failure)) ?? keepFailure(tx, context, row, failure);
    case 'FAILED_VISUAL_INSPECTION':
    case 'FAILED_BATCH_DUPLICATE':
      return mergeFailure(tx, context, row, failure);
    default:
      return keepFailure(tx, context, row, failure);
  }
}

// Its batch was canceled meanwhile, but it failed in work.
async function failWorked(
  tx: Transaction,
  context: OperationContext,
  { row, hasReplicate }: BackInBatch,
  failure: Failure,
): Promise<RuleResult> {
  const to = failedStatus(row, hasReplicate);
  await failOne(tx, context, row, to, failure, await needsConfirmation(tx, context, row));
  return warned('BATCH_CANCELED', `The batch of sample ${row.barcode} was canceled; it failed in work.`);
}

// Its batch was reset meanwhile: the sample had failed before it was repeated.
async function wasReset(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
): Promise<RuleResult | null> {
  const flagged = await needsConfirmation(tx, context, row);
  if (!(await failReset(tx, context, row, failure, flagged))) return null;
  return warned('BATCH_RESET', `The batch of sample ${row.barcode} was reset; its failure is recorded.`);
}

// Somebody repeated, canceled or stored the tube meanwhile: the observation is stored, and whoever continues
// with its derived samples reviews it.
async function keepFailure(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
): Promise<RuleResult> {
  if (!(await wasChangedConcurrently(context, sample, row.id)))
    throw refuse('TRANSITION', cannotChange(SAMPLE_STATUS, row.status, 'FAILED_QC'));
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.status, to: row.status, reason: failure.reason, notes: failure.notes },
  });
  const children = await tx.find(sample, { parentSampleId: row.id });
  for (const one of children.filter(isOpen)) await tx.patch(sample, one.id, { flaggedForReview: true });
  const label = SAMPLE_STATUS[row.status].label.toLowerCase();
  return warned(
    'ENDED_ALREADY',
    `Sample ${row.barcode} is ${label} already. The failure is kept in its history.`,
  );
}

// A second report of a failure that a manager has overturned since is no new failure.
async function overturnedBefore(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
): Promise<RuleResult | null> {
  const decision = (await lastFailure(tx, row.id))?.decision;
  if (decision?.outcome !== 'OVERTURNED' || context.occurredAt >= decision.occurredAt) return null;
  const text = `${decision.by} overturned the failure of sample ${row.barcode}; if it failed again, fail it again.`;
  return merged('OVERTURNED', text);
}

// A tube on a layout that has not started leaves the layout, so that the others can start without it.
async function failOpen(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
): Promise<RuleResult> {
  const leftLayout = await leaveLayout(tx, context, row, LEFT_FAILED);
  const open = leftLayout?.row ?? row;
  const hasActiveReplicate = leftLayout
    ? row.duplicateOfSampleId !== null
    : (await liveReplicates(tx, row)).length > 0;
  const to = failedStatus(open, hasActiveReplicate);
  await failOne(tx, context, open, to, failure, await needsConfirmation(tx, context, row));
  return leftLayout ? warned('LEFT_LAYOUT', leftLayoutText(leftLayout)) : applied;
}

// A manager or director confirms the decision on clinical material; until then the sample is flagged.
async function needsConfirmation(tx: Transaction, context: OperationContext, row: Sample): Promise<boolean> {
  if (hasCapability(context.actor.role, 'decideQuality') || row.specimenId === null) return false;
  const owner = await tx.get(specimen, row.specimenId);
  return owner !== undefined && (await tx.get(protocol, owner.protocolId))?.clinical === true;
}

async function lateFailure(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  failure: Failure,
): Promise<RuleResult> {
  const otherReplicates = await liveReplicates(tx, row, ['IN_PROGRESS', 'COMPLETED', 'DEPLETED']);
  const done = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
  // A manager or director decides about a returned batch, so the failure is no surprise to anybody.
  const isDecided =
    done !== undefined && isReturned(done) && hasCapability(context.actor.role, 'decideQuality');
  const to = otherReplicates.length > 0 ? 'FAILED_BATCH_DUPLICATE' : 'FAILED_QC';
  await failLate(tx, context, row, failure, to, !isDecided);
  if (isDecided) return applied;
  await openConflict(tx, context, {
    kind: LATE_FAILURE,
    targetType: 'Sample',
    targetId: row.id,
    action: `Decide about ${row.barcode}: it failed, but its batch is completed`,
    mine: { label: `${row.barcode} failed`, value: { sampleId: row.id } },
    theirs: await completionOf(tx, done, { sampleId: row.id }),
  });
  return conflicted(
    LATE_FAILURE,
    `The batch of ${row.barcode} is completed. Its failure was applied; a lab manager decides.`,
  );
}
