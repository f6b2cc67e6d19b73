import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { type BatchControl, batchControl } from '#db/batches/batch-control.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { doneBy } from '#db/samples/custody/custody-chain.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';

/** Accept a failed control with a reason, so that its batch may be completed. */
export const acceptControlFailure = defineOperation({
  name: 'accept-control-failure',
  version: 1,
  kind: 'intent',
  title: 'Accept failed control',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    controlId: ref,
    reason: longText.trim().min(1, 'A reason is required.'),
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    requireCapability(context, 'decideQuality');
    const batch = await batchOf(tx, context, args.batchId);
    const control = await tx.get(batchControl, args.controlId);
    if (!control || control.deleted || control.batchId !== batch.id)
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (control.passed !== false)
      throw refuse('CONTROL_NOT_FAILED', `Control ${control.name} has not failed.`);
    const before = await acceptedBefore(tx, context, control);
    if (!before)
      await tx.patch(batchControl, control.id, {
        acceptedReason: args.reason,
        acceptedById: context.actor.userId,
      });
    await recordEvent(tx, context, {
      type: 'BATCH_OVERRIDE',
      targetType: 'Batch',
      targetId: batch.id,
      data: { controlId: control.id, name: control.name, reason: args.reason, by: context.actor.name },
    });
    if (before)
      return merged('ACCEPTED_ALREADY', `${doneBy(before)} accepted control ${control.name} already.`);
    return applied;
  },
});

/**
 * Return who accepted the failure before a moment, if the acceptance is in force; of two, the earlier by the
 * clock counts.
 */
async function acceptedBefore(tx: Transaction, { occurredAt }: OperationContext, control: BatchControl) {
  if (control.acceptedById === null) return undefined;
  return (await tx.find(event, { targetId: control.batchId })).find(
    (one) =>
      one.type === 'BATCH_OVERRIDE' &&
      one.data['controlId'] === control.id &&
      one.userId === control.acceptedById &&
      one.occurredAt <= occurredAt,
  );
}
