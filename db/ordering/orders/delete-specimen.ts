import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { specimenName } from '#db/ordering/manifest/requisition-number.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { closeDiscrepancy } from '#db/specimens/discrepancies/open-discrepancy.ts';
import { type Specimen, specimen, specimenOf } from '#db/specimens/specimen.ts';
import { SPECIMEN_LIFECYCLE } from '#db/specimens/specimen-lifecycle.ts';
import { withdrawSpecimen } from '#db/specimens/withdraw-specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { orderPhrase } from '#db/values/order-name.ts';
import { Reason } from '#db/values/reason.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import type { Order } from './order.ts';
import { openOrder } from './order-access-scope.ts';

type Material = Pick<Sample, 'batchId'>;

/**
 * Return whether a role may delete a specimen, which must be no draft, unfinished, and never in a batch
 * (domain 4.2).
 */
export const mayDeleteSpecimen = (
  role: Role,
  { status }: Pick<Specimen, 'status'>,
  samples: readonly Material[],
): boolean =>
  may(role, 'lab/specimens:delete') &&
  status !== 'DRAFT' &&
  (status === 'CANCELED' || SPECIMEN_LIFECYCLE[status].includes('CANCELED')) &&
  samples.every(({ batchId }) => batchId === null);

async function assertDeletable(tx: Transaction, row: Specimen, of: Order): Promise<void> {
  const name = specimenName(row);
  if (row.status === 'DRAFT')
    throw refuse(
      'A_DRAFT',
      `${name} is still entered. Whoever enters ${orderPhrase(of)} takes it off there.`,
    );
  if (of.status === 'PENDING_APPROVAL' || of.status === 'PO_UNDER_REVIEW')
    throw refuse('WAITS_FOR_APPROVAL', 'The order needs approval. Decide that first, or return the order.');
  const samples = await tx.find(sample, { specimenId: row.id });
  const batchId = samples.find((one) => one.batchId !== null)?.batchId ?? null;
  if (batchId !== null) {
    const worked = await tx.get(batch, batchId);
    throw refuse(
      'BATCH_WORK',
      `${name} has been in batch ${worked?.julianId ?? batchId}, so it stays in the records. Cancel it instead.`,
    );
  }
  if (row.status !== 'CANCELED' && !SPECIMEN_LIFECYCLE[row.status].includes('CANCELED'))
    throw refuse('TRANSITION_NOT_ALLOWED', `The work on ${name} is done, so it stays in the records.`);
}

/**
 * Delete a specimen that was entered by mistake: it is canceled, charges are recomputed, and its history
 * stays. Received material keeps its sample, to be disposed of or sent back.
 */
export const deleteSpecimen = defineOperation({
  name: 'delete-specimen',
  version: 1,
  kind: 'intent',
  title: 'Delete specimen',
  grant: 'lab/specimens:delete',
  args: z.strictObject({ specimenId: Id, reason: Reason }),
  subjects: ({ specimenId }) => [specimenId],
  async run(tx, { specimenId, reason }, context) {
    const row = await specimenOf(tx, specimenId);
    const { row: of } = await openOrder(tx, context, row.orderId);
    await assertDeletable(tx, row, of);
    const discrepancies = await tx.find(discrepancy, { specimenId });
    for (const one of discrepancies.filter(({ resolution }) => resolution === 'OPEN'))
      await closeDiscrepancy(tx, context, one, 'CANCELED', reason);
    if (row.status !== 'CANCELED') await withdrawSpecimen(tx, context, row, reason);
    // Before the deletion, its payment must be refunded.
    await deriveOrderStatus(tx, context, of.id);
    await tx.patch(specimen, specimenId, { deleted: true });
    await recordEvent(tx, context, {
      type: 'SPECIMEN_DELETED',
      targetType: 'Specimen',
      targetId: specimenId,
      data: { from: row.status, requisitionNumber: row.requisitionNumber, reason },
    });
    return applied;
  },
});
