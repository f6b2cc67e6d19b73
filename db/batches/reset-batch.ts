import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { applied, defineOperation, warned } from '#db/operation.ts';
import { withdrawChildren } from '#db/samples/failing/fail-late.ts';
import { NOT_ENOUGH_MATERIAL, requeueOne } from '#db/samples/requeue-one.ts';
import { type SampleStatus, sample } from '#db/samples/sample.ts';
import { repeatProblem } from '#db/samples/usable-problem.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { allowsSectionWork, WITHOUT_APPROVAL } from './batch-approval.ts';
import { SuffixLetter } from './batch-numbering.ts';
import { batchOf, changeBatchStatus, plateOf } from './find-batch.ts';
import { moveSpecimens } from './layout/move-specimens.ts';

/** The statuses of samples that start again when their batch is reset. */
const RESET_FROM: readonly SampleStatus[] = ['FAILED_QC', 'IN_PROGRESS', 'COMPLETED', 'DEPLETED'];

/**
 * Restart a batch's samples from their remaining material; a batch in progress, or one that its director
 * returned, only by the lab manager. Then the children that were held for the director are canceled. A sample
 * that was already repeated for insufficient results stays failed: the project manager decides about it.
 */
export const resetBatch = defineOperation({
  name: 'reset-batch',
  version: 1,
  kind: 'intent',
  title: 'Reset batch',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    reason: longText.trim().min(1, 'A reason is required.'),
    childSuffixLetter: SuffixLetter,
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    requireCapability(context, allowsSectionWork(batch) ? 'resetRunningBatches' : 'planBatches');
    await changeBatchStatus(tx, context, batch, 'RESET', {
      event: 'BATCH_RESET',
      reason: args.reason,
      fields: WITHOUT_APPROVAL,
    });
    const { samples } = await plateOf(tx, batch.id);
    const worked = samples.filter(({ status }) => RESET_FROM.includes(status));
    if (batch.status === 'COMPLETED')
      for (const row of worked) await withdrawChildren(tx, context, row, `${batch.julianId} reset`);
    const sources = worked.filter((row) => row.duplicateOfSampleId === null);
    let insufficientCount = 0;
    const messages: string[] = [];
    for (const row of sources) {
      const repeatIssue = await repeatProblem(tx, context.actor.role, row);
      if (repeatIssue) {
        messages.push(repeatIssue.message);
        continue;
      }
      const sibling = await requeueOne(tx, context, row, args.childSuffixLetter);
      await moveSpecimens(
        tx,
        context,
        [row],
        sibling ? ['FAILED_QC'] : ['IN_PROGRESS'],
        sibling ? 'IN_PROGRESS' : 'FAILED_QC',
      );
      if (sibling) continue;
      insufficientCount += 1;
      await tx.patch(sample, row.id, { status: 'FAILED_QC' });
    }
    for (const row of worked.filter((one) => one.duplicateOfSampleId !== null)) {
      await tx.patch(sample, row.id, { status: 'RESET' });
    }
    if (insufficientCount > 0) messages.unshift(NOT_ENOUGH_MATERIAL);
    const code = insufficientCount > 0 ? 'NOT_ENOUGH_MATERIAL' : 'PROJECT_MANAGER_NEEDED';
    return messages.length === 0 ? applied : warned(code, messages.join(' '));
  },
});
