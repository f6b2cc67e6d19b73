import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, defineOperation, type OperationContext } from '#db/operation.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { type Batch, batch as batchEntity } from './batch.ts';
import { batchOf, changeBatchStatus, plateOf } from './find-batch.ts';
import { moveSpecimens } from './layout/move-specimens.ts';
import { releaseAll } from './starting/cancel-started.ts';
import {
  closeStartedAndCanceled,
  openStartedCancel,
  STARTED_AND_CANCELED,
} from './starting/started-and-canceled-conflict.ts';

/**
 * Cancel a batch: before its start, or while nothing is signed (drawn volumes are returned). A failed batch
 * is abandoned, one that failed on quality is stopped permanently. A person who did not know of the start
 * opens a conflict for a manager.
 */
export const cancelBatch = defineOperation({
  name: 'cancel-batch',
  version: 1,
  kind: 'intent',
  title: 'Cancel batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, reason: longText.trim().min(1, 'A reason is required.') }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const startedConcurrently =
      batch.status === 'IN_PROGRESS' && (await context.changedSinceSeen(batchEntity, batch.id));
    assertMayCancel(context, batch, startedConcurrently);
    if (startedConcurrently) {
      const starter = await openStartedCancel(tx, context, batch, args.reason);
      return conflicted(
        STARTED_AND_CANCELED,
        `Batch ${batch.julianId} was started by ${starter}. A lab manager decides whether to continue.`,
      );
    }
    if (batch.status === 'IN_PROGRESS') await assertNothingSigned(tx, batch);
    const to = batch.status === 'FAILED_QC' ? 'FAILED_QC_CANCELED' : 'CANCELED';
    await changeBatchStatus(tx, context, batch, to, { event: 'BATCH_CANCELED', reason: args.reason });
    if (to === 'FAILED_QC_CANCELED') await stopSamples(tx, context, batch, args.reason);
    else await releaseAll(tx, context, batch, args.reason);
    await closeStartedAndCanceled(tx, context, batch);
    return applied;
  },
});

// The person who created a batch may cancel it until it starts, as far as that person can know.
function assertMayCancel(context: OperationContext, batch: Batch, startedConcurrently: boolean): void {
  const { userId } = context.actor;
  const own = (batch.status === 'NOT_STARTED' || startedConcurrently) && batch.createdById === userId;
  if (!own) requireCapability(context, batch.status === 'FAILED_QC' ? 'planBatches' : 'manageBatches');
}

async function assertNothingSigned(tx: Transaction, batch: Batch): Promise<void> {
  const sections = await tx.find(assignedSection, { batchId: batch.id });
  const signatures = await tx.find(signature, { targetId: sections.map((row) => row.id) });
  if (signatures.length === 0) return;
  throw refuse('SECTION_SIGNED', `Batch ${batch.julianId} has signed sections; fail it instead.`);
}

async function stopSamples(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  reason: string,
): Promise<void> {
  const failed = (await plateOf(tx, batch.id)).samples.filter((row) => row.status === 'FAILED_QC');
  for (const row of failed) await changeSampleStatus(tx, context, row, 'FAILED_QC_CANCELED', { reason });
  await moveSpecimens(tx, context, failed, ['FAILED_QC'], 'FAILED_QC_CANCELED');
}
