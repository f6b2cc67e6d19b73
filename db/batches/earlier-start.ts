import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Batch, batch } from './batch.ts';

/**
 * Work from before the recorded start shows that the batch had started by then: of two starts the earliest time counts,
 * whether it was begun by hand or by a first value, and whichever arrives first (domain 5.11, case 15).
 */
export async function countEarlierStart(
  tx: Transaction,
  { occurredAt, actor }: OperationContext,
  row: Batch,
): Promise<void> {
  if (row.status !== 'IN_PROGRESS' || row.startedAt === null || row.startedAt <= occurredAt) return;
  await tx.patch(batch, row.id, {
    startedAt: occurredAt,
    startedById: actor.userId,
    layoutLockedAt: occurredAt,
  });
}
