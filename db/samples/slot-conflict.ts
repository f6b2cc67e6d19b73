import type { OperationContext } from '#db/operation.ts';
import { openConflict } from '#db/records/open-conflict.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { doneBy } from './custody-chain.ts';
import type { Sample } from './sample.ts';
import { sightingsOf } from './sightings.ts';

/** The conflict of domain 5.11, case 2. */
export const SLOT_TAKEN = 'slot-taken';

/** Opens the conflict of two samples in one slot; the first applied has the slot. */
export async function openSlotConflict(
  tx: Transaction,
  context: OperationContext,
  found: { sample: Sample; occupant: Sample; container: StorageManagement; position: string },
): Promise<void> {
  const { sample, occupant, container, position } = found;
  const { placed } = await sightingsOf(tx, occupant);
  await openConflict(tx, context, {
    kind: SLOT_TAKEN,
    targetType: 'Sample',
    targetId: sample.id,
    action: `Rescan ${container.name}`,
    mine: {
      label: `${sample.barcode} in ${container.name}, ${position}`,
      value: { sampleId: sample.id, containerId: container.id, position },
    },
    theirs: {
      userId: placed?.userId ?? null,
      name: placed ? doneBy(placed) : 'the system',
      occurredAt: placed?.occurredAt ?? occupant.updatedAt,
      label: `${occupant.barcode} in ${container.name}, ${position}`,
      value: { sampleId: occupant.id, containerId: container.id, position },
    },
  });
}

/** Closes the open slot conflicts of a sample that has been put or seen in a place of its own since. */
export async function settleSlotConflicts(
  tx: Transaction,
  context: OperationContext,
  sampleId: string,
): Promise<void> {
  const conflicts = await tx.find(syncConflict, { targetId: sampleId });
  for (const conflict of conflicts) {
    if (conflict.status !== 'OPEN' || conflict.kind !== SLOT_TAKEN) continue;
    await tx.patch(syncConflict, conflict.id, {
      status: 'RESOLVED',
      resolution: 'RESCANNED',
      resolvedById: context.actor.userId,
      resolvedAt: context.occurredAt,
    });
    await recordEvent(tx, context, {
      type: 'SYNC_CONFLICT_RESOLVED',
      targetType: conflict.targetType,
      targetId: sampleId,
      data: { conflictId: conflict.id, resolution: 'RESCANNED', by: context.actor.name },
    });
  }
}
