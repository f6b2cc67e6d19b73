import { batch } from '#db/batches/batch.ts';
import { acceptedRepeats } from '#db/ordering/accepted-repeats.ts';
import type { Order } from '#db/ordering/order.ts';
import type { OrderClassification } from '#db/ordering/order-classification.ts';
import { sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Billability, billabilityOf } from './is-billable.ts';

/** A specimen and whether it is charged as far as is known now. */
export interface JudgedSpecimen extends Specimen {
  billability: Billability;
}

/** Return the specimens with material in a batch that was started. */
async function startedOf(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const samples = await tx.find(sample, { specimenId: ids });
  const batchIds = [...new Set(samples.flatMap(({ batchId }) => batchId ?? []))].sort();
  const batches = batchIds.length === 0 ? [] : await tx.find(batch, { id: batchIds });
  const started = new Set(batches.filter(({ startedAt }) => startedAt !== null).map(({ id }) => id));
  return new Set(
    samples.flatMap(({ batchId, specimenId }) =>
      batchId !== null && specimenId !== null && started.has(batchId) ? [specimenId] : [],
    ),
  );
}

/**
 * Return the specimens of an order in row order, each judged by domain 8.4. A rework is judged like another
 * order until it is issued: until then its own adjustment shows what is not charged.
 */
export async function judgedSpecimens(
  tx: Transaction,
  row: Pick<Order, 'id'>,
  orderClassification: OrderClassification,
): Promise<JudgedSpecimen[]> {
  const rows = await tx.find(specimen, { orderId: row.id });
  // Only for specimens canceled after receipt does it matter whether work on them had begun.
  const canceledAfterReceipt = rows.filter(
    ({ status, receivedAt }) => status === 'CANCELED' && receivedAt !== null,
  );
  const started = await startedOf(
    tx,
    canceledAfterReceipt.map(({ id }) => id),
  );
  const repeats = rows.some(({ status }) => status === 'RESET')
    ? await acceptedRepeats(tx, row.id)
    : new Map<string, string>();
  return rows
    .sort((one, other) => one.orderRow - other.orderRow || (one.id < other.id ? -1 : 1))
    .map((one) => ({
      ...one,
      billability: billabilityOf({
        ...one,
        orderClassification,
        batchStarted: started.has(one.id),
        repeated: repeats.has(one.id),
      }),
    }));
}
