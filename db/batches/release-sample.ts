import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import { keptDnaBarcode } from '#db/samples/kept-dna-barcode.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { SampleStatus } from '#db/samples/sample-status.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { moveSpecimens } from './move-specimens.ts';

const OFF_PLATE = { batchId: null, plateLocation: null, batchOrder: null } as const;

/** What a specimen was before its sample was placed; null when it had gone on already (domain 4.2). */
async function statusBefore(tx: Transaction, row: Sample): Promise<'RECEIVED' | 'SUPPLEMENTAL' | null> {
  if (row.sampleKind === 'PRIMARY') return 'RECEIVED';
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  const of = owner?.sourceSpecimenId ? await tx.get(order, owner.orderId) : undefined;
  if (!of) return null;
  return of.orderClassification === 'SUPPLEMENTAL' ? 'SUPPLEMENTAL' : 'RECEIVED';
}

/**
 * Takes a sample off a batch that has not used it: back to the queue, its specimen back to where it was when no earlier
 * stage was done. A duplicate exists for its well only and is canceled.
 */
export async function releaseSample(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  reason: string | null,
  fields: Partial<Sample> = {},
): Promise<void> {
  const to: SampleStatus = row.duplicateOfSampleId === null ? 'IN_QUEUE' : 'CANCELED';
  await changeSampleStatus(tx, context, row, to, {
    reason,
    fields: { ...OFF_PLATE, dnaBarcode: keptDnaBarcode(row), ...fields },
  });
  if (row.duplicateOfSampleId !== null) return;
  const before = await statusBefore(tx, row);
  if (before !== null) await moveSpecimens(tx, context, [row], ['BATCH_ASSIGNED'], before);
}
