import { type Batch, batch } from '#db/batches/batch.ts';
import { LAYOUT_DIFFERS } from '#db/batches/layout/layout-conflict.ts';
import { SAMPLE_IN_TWO_BATCHES } from '#db/batches/layout/place-one.ts';
import type { OperationContext } from '#db/operation.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';

/**
 * Set the start of a batch to the time of work from before the recorded start: of two starts the earliest
 * time counts, whether the batch was started explicitly or by a first value, in any order of arrival (domain
 * 5.11, case 15).
 */
export async function countEarlierStart(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
): Promise<void> {
  if (row.status === 'IN_PROGRESS' && row.startedAt !== null && row.startedAt > context.occurredAt)
    await setEarlierStart(tx, context, row);
}

/**
 * Set this as the start of a batch, also in the open conflicts about its plate: the same starter is named in
 * every order of arrival.
 */
export async function setEarlierStart(
  tx: Transaction,
  { occurredAt, actor }: OperationContext,
  row: Batch,
): Promise<void> {
  const { userId, name } = actor;
  await tx.patch(batch, row.id, { startedAt: occurredAt, startedById: userId, layoutLockedAt: occurredAt });
  const withStarterName = (side: unknown): ConflictVersion | null => {
    const version = ConflictVersion.safeParse(side).data;
    const isStarter = version?.value['started'] === true && version.userId === row.startedById;
    return version && isStarter ? { ...version, userId, name, occurredAt } : null;
  };
  for (const one of await tx.find(syncConflict, { batchId: row.id, status: 'OPEN' })) {
    if (one.kind !== LAYOUT_DIFFERS) continue;
    const [mine, theirs] = [withStarterName(one.mine), withStarterName(one.theirs)];
    if (mine || theirs)
      await tx.patch(syncConflict, one.id, { ...(mine ? { mine } : {}), ...(theirs ? { theirs } : {}) });
  }
}

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
