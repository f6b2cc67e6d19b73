import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { openProposals } from './failure-proposals.ts';
import { batchOf } from './find-batch.ts';

/**
 * Decline a proposal to fail a batch, as a lab manager or director; later proposals wait for a new decision.
 */
export const declineBatchFailure = defineOperation({
  name: 'decline-batch-failure',
  version: 1,
  kind: 'intent',
  title: 'Decline failure of batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, reason: Reason }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    requireCapability(context, 'decideQuality');
    const row = await batchOf(tx, context, args.batchId);
    const knownProposals = (await openProposals(tx, row)).filter(
      (one) => one.occurredAt <= context.occurredAt,
    );
    if (knownProposals.length === 0)
      return merged('DECIDED', `No proposal to fail batch ${row.julianId} waits for a decision.`);
    await recordEvent(tx, context, {
      type: 'BATCH_STATUS_CHANGED',
      targetType: 'Batch',
      targetId: row.id,
      data: {
        from: row.status,
        to: row.status,
        declined: knownProposals.map((one) => one.id),
        reason: args.reason,
        by: context.actor.name,
      },
    });
    return applied;
  },
});
