import { type Batch, batch } from '#db/batches/batch.ts';
import { drawInput } from '#db/batches/batch-volume.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { procedureOf } from '#db/batches/find-batch.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { liveReplicates } from '#db/samples/failing/fail-one.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { wellPosition } from '#db/values/plate-well.ts';

/**
 * Return the reason that a canceled batch records for a sample in work that it releases; a failure that
 * arrives later refers to it.
 */
export async function releasedFromWork(
  tx: Transaction,
  row: Batch,
  one: Sample,
): Promise<Record<string, string | boolean | null>> {
  if (one.status !== 'IN_PROGRESS') return {};
  const hasReplicate = (await liveReplicates(tx, one)).length > 0;
  return { batchId: row.id, well: one.plateLocation, dnaBarcode: one.dnaBarcode, hasReplicate };
}

/** A sample that is back in its canceled batch, and whether another well of its tube was in work too. */
export interface BackInBatch {
  row: Sample;
  hasReplicate: boolean;
}

/**
 * Put a sample back into the batch that a colleague canceled without the knowledge of the person who saw the
 * failure. The sample failed in work in any order of arrival (domain 5.11, case 23), so its drawn volume is
 * not returned. Null when the case does not apply.
 */
export async function putBackIntoCanceled(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
): Promise<BackInBatch | null> {
  if (row.batchId !== null || !(await wasChangedConcurrently(context, sample, row.id))) return null;
  const changes = (await tx.find(event, { targetId: row.id }))
    .filter(({ type, data }) => type === 'SAMPLE_STATUS_CHANGED' && data['to'] !== data['from'])
    .sort((a, b) => (`${a.occurredAt} ${a.id}` < `${b.occurredAt} ${b.id}` ? -1 : 1));
  const last = changes.at(-1);
  if (last?.data['from'] !== 'IN_PROGRESS' || last.data['to'] !== row.status) return null;
  const { batchId, well, dnaBarcode, hasReplicate } = last.data;
  if (typeof batchId !== 'string' || typeof well !== 'string' || last.userId === context.actor.userId)
    return null;
  const canceled = await tx.get(batch, batchId);
  if (canceled?.status !== 'CANCELED') return null;
  await drawInput(tx, context, canceled, await procedureOf(tx, canceled), row);
  const back = await tx.patch(sample, row.id, {
    ...{ status: 'IN_PROGRESS', batchId, plateLocation: well, batchOrder: wellPosition(well) ?? null },
    dnaBarcode: typeof dnaBarcode === 'string' ? dnaBarcode : null,
  });
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.status, to: back.status, reason: `Failed in batch ${canceled.julianId}` },
  });
  return { row: back, hasReplicate: hasReplicate === true };
}
