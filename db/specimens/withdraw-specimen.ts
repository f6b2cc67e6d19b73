import { recordPlacing } from '#db/batches/layout/place-one.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeSampleStatus, SAMPLE_LIFECYCLE } from '#db/samples/sample-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Specimen } from './specimen.ts';
import { changeSpecimenStatus, leadSpecimenTo } from './specimen-lifecycle.ts';

/**
 * Withdraw a sample: a well that waits for its batch is freed; a filled well stays and becomes canceled or
 * reset.
 */
export async function withdrawSample(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  reason: string,
  to: 'CANCELED' | 'RESET' = 'CANCELED',
): Promise<void> {
  const isWaitingForBatch = row.status === 'BATCH_ASSIGNED' && row.batchId !== null;
  const fields = isWaitingForBatch
    ? { batchId: null, plateLocation: null, batchOrder: null, dnaBarcode: null }
    : {};
  await changeSampleStatus(tx, context, row, to, { reason, fields });
  if (isWaitingForBatch && row.batchId !== null)
    await recordPlacing(tx, context, row.batchId, { id: row.id, barcode: row.barcode, well: null });
}

/**
 * End the work on a specimen: it becomes CANCELED, and so does its material that is in work or waits for it
 * (domain 4.2). A finished specimen stays as it is. Call `deriveOrderStatus` once for the order afterwards.
 */
export async function withdrawSpecimen(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  reason: string,
  internalReason: string | null = null,
): Promise<Specimen | undefined> {
  const canceled = await leadSpecimenTo(tx, context, row, 'CANCELED', {
    event: 'SPECIMEN_CANCELED',
    reason,
    internalReason,
  });
  if (!canceled) return undefined;
  for (const one of await tx.find(sample, { specimenId: row.id }))
    if (SAMPLE_LIFECYCLE[one.status].includes('CANCELED')) await withdrawSample(tx, context, one, reason);
  return canceled;
}

/**
 * Stop the work on a failed specimen for good, with all of its material (domain 4.2); derive the order
 * afterwards.
 */
export async function stopFailedSpecimen(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  reason: string,
  internalReason: string | null = null,
): Promise<void> {
  await changeSpecimenStatus(tx, context, row, 'FAILED_QC_CANCELED', { reason, internalReason });
  for (const one of await tx.find(sample, { specimenId: row.id })) {
    if (one.status === 'FAILED_QC')
      await changeSampleStatus(tx, context, one, 'FAILED_QC_CANCELED', { reason });
    else if (SAMPLE_LIFECYCLE[one.status].includes('CANCELED'))
      await withdrawSample(tx, context, one, reason);
  }
}
