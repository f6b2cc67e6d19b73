import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { missingSince } from '#db/samples/custody/custody-of.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { isLeftOver } from './samples-to-store.ts';
import { storeFinished } from './store-finished.ts';

/**
 * Store remaining material of these specimens that is already in its place when their order is closed (domain
 * 4.2). Samples that are in somebody's hands, missing or on a bench are stored when they are put away.
 */
export async function storeLeftOver(
  tx: Transaction,
  context: OperationContext,
  specimenIds: readonly string[],
): Promise<void> {
  if (specimenIds.length === 0) return;
  const leftoverSamples = (await tx.find(sample, { specimenId: [...specimenIds] })).filter(
    (row) =>
      isLeftOver(row) &&
      row.status !== 'IN_STORAGE' &&
      row.custodianUserId === null &&
      // A duplicate well has no tube of its own.
      row.duplicateOfSampleId === null,
  );
  if (leftoverSamples.length === 0) return;
  const loggedEvents = await tx.find(event, { targetId: leftoverSamples.map(({ id }) => id) });
  for (const row of leftoverSamples) {
    if (missingSince(loggedEvents.filter(({ targetId }) => targetId === row.id)) !== null) continue;
    const container =
      row.storageLocationId === null ? undefined : await tx.get(storageManagement, row.storageLocationId);
    if (container) await storeFinished(tx, context, row, container);
  }
}
