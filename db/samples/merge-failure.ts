import { personName } from '#db/batches/person-name.ts';
import { merged, type OperationContext, type RuleResult } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Failure } from './fail-one.ts';
import { type Sample, sample } from './sample.ts';

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
