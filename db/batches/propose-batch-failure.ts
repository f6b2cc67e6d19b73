import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { refuse } from '#db/errors/app-error.ts';
import { SuspectIds } from '#db/inventory/suspects.ts';
import { applied, defineOperation, merged, type RuleResult, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';
import { longText, ref } from '#db/values/field-types.ts';
import type { Batch } from './batch.ts';
import { notesProblem } from './failure-proposal.ts';
import type { ProposalData } from './failure-proposals.ts';
import { batchOf } from './find-batch.ts';

function verdict({ status, julianId }: Batch): RuleResult {
  if (status === 'IN_PROGRESS') return applied;
  if (status !== 'COMPLETED') return merged('DECIDED', `Batch ${julianId} is not in progress any more.`);
  return warned(
    'COMPLETED_ALREADY',
    `Batch ${julianId} is completed. Your proposal is kept in its history; tell the lab manager.`,
  );
}

/**
 * Propose that a whole batch fails on QC, with a reason (domain 4.4, 5.9): nothing changes until a lab
 * manager or director fails it, or declines.
 */
export const proposeBatchFailure = defineOperation({
  name: 'propose-batch-failure',
  version: 1,
  kind: 'fact',
  title: 'Propose to fail batch',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    failureReason: FailedSampleReason,
    failureNotes: longText.nullable(),
    suspectLotIds: SuspectIds,
    suspectEquipmentIds: SuspectIds,
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    requireCapability(context, 'proposeBatchFailure');
    const row = await batchOf(tx, context, args.batchId);
    if (row.status === 'NOT_STARTED') throw refuse('NOT_STARTED', `Batch ${row.julianId} has not started.`);
    const problem = notesProblem(args.failureReason, args.failureNotes);
    if (problem !== null) throw refuse('NOTES_REQUIRED', problem);
    const proposal: ProposalData = {
      proposed: 'FAILED_QC',
      reason: args.failureReason,
      notes: args.failureNotes,
      by: context.actor.name,
      suspectLotIds: args.suspectLotIds ?? [],
      suspectEquipmentIds: args.suspectEquipmentIds ?? [],
    };
    await recordEvent(tx, context, {
      type: 'BATCH_STATUS_CHANGED',
      targetType: 'Batch',
      targetId: row.id,
      data: { from: row.status, to: row.status, ...proposal },
    });
    return verdict(row);
  },
});
