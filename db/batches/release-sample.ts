import type { OperationContext } from '#db/operation.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { SampleStatus } from '#db/samples/sample-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { moveSpecimens } from './move-specimens.ts';

const OFF_PLATE = { batchId: null, plateLocation: null, batchOrder: null, dnaBarcode: null } as const;

/**
 * Takes a sample off a batch that has not used it: back to the queue, its specimen back to RECEIVED when no earlier
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
  await changeSampleStatus(tx, context, row, to, { reason, fields: { ...OFF_PLATE, ...fields } });
  if (row.duplicateOfSampleId !== null || row.sampleKind !== 'PRIMARY') return;
  await moveSpecimens(tx, context, [row], ['BATCH_ASSIGNED'], 'RECEIVED');
}
