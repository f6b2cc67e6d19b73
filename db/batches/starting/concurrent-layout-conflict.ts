import type { Batch } from '#db/batches/batch.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { lastLayoutChange } from '#db/batches/layout/layout-history.ts';
import { conflicted, type OperationContext, type RuleResult } from '#db/operation.ts';
import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { cancelStarted } from './cancel-started.ts';

/** A batch started without a layout, by a person who may not have seen its last changes. */
const CONCURRENT_LAYOUT = 'LAYOUT_UNSEEN';

/** Ask whether the plate holds the recorded layout; both people are named. */
export async function openConcurrentLayoutConflict(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
): Promise<RuleResult> {
  await openConflict(tx, context, {
    kind: CONCURRENT_LAYOUT,
    targetType: 'Batch',
    targetId: row.id,
    batchId: row.id,
    action: `Compare the plate of batch ${row.julianId} with its layout`,
    mine: { label: 'Started the batch', value: { batchId: row.id } },
    theirs: await lastLayoutChange(tx, row.id, null),
  });
  return conflicted(
    CONCURRENT_LAYOUT,
    `Batch ${row.julianId} was changed before you started it. Compare the plate; a lab manager decides.`,
  );
}

/**
 * A start of an older app on a plate that had changed: the layout is confirmed, or the batch is laid out
 * again.
 */
export const concurrentLayoutConflict: ConflictKind = {
  kind: CONCURRENT_LAYOUT,
  title: 'Started without the last changes',
  labels: { KEEP_A: 'The plate holds this layout', KEEP_B: 'Cancel the batch' },
  async resolve(tx, context, conflict, choice) {
    if (choice === 'KEEP_A') return;
    const row = await batchOf(tx, context, conflict.targetId);
    await cancelStarted(tx, context, row, 'The plate did not hold this layout');
  },
};
