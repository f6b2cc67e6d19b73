import { z } from 'zod';
import { type Capability, requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { OverrideReason } from '#db/values/reason.ts';
import { BATCH_STATUS_DISPLAY, type Batch, type BatchStatus, batch as batchEntity } from './batch.ts';
import { batchOf, procedureOf } from './find-batch.ts';
import { forceFailure, forceStart, restoreFailed, undoStart } from './force-samples.ts';

/** The statuses between which a batch may be forced; an ended batch stays ended. */
const BATCH_OVERRIDE_TO = [
  'NOT_STARTED',
  'IN_PROGRESS',
  'FAILED',
  'FAILED_QC',
] as const satisfies readonly BatchStatus[];
export type BatchOverrideTo = (typeof BATCH_OVERRIDE_TO)[number];

/** Return the statuses to which a batch of a status may be forced. */
export const batchOverridesFrom = (status: BatchStatus): readonly BatchOverrideTo[] =>
  BATCH_OVERRIDE_TO.some((one) => one === status) ? BATCH_OVERRIDE_TO.filter((to) => to !== status) : [];

/** Return whether a status means that the batch failed; then its samples need a reason. */
export const isFailed = (status: BatchStatus): boolean => status === 'FAILED' || status === 'FAILED_QC';

/** Who may force a batch: the lab manager, and the director of its kind of work (domain-lab 12). */
export const batchOverrideCapability = (clinical: boolean): Capability =>
  clinical ? 'overrideClinicalBatches' : 'overrideResearchBatches';

/** Return the text when a batch with signed sections should be reset to unstarted. */
const signedProblem = (julianId: string): string =>
  `Batch ${julianId} has signed sections; it cannot go back to ${BATCH_STATUS_DISPLAY.NOT_STARTED.label}.`;

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
