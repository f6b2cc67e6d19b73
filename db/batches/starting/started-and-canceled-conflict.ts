import type { Batch } from '#db/batches/batch.ts';
import { batchOf, personName } from '#db/batches/find-batch.ts';
import { closeConflict } from '#db/batches/layout/layout-conflict.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { type ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import type { Transaction } from '#db/transaction.ts';
import { cancelStarted } from './cancel-started.ts';

/** A batch that one person started and another person canceled as not started. */
export const STARTED_AND_CANCELED = 'STARTED_AND_CANCELED';

const startedText = (row: Batch): string => `Started batch ${row.julianId}`;
const canceledText = (row: Batch, reason: string): string => `Canceled batch ${row.julianId}: ${reason}`;
const actionOf = (row: Batch): string => `Decide whether to continue batch ${row.julianId}`;
const common = (row: Batch) => ({
  kind: STARTED_AND_CANCELED,
  targetType: 'Batch',
  targetId: row.id,
  batchId: row.id,
  action: actionOf(row),
});

/** Record a cancel after a start that its person did not know of. */
export async function openStartedCancel(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  reason: string,
): Promise<string> {
  const name = await personName(tx, row.startedById);
  await openConflict(tx, context, {
    ...common(row),
    mine: { label: canceledText(row, reason), value: { batchId: row.id, reason } },
    theirs: {
      userId: row.startedById,
      name,
      occurredAt: row.startedAt ?? context.occurredAt,
      label: startedText(row),
      value: { batchId: row.id },
    },
  });
  return name;
}

/** Record a start after a cancel that its person did not know of; returns who canceled. */
export async function openCanceledStart(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
): Promise<string> {
  const events = await tx.find(event, { targetId: row.id });
  const canceled = events
    .filter((one) => one.type === 'BATCH_CANCELED')
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .at(-1);
  const { by, reason } = canceled?.data ?? {};
  const theirs: ConflictVersion = {
    userId: canceled?.userId ?? null,
    name: typeof by === 'string' ? by : 'a colleague',
    occurredAt: canceled?.occurredAt ?? row.updatedAt,
    label: canceledText(row, typeof reason === 'string' ? reason : ''),
    value: { batchId: row.id, reason: typeof reason === 'string' ? reason : null },
  };
  await openConflict(tx, context, {
    ...common(row),
    mine: { label: startedText(row), value: { batchId: row.id } },
    theirs,
  });
  return theirs.name;
}

/** Close the conflict when a person who knows of the start cancels the batch. */
export async function closeStartedAndCanceled(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
): Promise<void> {
  for (const one of await tx.find(syncConflict, { batchId: row.id, status: 'OPEN' }))
    if (one.kind === STARTED_AND_CANCELED) await closeConflict(tx, context, one.id, 'KEEP_B');
}

/**
 * The work continues, or the batch is canceled with the volumes returned; also when a section is signed
 * already.
 */
export const startedAndCanceledConflict: ConflictKind = {
  kind: STARTED_AND_CANCELED,
  title: 'Started and canceled',
  labels: { KEEP_A: 'Continue the batch', KEEP_B: 'Cancel the batch' },
  async resolve(tx, context, conflict, choice) {
    if (choice === 'KEEP_A') return;
    const row = await batchOf(tx, context, conflict.targetId);
    const reasons = [conflict.mine, conflict.theirs].map((side) => side?.value['reason']);
    const reason = reasons.find((one) => typeof one === 'string');
    await cancelStarted(tx, context, row, typeof reason === 'string' ? reason : 'Canceled');
  },
};
