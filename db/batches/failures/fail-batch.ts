import { z } from 'zod';
import { hasCapability, requireCapability } from '#db/access/capabilities.ts';
import { type Batch, batch as batchEntity } from '#db/batches/batch.ts';
import { isReturned, WITHOUT_APPROVAL } from '#db/batches/batch-approval.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { batchOf, changeBatchStatus, plateOf } from '#db/batches/find-batch.ts';
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
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { completionOf, failLate } from '#db/samples/failing/fail-late.ts';
import { type Failure, failOne, mergeFailure } from '#db/samples/failing/fail-one.ts';
import { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { LATE_BATCH_FAILURE } from '#db/samples/failing/late-failure-conflict.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { notesProblem, openProposals, type ProposalData } from './failure-proposal.ts';

/**
 * Fail a whole batch in progress, or one that its director returned: on quality (FAILED_QC, for deciding roles) or for equipment, a run or another reason
 * (FAILED). The lots or the equipment suspected as the cause go under review.
 */
export const failBatch = defineOperation({
  name: 'fail-batch',
  version: 1,
  kind: 'intent',
  title: 'Fail batch',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    qc: z.boolean(),
    failureReason: FailedSampleReason,
    failureNotes: longText.nullable(),
    suspectLotIds: SuspectIds,
    suspectEquipmentIds: SuspectIds,
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const changedConcurrently =
      batch.status === 'COMPLETED' && (await wasChangedConcurrently(context, batchEntity, batch.id));
    const isLate =
      changedConcurrently && !(isReturned(batch) && hasCapability(context.actor.role, 'decideQuality'));
    if (args.qc || (isReturned(batch) && !isLate)) requireCapability(context, 'decideQuality');
    const problem = notesProblem(args.failureReason, args.failureNotes);
    if (problem !== null) throw refuse('NOTES_REQUIRED', problem);
    const failure = { reason: args.failureReason, notes: args.failureNotes };
    const result = isLate
      ? await failCompleted(tx, context, batch, failure)
      : await failOpen(tx, context, batch, failure, args.qc ? 'FAILED_QC' : 'FAILED');
    const suspectNotice = await reviewSuspects(tx, context, {
      ...failure,
      batchId: batch.id,
      lotIds: args.suspectLotIds,
      equipmentIds: args.suspectEquipmentIds,
    });
    return withSuspects(result, suspectNotice);
  },
});

const failedAs = (row: Sample) =>
  row.duplicateOfSampleId === null ? ('FAILED_QC' as const) : ('FAILED_BATCH_DUPLICATE' as const);

async function failOpen(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  failure: Failure,
  status: 'FAILED' | 'FAILED_QC',
): Promise<RuleResult> {
  await changeBatchStatus(tx, context, row, status, {
    event: 'BATCH_FAILED',
    reason: failure.reason,
    fields: { ...WITHOUT_APPROVAL, failureReason: failure.reason, failureNotes: failure.notes },
  });
  const { samples } = await plateOf(tx, row.id);
  for (const one of samples) {
    if (one.status === 'IN_PROGRESS') await failOne(tx, context, one, failedAs(one), failure, false);
    else if (one.status === 'COMPLETED' || one.status === 'DEPLETED')
      await failLate(tx, context, one, failure, failedAs(one), false);
    // The earlier of two failures gives the reason, in any order of arrival.
    else if (one.failedAt !== null && context.occurredAt < one.failedAt)
      await mergeFailure(tx, context, one, failure);
  }
  return applied;
}

// Failure overrides success, also after the completion: the lab manager decides once for all of its samples.
async function failCompleted(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  failure: Failure,
): Promise<RuleResult> {
  const { samples } = await plateOf(tx, row.id);
  const done = samples.filter((one) => one.status === 'COMPLETED' || one.status === 'DEPLETED');
  for (const one of done) await failLate(tx, context, one, failure, failedAs(one));
  await openConflict(tx, context, {
    kind: LATE_BATCH_FAILURE,
    targetType: 'Batch',
    targetId: row.id,
    batchId: row.id,
    action: `Decide about batch ${row.julianId}: it failed, but it is completed`,
    mine: { label: `Batch ${row.julianId} failed`, value: { batchId: row.id } },
    theirs: await completionOf(tx, row, {}),
  });
  return conflicted(
    LATE_BATCH_FAILURE,
    `Batch ${row.julianId} is completed. The failure of its samples was applied; a lab manager decides.`,
  );
}

function verdict({ status, julianId }: Batch): RuleResult {
  if (status === 'IN_PROGRESS') return applied;
  if (status !== 'COMPLETED') return merged('DECIDED', `Batch ${julianId} is not in progress any more.`);
  return warned(
    'COMPLETED_ALREADY',
    `Batch ${julianId} is completed. Your proposal is kept in its history; tell the lab manager.`,
  );
}

/**
 * Propose that a whole batch fails on QC, with a reason (domain 4.4, 5.9): nothing changes until a lab
 * manager or director fails it, or declines.
 */
export const proposeBatchFailure = defineOperation({
  name: 'propose-batch-failure',
  version: 1,
  kind: 'fact',
  title: 'Propose to fail batch',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    failureReason: FailedSampleReason,
    failureNotes: longText.nullable(),
    suspectLotIds: SuspectIds,
    suspectEquipmentIds: SuspectIds,
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    requireCapability(context, 'proposeBatchFailure');
    const row = await batchOf(tx, context, args.batchId);
    if (row.status === 'NOT_STARTED') throw refuse('NOT_STARTED', `Batch ${row.julianId} has not started.`);
    const problem = notesProblem(args.failureReason, args.failureNotes);
    if (problem !== null) throw refuse('NOTES_REQUIRED', problem);
    const proposal: ProposalData = {
      proposed: 'FAILED_QC',
      reason: args.failureReason,
      notes: args.failureNotes,
      by: context.actor.name,
      suspectLotIds: args.suspectLotIds ?? [],
      suspectEquipmentIds: args.suspectEquipmentIds ?? [],
    };
    await recordEvent(tx, context, {
      type: 'BATCH_STATUS_CHANGED',
      targetType: 'Batch',
      targetId: row.id,
      data: { from: row.status, to: row.status, ...proposal },
    });
    return verdict(row);
  },
});

/**
 * Decline a proposal to fail a batch, as a lab manager or director; later proposals wait for a new decision.
 */
export const declineBatchFailure = defineOperation({
  name: 'decline-batch-failure',
  version: 1,
  kind: 'intent',
  title: 'Decline failure of batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, reason: Reason }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    requireCapability(context, 'decideQuality');
    const row = await batchOf(tx, context, args.batchId);
    const knownProposals = (await openProposals(tx, row)).filter(
      (one) => one.occurredAt <= context.occurredAt,
    );
    if (knownProposals.length === 0)
      return merged('DECIDED', `Batch ${row.julianId} has no open proposal to fail.`);
    await recordEvent(tx, context, {
      type: 'BATCH_STATUS_CHANGED',
      targetType: 'Batch',
      targetId: row.id,
      data: {
        from: row.status,
        to: row.status,
        declined: knownProposals.map((one) => one.id),
        reason: args.reason,
        by: context.actor.name,
      },
    });
    return applied;
  },
});
