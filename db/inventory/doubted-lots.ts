import { batch } from '#db/batches/batch.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { inventoryItem } from './inventory-item.ts';
import { lotName } from './lot-problem.ts';
import { usesOf } from './review-uses.ts';

/** A quarantined lot that a person used in a batch whose samples were flagged for it. */
export interface DoubtedLot {
  lotId: string;
  lot: string;
  batchId: string;
  julianId: string;
}

/**
 * Return the quarantined lots that a person used, each with the batches whose samples are flagged for review.
 */
export async function doubtedLots(tx: Transaction, userId: string): Promise<DoubtedLot[]> {
  const lotByKey = new Map<string, DoubtedLot>();
  for (const item of (await tx.find(inventoryItem, {})).filter((one) => one.quarantined)) {
    for (const { value, section } of await usesOf(tx, item.id)) {
      const key = `${item.id}|${section.batchId}`;
      if (value.enteredById !== userId || lotByKey.has(key)) continue;
      const batchRow = await tx.get(batch, section.batchId);
      const samples = batchRow ? await tx.find(sample, { batchId: batchRow.id }) : [];
      if (batchRow && samples.some((row) => row.flaggedForReview))
        lotByKey.set(key, {
          lotId: item.id,
          lot: lotName(item),
          batchId: batchRow.id,
          julianId: batchRow.julianId,
        });
    }
  }
  return [...lotByKey.values()];
}
