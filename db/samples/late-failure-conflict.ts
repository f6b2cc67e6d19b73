import type { ConflictChoice, ConflictKind } from '#db/conflict-kind.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { recordDecision } from './failure-decision.ts';
import { sampleOf } from './find-placed.ts';
import { type Sample, sample } from './sample.ts';

/** A failure that arrives after its batch was completed (domain 5.11, case 24). */
export const LATE_FAILURE = 'LATE_FAILURE';

/** The same for all samples of a batch that failed as a whole. */
export const LATE_BATCH_FAILURE = 'LATE_BATCH_FAILURE';

const labels = { KEEP_A: 'Overturn the failure', KEEP_B: 'The failure stands' };

/** The lab manager lets the failure stand, or overturns it: then the sample and its child go on. */
export const lateFailureConflict: ConflictKind = {
  kind: LATE_FAILURE,
  title: 'Failed after its batch was completed',
  labels,
  async resolve(tx, context, conflict, choice) {
    await decide(tx, context, await sampleOf(tx, conflict.targetId), choice);
  },
};

/** One decision for all samples that the late failure of a whole batch has failed. */
export const lateBatchFailureConflict: ConflictKind = {
  kind: LATE_BATCH_FAILURE,
  title: 'Batch failed after it was completed',
  labels,
  async resolve(tx, context, { targetId, mine }, choice) {
    for (const row of await tx.find(sample, { batchId: targetId }))
      if (row.failedById === mine.userId && row.failedAt === mine.occurredAt)
        await decide(tx, context, row, choice);
  },
};

async function decide(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  choice: ConflictChoice,
): Promise<void> {
  if (row.status !== 'FAILED_QC' && row.status !== 'FAILED_BATCH_DUPLICATE') return;
  if (choice !== 'KEEP_A') {
    await tx.patch(sample, row.id, { flaggedForReview: false });
    await recordDecision(tx, context, row, 'CONFIRMED', row.status, 'The failure stands');
    return;
  }
  const cleared = { failureReason: null, failureNotes: null, failedAt: null, failedById: null };
  await tx.patch(sample, row.id, { ...cleared, status: 'COMPLETED', flaggedForReview: false });
  const data = { from: row.status, to: 'COMPLETED', reason: 'Failure overturned', by: context.actor.name };
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data,
  });
  for (const child of await tx.find(sample, { parentSampleId: row.id })) {
    if (child.duplicateOfSampleId !== null) continue;
    const status = child.status === 'CANCELED' ? ('IN_QUEUE' as const) : child.status;
    await tx.patch(sample, child.id, { status, flaggedForReview: false });
  }
  const counted = row.status === 'FAILED_QC' && row.specimenId !== null;
  const owner = counted ? await tx.get(specimen, row.specimenId ?? '') : undefined;
  if (!owner) return;
  const failedBatchCount = Math.max(0, owner.failedBatchCount - 1);
  const to = owner.status === 'FAILED_QC' ? 'IN_PROGRESS' : owner.status;
  await changeSpecimenStatus(tx, context, owner, to, {
    reason: 'Failure overturned',
    fields: { failedBatchCount },
  });
}

/** Refuses while the conflict about a late failure is open: it is decided there, with what was made of the sample. */
export async function assertLateFailureDecided(tx: Transaction, row: Sample): Promise<void> {
  const about = row.batchId === null ? [row.id] : [row.id, row.batchId];
  const found = await tx.find(syncConflict, { targetId: about });
  const late = [LATE_FAILURE, LATE_BATCH_FAILURE];
  if (!found.some((one) => late.includes(one.kind) && one.status === 'OPEN')) return;
  throw refuse('CONFLICT_OPEN', `Resolve the sync conflict about sample ${row.barcode} first.`);
}
