import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { retainedDnaBarcode, type Sample, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { awaitsConfirmation, type LastFailure, lastFailure, recordDecision } from './failure-decision.ts';
import { assertLateFailureDecided } from './late-failure-conflict.ts';
import {
  assertInWork,
  followOverturn,
  overturnCompleted,
  overturnProblem,
  wasCompletedWithBatch,
} from './overturn-completed.ts';

/**
 * The common settings of every decision about one sample that people who decide on quality take with a
 * reason.
 */
const QUALITY_DECISION = {
  version: 1,
  kind: 'intent',
  grant: 'lab/samples/update/status:update',
  args: z.strictObject({ sampleId: ref, reason: Reason }),
  subjects: ({ sampleId }: { sampleId: string }) => [sampleId],
} as const;

/** Load the sample of such a decision; refuse everybody else. */
async function sampleToDecide(tx: Transaction, context: OperationContext, sampleId: string): Promise<Sample> {
  requireCapability(context, 'decideQuality');
  return sampleOf(tx, sampleId);
}

/**
 * Clear the flag of a sample after a person who decides on quality has reviewed its cause: a lot or an
 * instrument in doubt, or a batch that two people started. A failure is confirmed or overturned instead.
 */
export const reviewSample = defineOperation({
  ...QUALITY_DECISION,
  name: 'review-sample',
  title: 'Review sample',
  async run(tx, args, context) {
    const row = await sampleToDecide(tx, context, args.sampleId);
    if (!row.flaggedForReview)
      throw refuse('NOT_FLAGGED', `Sample ${row.barcode} is not flagged for review.`);
    await assertLateFailureDecided(tx, row);
    if (awaitsConfirmation(row))
      throw refuse('DECIDE_FAILURE', `Confirm or overturn the failure of sample ${row.barcode} instead.`);
    // A later change may be another doubt that the reviewer has not seen.
    if (await wasChangedConcurrently(context, sample, row.id))
      throw refuse(
        'CHANGED_SINCE',
        `Sample ${row.barcode} changed after you looked at it. Look at it again.`,
      );
    await tx.patch(sample, row.id, { flaggedForReview: false });
    await recordEvent(tx, context, {
      type: 'SAMPLE_STATUS_CHANGED',
      targetType: 'Sample',
      targetId: row.id,
      data: { from: row.status, to: row.status, flaggedForReview: false, reason: args.reason },
    });
    return applied;
  },
});

/**
 * Confirm the failure of clinical material that a tech recorded: the flag is cleared, the history names who
 * confirmed.
 */
export const confirmFailure = defineOperation({
  name: 'confirm-failure',
  version: 1,
  kind: 'intent',
  title: 'Confirm failure',
  grant: 'lab/samples/update/status:update',
  args: z.strictObject({ sampleId: ref }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const row = await sampleToDecide(tx, context, args.sampleId);
    const decision = (await lastFailure(tx, row.id))?.decision;
    if (decision?.outcome === 'CONFIRMED')
      return merged(
        'CONFIRMED_ALREADY',
        `${decision.by} confirmed the failure of sample ${row.barcode} already.`,
      );
    if (decision?.outcome === 'OVERTURNED')
      throw refuse(
        'OVERTURNED',
        `${decision.by} overturned the failure of sample ${row.barcode}; if it failed again, fail it again.`,
      );
    await assertLateFailureDecided(tx, row);
    if (!awaitsConfirmation(row))
      throw refuse('NOTHING_TO_CONFIRM', `Sample ${row.barcode} has no failure to confirm.`);
    await tx.patch(sample, row.id, { flaggedForReview: false });
    await recordDecision(tx, context, row, 'CONFIRMED', row.status, null);
    return applied;
  },
});

/** The fields that a failure and the lost batch had written; the history keeps their values. */
const CLEARED = {
  failureReason: null,
  failureNotes: null,
  failedAt: null,
  failedById: null,
  flaggedForReview: false,
  batchId: null,
  plateLocation: null,
  batchOrder: null,
} as const satisfies Partial<Sample>;

/**
 * Overturn a failure before any re-queue (domain 4.3): the sample waits in the queue of its stage again, with
 * its remaining material, and its specimen continues. A sample that was completed with its batch without
 * knowledge of the failure is completed, and its derived samples continue.
 */
export const overturnFailure = defineOperation({
  ...QUALITY_DECISION,
  name: 'overturn-failure',
  title: 'Overturn failure',
  async run(tx, args, context) {
    const row = await sampleToDecide(tx, context, args.sampleId);
    const last = await lastFailure(tx, row.id);
    if (last?.decision?.outcome === 'OVERTURNED') {
      const text = `${last.decision.by} overturned the failure of sample ${row.barcode} already.`;
      return merged('OVERTURNED_ALREADY', text);
    }
    await assertLateFailureDecided(tx, row);
    if (await wasCompletedWithBatch(tx, row)) {
      await assertConfirmationSeen(context, row, last);
      await overturnCompleted(tx, context, row, args.reason);
      return applied;
    }
    const problem = await overturnProblem(tx, row, last);
    if (problem) throw refuse(problem.code, problem.message);
    await assertConfirmationSeen(context, row, last);
    const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
    if (owner) assertInWork(owner);
    await tx.patch(sample, row.id, { ...CLEARED, dnaBarcode: retainedDnaBarcode(row), status: 'IN_QUEUE' });
    await recordDecision(tx, context, row, 'OVERTURNED', 'IN_QUEUE', args.reason);
    if (owner) await followOverturn(tx, context, owner, args.reason);
    return applied;
  },
});

// A person who overturns a confirmed failure must know of the confirmation.
async function assertConfirmationSeen(
  context: OperationContext,
  row: Sample,
  last: LastFailure | null,
): Promise<void> {
  const confirmed = last?.decision;
  if (!confirmed || confirmed.userId === context.actor.userId) return;
  if (!(await context.changedSinceSeen(sample, row.id))) return;
  throw refuse(
    'CONFIRMED',
    `${confirmed.by} confirmed the failure of sample ${row.barcode} meanwhile. Talk to each other before you overturn it.`,
  );
}
