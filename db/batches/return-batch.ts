import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { batch as batchEntity } from './batch.ts';
import { approvalState, assertReviewed, batchApproval } from './batch-approval.ts';
import { completionProblems, openSectionProblem } from './completion-problems.ts';
import { batchOf, plateOf, procedureOf } from './find-batch.ts';

/**
 * Return a completed batch with a reason as a director: it stays completed and its children stay held. The
 * lab manager and the assigned person are notified (domain-lab 14).
 */
export const returnBatch = defineOperation({
  name: 'return-batch',
  version: 1,
  kind: 'intent',
  title: 'Return batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, reason: Reason }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const row = await batchOf(tx, context, args.batchId);
    const method = await procedureOf(tx, row);
    requireCapability(context, batchApproval(method.clinical));
    assertReviewed(row, method);
    const state = approvalState(row);
    if (state === 'RETURNED') throw refuse('RETURNED', `Batch ${row.julianId} is returned already.`);
    if (state === 'APPROVED')
      throw refuse('APPROVED', `Batch ${row.julianId} is approved. Withdraw the approval first.`);
    const { reason } = args;
    await tx.patch(batchEntity, row.id, {
      directorApproved: false,
      directorReturnReason: reason,
      directorReturnAnswer: null,
    });
    await recordEvent(tx, context, {
      type: 'BATCH_DIRECTOR_RETURNED',
      targetType: 'Batch',
      targetId: row.id,
      data: { reason },
    });
    return applied;
  },
});

/**
 * Answer the return of a batch and request its approval a second time; the director reads the answer. What was
 * reopened is complete by then.
 */
export const requestBatchApproval = defineOperation({
  name: 'request-batch-approval',
  version: 1,
  kind: 'intent',
  title: 'Request approval of batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, answer: Reason }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const row = await batchOf(tx, context, args.batchId);
    requireCapability(context, 'requestBatchApproval');
    assertReviewed(row, await procedureOf(tx, row));
    if (approvalState(row) !== 'RETURNED')
      throw refuse('NOT_RETURNED', `Batch ${row.julianId} is not returned. Nothing needs an answer.`);
    const problem =
      (await openSectionProblem(tx, row)) ??
      (await completionProblems(tx, row, await plateOf(tx, row.id)))[0];
    if (problem !== undefined) throw refuse('NOT_COMPLETE', problem);
    const { answer } = args;
    await tx.patch(batchEntity, row.id, { directorApproved: null, directorReturnAnswer: answer });
    await recordEvent(tx, context, {
      type: 'BATCH_APPROVAL_REQUESTED',
      targetType: 'Batch',
      targetId: row.id,
      data: { reason: answer },
    });
    return applied;
  },
});
