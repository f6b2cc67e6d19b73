import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { retainedDnaBarcode, type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { moveSpecimens } from './move-specimens.ts';

/** The fields of a sample that is in no batch. */
export const OFF_PLATE = { batchId: null, plateLocation: null, batchOrder: null } as const;

/**
 * Return the status of a specimen before its sample was placed; null while another tube of it is in a batch,
 * or when it had progressed (domain 4.2).
 */
async function statusBefore(tx: Transaction, row: Sample): Promise<'RECEIVED' | 'SUPPLEMENTAL' | null> {
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (owner?.status !== 'BATCH_ASSIGNED') return null;
  const tubes = await tx.find(sample, { specimenId: owner.id });
  const inBatch = tubes.some(
    (one) => one.id !== row.id && one.duplicateOfSampleId === null && one.status === 'BATCH_ASSIGNED',
  );
  if (inBatch) return null;
  const of =
    row.sampleKind !== 'PRIMARY' && owner.sourceSpecimenId ? await tx.get(order, owner.orderId) : undefined;
  return of?.orderClassification === 'SUPPLEMENTAL' ? 'SUPPLEMENTAL' : 'RECEIVED';
}

/**
 * Take a sample off a batch that has not used it: back to the queue, and its specimen back to the earlier
 * status when no earlier stage was done. A duplicate exists only for its well and is canceled; a failed or
 * ended sample keeps its status.
 */
export async function releaseSample(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  reason: string | null,
  fields: Partial<Sample> = {},
  data: Record<string, string | boolean | null> = {},
): Promise<void> {
  const inBatch = row.status === 'BATCH_ASSIGNED' || row.status === 'IN_PROGRESS';
  const released: SampleStatus = row.duplicateOfSampleId === null ? 'IN_QUEUE' : 'CANCELED';
  const to = inBatch ? released : row.status;
  await changeSampleStatus(tx, context, row, to, {
    reason,
    data,
    fields: { ...OFF_PLATE, dnaBarcode: retainedDnaBarcode(row), ...fields },
  });
  if (row.duplicateOfSampleId !== null) return;
  const before = await statusBefore(tx, row);
  if (before !== null) await moveSpecimens(tx, context, [row], ['BATCH_ASSIGNED'], before);
}
