import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictChoice, ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { recordDecision } from './failure-decision.ts';
import { overturnCompleted } from './overturn-completed.ts';

/** A failure that arrives after its batch was completed (domain 5.11, case 24). */
export const LATE_FAILURE = 'LATE_FAILURE';

/** The conflict for all samples of a batch that failed as a whole. */
export const LATE_BATCH_FAILURE = 'LATE_BATCH_FAILURE';

const labels = { KEEP_A: 'Overturn the failure', KEEP_B: 'Keep the failure' };

/** The lab manager confirms the failure, or overturns it: then the sample and its child continue. */
export const lateFailureConflict: ConflictKind = {
  kind: LATE_FAILURE,
  title: 'Failed after its batch was completed',
  labels,
  async resolve(tx, context, conflict, choice) {
    await decide(tx, context, await sampleOf(tx, conflict.targetId), choice);
  },
};

/** One decision for all samples that failed with the late failure of a whole batch. */
export const lateBatchFailureConflict: ConflictKind = {
  kind: LATE_BATCH_FAILURE,
  title: 'Batch failed after it was completed',
  labels,
  async resolve(tx, context, { targetId, mine }, choice) {
    const failed = (await tx.find(sample, { batchId: targetId })).filter(
      (row) => row.failedById === mine.userId && row.failedAt === mine.occurredAt,
    );
    for (const row of failed) await decide(tx, context, row, choice);
  },
};

async function decide(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  choice: ConflictChoice,
): Promise<void> {
  if (choice === 'KEEP_A') return overturnCompleted(tx, context, row, 'Failure overturned');
  await tx.patch(sample, row.id, { flaggedForReview: false });
  await recordDecision(tx, context, row, 'CONFIRMED', row.status, 'Keep the failure');
}

/**
 * Refuse other decisions while the conflict about a late failure is open: it covers the derived samples as
 * well.
 */
export async function assertLateFailureDecided(tx: Transaction, row: Sample): Promise<void> {
  const about = row.batchId === null ? [row.id] : [row.id, row.batchId];
  const conflicts = await tx.find(syncConflict, { targetId: about });
  const lateKinds = [LATE_FAILURE, LATE_BATCH_FAILURE];
  if (!conflicts.some((one) => lateKinds.includes(one.kind) && one.status === 'OPEN')) return;
  throw refuse('CONFLICT_OPEN', `Resolve the sync conflict about sample ${row.barcode} first.`);
}
