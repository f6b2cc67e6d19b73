import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { SuffixLetter } from '#db/batches/batch-numbering.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { releaseFrom } from '#db/specimens/holding/held-samples.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { sampleOf } from './find-sample.ts';
import { NOT_ENOUGH_MATERIAL, requeueOne } from './requeue-one.ts';
import { SAMPLE_STATUS, type Sample } from './sample.ts';
import { repeatProblem } from './usable-problem.ts';

/**
 * Repeat a failed sample from the rest of itself, of its parent, or of the primary; else ask the customer.
 */
export const requeueSample = defineOperation({
  name: 'requeue-sample',
  version: 1,
  kind: 'intent',
  title: 'Re-queue sample',
  grant: 'lab/samples/update/status:update',
  args: z.strictObject({ sampleId: ref, childSuffixLetter: SuffixLetter }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    requireCapability(context, 'planBatches');
    const row = await sampleOf(tx, args.sampleId);
    if (row.status !== 'FAILED_QC' && row.status !== 'FAILED_VISUAL_INSPECTION') {
      throw refuse('TRANSITION', cannotChange(SAMPLE_STATUS, row.status, 'IN_QUEUE'));
    }
    const repeatIssue = await repeatProblem(tx, context.actor.role, row);
    if (repeatIssue) throw refuse(repeatIssue.code, repeatIssue.message);
    const sibling = await requeueOne(tx, context, row, args.childSuffixLetter);
    await followRequeue(tx, context, row, sibling !== null);
    return sibling ? applied : warned('NOT_ENOUGH_MATERIAL', NOT_ENOUGH_MATERIAL);
  },
});

/** Advance the specimen with the sibling, or set it to await the customer. */
async function followRequeue(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  hasMaterial: boolean,
): Promise<void> {
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (owner?.status === 'ACTION_REQUIRED' && hasMaterial) return releaseToWork(tx, context, owner);
  if (owner?.status !== 'FAILED_QC') return;
  const actionFields = { actionRequiredText: NOT_ENOUGH_MATERIAL, actionRequiredSince: context.occurredAt };
  if (hasMaterial) await changeSpecimenStatus(tx, context, owner, 'IN_PROGRESS', { reason: 'Re-queued' });
  else {
    const change = {
      event: 'SPECIMEN_ACTION_REQUIRED' as const,
      reason: NOT_ENOUGH_MATERIAL,
      fields: actionFields,
    };
    await changeSpecimenStatus(tx, context, owner, 'ACTION_REQUIRED', change);
  }
  await deriveOrderStatus(tx, context, owner.orderId);
}

// Its only tube had failed before any work: the specimen continues with the sibling, unless another question
// about it is open.
async function releaseToWork(tx: Transaction, context: OperationContext, owner: Specimen): Promise<void> {
  const discrepancies = await tx.find(discrepancy, { specimenId: owner.id });
  if (owner.receivedAt === null || discrepancies.some((one) => one.resolution === 'OPEN')) return;
  await releaseFrom(tx, context, owner, 'Re-queued');
  await deriveOrderStatus(tx, context, owner.orderId);
}
