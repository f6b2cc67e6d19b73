import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { type LastFailure, lastFailure, recordDecision } from './failure-decision.ts';
import { keptDnaBarcode } from './kept-dna-barcode.ts';
import { assertLateFailureDecided } from './late-failure-conflict.ts';
import { overturnProblem } from './overturn-problem.ts';
import { QUALITY_DECISION, sampleToDecide } from './quality-decision.ts';
import { type Sample, sample } from './sample.ts';

/** What a failure and the lost batch had written; the history keeps it. */
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
 * Overturns a failure before any re-queue (domain 4.3): the sample waits in the queue of its stage again, with the material
 * that is left, and its specimen goes on.
 */
export const overturnFailure = defineOperation({
  ...QUALITY_DECISION,
  name: 'overturn-failure',
  title: 'Overturn failure',
  async run(tx, args, context) {
    const row = await sampleToDecide(tx, context, args.sampleId);
    const last = await lastFailure(tx, row.id);
    if (last?.decision?.said === 'OVERTURNED') {
      const text = `${last.decision.by} overturned the failure of sample ${row.barcode} already.`;
      return merged('OVERTURNED_ALREADY', text);
    }
    await assertLateFailureDecided(tx, row);
    const problem = await overturnProblem(tx, row, last);
    if (problem) throw refuse(problem.code, problem.message);
    await assertConfirmationSeen(context, row, last);
    const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
    if (owner) assertWorkGoesOn(owner);
    await tx.patch(sample, row.id, { ...CLEARED, dnaBarcode: keptDnaBarcode(row), status: 'IN_QUEUE' });
    await recordDecision(tx, context, row, 'OVERTURNED', 'IN_QUEUE', args.reason);
    if (owner) await followOverturn(tx, context, owner, args.reason);
    return applied;
  },
});

// Whoever overturns what another confirmed must know of it.
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

// The customer was asked, or the work was stopped: that decision is not taken back by the way.
function assertWorkGoesOn(owner: Specimen): void {
  if (['FAILED_QC', 'IN_PROGRESS', 'BATCH_ASSIGNED'].includes(owner.status)) return;
  throw refuse('TRANSITION', cannotChange(SPECIMEN_STATUS, owner.status, 'IN_PROGRESS'));
}

// What was no failure does not count as one: at two, a manager would have to approve the next batch.
async function followOverturn(
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
