import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';
import { SAMPLE_IN_TWO_BATCHES } from './place-one.ts';

/**
 * Flag a sample whose batch has started while another batch claims it too (domain 5.11, case 13). The history
 * of both batches records the claim until the lab manager decides.
 */
export async function flagConcurrentStart(
  tx: Transaction,
  context: OperationContext,
  started: Batch,
): Promise<void> {
  const open = await tx.find(syncConflict, { batchId: started.id, status: 'OPEN' });
  for (const { kind, targetId } of open) {
    if (kind !== SAMPLE_IN_TWO_BATCHES) continue;
    const row = await tx.get(sample, targetId);
    if (!row || row.batchId === started.id) continue;
    await tx.patch(sample, row.id, { flaggedForReview: true });
    for (const batchId of [started.id, ...(row.batchId === null ? [] : [row.batchId])]) {
      await recordEvent(tx, context, {
        type: 'BATCH_OVERRIDE',
        targetType: 'Batch',
        targetId: batchId,
        data: {
          sampleId: row.id,
          reason: `Started while ${row.barcode} is claimed by two batches`,
          by: context.actor.name,
        },
      });
    }
  }
}
