import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { batchOverrideCapability } from '#db/batches/override-batch-to.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { assignedSection } from '#db/protocols/assigned-section.ts';
import { signature } from '#db/protocols/signature.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { OverrideReason } from '#db/values/override-reason.ts';
import { type Batch, batch as batchEntity } from './batch.ts';
import { BATCH_STATUS_DISPLAY } from './batch-status.ts';
import { batchOf, procedureOf } from './find-batch.ts';
import { forceFailure, forceStart, restoreFailed, undoStart } from './force-samples.ts';
import {
  BATCH_OVERRIDE_TO,
  type BatchOverrideTo,
  batchOverridesFrom,
  isFailed,
  signedProblem,
} from './override-batch-to.ts';

/**
 * Force a batch into another status that is no end, with a reason; its samples and their volumes are updated.
 * Signatures stay: a batch with a signature never becomes unstarted. Online only.
 */
export const overrideBatch = defineOperation({
  name: 'override-batch',
  version: 1,
  kind: 'intent',
  title: 'Override batch status',
  grant: 'lab/batches/override:update',
  args: z.strictObject({
    batchId: ref,
    status: z.enum(BATCH_OVERRIDE_TO),
    reason: OverrideReason,
    /** The failure reason of its samples, when the batch is forced to fail. */
    failureReason: FailedSampleReason.nullable().default(null),
  }),
  subjects: ({ batchId }) => [batchId],
  async run(tx, { batchId, status: to, reason, failureReason }, context) {
    const row = await batchOf(tx, context, batchId);
    const method = await procedureOf(tx, row);
    requireCapability(context, batchOverrideCapability(method.clinical));
    await assertPossible(tx, row, to);
    if (isFailed(to) && !isFailed(row.status) && failureReason === null)
      throw refuse('FAILURE_REASON_REQUIRED', 'Choose why the samples fail.');
    await recordEvent(tx, context, {
      type: 'BATCH_OVERRIDE',
      targetType: 'Batch',
      targetId: row.id,
      data: { from: row.status, to, reason, by: context.actor.name },
    });
    const fields = fieldsOf(context, row, to, failureReason, reason);
    const next = await tx.patch(batchEntity, row.id, { ...fields, status: to, overrideReason: reason });
    if (isFailed(row.status) && !isFailed(to)) await restoreFailed(tx, context, row, reason);
    if (to === 'NOT_STARTED' && row.startedAt !== null) await undoStart(tx, context, next, method, reason);
    if (to === 'IN_PROGRESS' && row.status === 'NOT_STARTED')
      await forceStart(tx, context, next, method, reason);
    if (isFailed(to) && !isFailed(row.status) && failureReason !== null)
      await forceFailure(tx, context, next, { reason: failureReason, notes: reason });
    return applied;
  },
});

async function assertPossible(tx: Transaction, row: Batch, to: BatchOverrideTo): Promise<void> {
  if (row.status === to) throw refuse('NOTHING_CHANGED', 'The batch has this status already.');
  if (!batchOverridesFrom(row.status).includes(to))
    throw refuse('TRANSITION', cannotChange(BATCH_STATUS_DISPLAY, row.status, to));
  if (to === 'IN_PROGRESS' && isFailed(row.status) && row.startedAt === null)
    throw refuse(
      'NEVER_STARTED',
      `Batch ${row.julianId} was never started. Override it to ${BATCH_STATUS_DISPLAY.NOT_STARTED.label} first.`,
    );
  if (to !== 'NOT_STARTED') return;
  const sections = await tx.find(assignedSection, { batchId: row.id });
  const signatures = await tx.find(signature, { targetId: sections.map(({ id }) => id) });
  if (signatures.length > 0) throw refuse('SECTION_SIGNED', signedProblem(row.julianId));
}

function fieldsOf(
  context: OperationContext,
  row: Batch,
  to: BatchOverrideTo,
  failureReason: FailedSampleReason | null,
  reason: string,
): Partial<Batch> {
  const unfailed = { failureReason: null, failureNotes: null };
  const { occurredAt, actor } = context;
  if (to === 'NOT_STARTED') return { ...unfailed, startedAt: null, startedById: null, layoutLockedAt: null };
  if (to === 'IN_PROGRESS' && row.startedAt === null)
    return { ...unfailed, startedAt: occurredAt, startedById: actor.userId, layoutLockedAt: occurredAt };
  if (to === 'IN_PROGRESS') return unfailed;
  return isFailed(row.status) ? {} : { failureReason, failureNotes: reason };
}
