import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { isOneOf } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { assignedSection } from '#db/protocols/assigned-section.ts';
import { signature } from '#db/protocols/signature.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import { changeVolume } from '#db/samples/change-volume.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import type { Batch } from './batch.ts';
import { BATCH_MANAGERS, BATCH_PLANNERS } from './batch-roles.ts';
import { batchOf, changeBatchStatus, plateOf, procedureOf } from './find-batch.ts';
import { moveSpecimens } from './move-specimens.ts';
import { releaseSample } from './release-sample.ts';

/**
 * Cancels a batch: before its start, or while nothing is signed (drawn volumes go back). A failed batch is abandoned,
 * one that failed on quality is stopped for good.
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
    assertMayCancel(context, batch);
    if (batch.status === 'IN_PROGRESS') await assertNothingSigned(tx, batch);
    const to = batch.status === 'FAILED_QC' ? 'FAILED_QC_CANCELED' : 'CANCELED';
    await changeBatchStatus(tx, context, batch, to, { event: 'BATCH_CANCELED', reason: args.reason });
    if (to === 'FAILED_QC_CANCELED') await stopSamples(tx, context, batch, args.reason);
    else await releaseAll(tx, context, batch, args.reason);
    return applied;
  },
});

function assertMayCancel(context: OperationContext, batch: Batch): void {
  const { role, userId } = context.actor;
  const own = batch.status === 'NOT_STARTED' && batch.createdById === userId;
  const allowed = batch.status === 'FAILED_QC' ? BATCH_PLANNERS : BATCH_MANAGERS;
  if (!own && !isOneOf(role, allowed)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
}

async function assertNothingSigned(tx: Transaction, batch: Batch): Promise<void> {
  const sections = await tx.find(assignedSection, { batchId: batch.id });
  const signatures = await tx.find(signature, { targetId: sections.map((row) => row.id) });
  if (signatures.length === 0) return;
  throw refuse('SECTION_SIGNED', `Batch ${batch.julianId} has signed sections; fail it instead.`);
}

async function releaseAll(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  reason: string,
): Promise<void> {
  const method = await procedureOf(tx, batch);
  const { samples } = await plateOf(tx, batch.id);
  const started = samples.filter((row) => row.status === 'IN_PROGRESS');
  for (const row of started) {
    const tube = row.duplicateOfSampleId ?? row.id;
    await changeVolume(
      tx,
      context,
      tube,
      new Decimal(method.sampleInputVolume ?? '0'),
      `${batch.julianId} canceled`,
    );
  }
  for (const row of samples) {
    if (row.status === 'BATCH_ASSIGNED' || row.status === 'IN_PROGRESS')
      await releaseSample(tx, context, row, reason);
  }
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
