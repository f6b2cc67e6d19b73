import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { reviewSuspects, SuspectIds } from '#db/inventory/suspects.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { failOne } from '#db/samples/fail-one.ts';
import { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { assertRole, QUALITY_DECIDERS } from './batch-roles.ts';
import { notesProblem } from './failure-proposal.ts';
import { batchOf, changeBatchStatus, plateOf } from './find-batch.ts';

/**
 * Fails a whole batch: on quality (FAILED_QC, for deciders) or for equipment, a run or another reason (FAILED). The lots or
 * the equipment that are held for the cause go under review.
 */
export const failBatch = defineOperation({
  name: 'fail-batch',
  version: 1,
  kind: 'intent',
  title: 'Fail batch',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    qc: z.boolean(),
    failureReason: FailedSampleReason,
    failureNotes: longText.nullable(),
    suspectLotIds: SuspectIds,
    suspectEquipmentIds: SuspectIds,
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    if (args.qc) assertRole(context, QUALITY_DECIDERS);
    const problem = notesProblem(args.failureReason, args.failureNotes);
    if (problem !== null) throw refuse('NOTES_REQUIRED', problem);
    await changeBatchStatus(tx, context, batch, args.qc ? 'FAILED_QC' : 'FAILED', {
      event: 'BATCH_FAILED',
      reason: args.failureReason,
      fields: { failureReason: args.failureReason, failureNotes: args.failureNotes },
    });
    const failure = { reason: args.failureReason, notes: args.failureNotes };
    const { samples } = await plateOf(tx, batch.id);
    for (const row of samples) {
      if (row.status !== 'IN_PROGRESS') continue;
      const to = row.duplicateOfSampleId === null ? 'FAILED_QC' : 'FAILED_BATCH_DUPLICATE';
      await failOne(tx, context, row, to, failure, false);
    }
    await reviewSuspects(tx, context, {
      ...failure,
      batchId: batch.id,
      lotIds: args.suspectLotIds,
      equipmentIds: args.suspectEquipmentIds,
    });
    return applied;
  },
});
