import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { type LastFailure, lastFailure, recordDecision } from './failure-decision.ts';
import { assertLateFailureDecided } from './late-failure-conflict.ts';
import { assertInWork, cameThrough, followOverturn, overturnCompleted } from './overturn-completed.ts';
import { overturnProblem } from './overturn-problem.ts';
import { QUALITY_DECISION, sampleToDecide } from './quality-decision.ts';
import { retainedDnaBarcode } from './retained-dna-barcode.ts';
import { type Sample, sample } from './sample.ts';

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
    if (await cameThrough(tx, row)) {
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
