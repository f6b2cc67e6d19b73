import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { childrenOf } from '#db/samples/failing/fail-late.ts';
import type { Sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { BATCH_TYPE_FACTS, type Batch, batch as batchEntity } from './batch.ts';
import { approvalState, assertReviewed, batchApproval } from './batch-approval.ts';
import { batchOf, plateOf, procedureOf } from './find-batch.ts';

/** List what a completed batch made: the samples that its approval releases. */
async function outputSamples(tx: Transaction, row: Batch): Promise<Sample[]> {
  const { output } = BATCH_TYPE_FACTS[row.type];
  const { samples } = await plateOf(tx, row.id);
  const children = await Promise.all(samples.map((one) => childrenOf(tx, one)));
  return children.flat().filter(({ sampleKind }) => sampleKind === output);
}

/**
 * Return why the approval of a batch cannot be withdrawn, or null: work continued with one of its children.
 */
export async function withdrawalProblem(tx: Transaction, row: Batch): Promise<string | null> {
  const planned = (await outputSamples(tx, row)).filter(({ batchId }) => batchId !== null);
  if (planned.length === 0) return null;
  const barcodes = planned.map(({ barcode }) => barcode).sort();
  const names = barcodes.slice(0, 3).join(', ');
  const more = barcodes.length > 3 ? ` and ${barcodes.length - 3} more` : '';
  return `${names}${more} went to a later batch. Take them out first, or fail that batch.`;
}

/**
 * Withdraw the approval of a batch as a director, while none of its children is in a batch: they are held
 * until the batch is approved anew. The signature of the approval stays in the history.
 */
export const withdrawBatchApproval = defineOperation({
  name: 'withdraw-batch-approval',
  version: 1,
  kind: 'intent',
  title: 'Withdraw approval of batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, reason: Reason }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const row = await batchOf(tx, context, args.batchId);
    const method = await procedureOf(tx, row);
    requireCapability(context, 'withdrawBatchApproval');
    requireCapability(context, batchApproval(method.clinical));
    assertReviewed(row, method);
    if (approvalState(row) !== 'APPROVED')
      throw refuse('NOT_APPROVED', `Batch ${row.julianId} is not approved.`);
    const problem = await withdrawalProblem(tx, row);
    if (problem !== null) throw refuse('CHILDREN_IN_BATCH', problem);
    const { reason } = args;
    await tx.patch(batchEntity, row.id, {
      directorApproved: null,
      directorApprovedById: null,
      directorApprovedAt: null,
    });
    await recordEvent(tx, context, {
      type: 'BATCH_APPROVAL_WITHDRAWN',
      targetType: 'Batch',
      targetId: row.id,
      data: { reason },
    });
    for (const child of await outputSamples(tx, row))
      if (child.status === 'IN_QUEUE')
        await changeSampleStatus(tx, context, child, 'RECEIVED_ON_HOLD', {
          reason: `Approval of ${row.julianId} withdrawn`,
        });
    return applied;
  },
});
