import type { OperationContext } from '#db/operation.ts';
import { endConflicts, openConflict } from '#db/records/conflicts/open-conflict.ts';
import { ConflictVersion } from '#db/records/conflicts/sync-conflict.ts';
import { doneBy } from '#db/samples/custody/custody-chain.ts';
import { sightingsOf } from '#db/samples/custody/sightings.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';

/** The conflict of domain 5.11, case 2. */
export const SLOT_TAKEN = 'slot-taken';

/** Open the conflict of two samples in one slot; the first one applied has the slot. */
export async function openSlotConflict(
  tx: Transaction,
  context: OperationContext,
  slotCase: { sample: Sample; occupant: Sample; container: StorageManagement; position: string },
): Promise<void> {
  const { sample, occupant, container, position } = slotCase;
  const { placed: lastPlacement } = await sightingsOf(tx, occupant);
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
      userId: lastPlacement?.userId ?? null,
      name: lastPlacement ? doneBy(lastPlacement) : 'the system',
      occurredAt: lastPlacement?.occurredAt ?? occupant.updatedAt,
      label: `${occupant.barcode} in ${container.name}, ${position}`,
      value: { sampleId: occupant.id, containerId: container.id, position },
    },
  });
}

/**
 * Close the open slot conflicts of a sample that has been put or seen in another place since. A sample seen
 * in the box without a position keeps its conflict, because its position is still unknown.
 */
export const settleSlotConflicts = (
  tx: Transaction,
  context: OperationContext,
  { id, storageLocationId, storagePosition }: Sample,
): Promise<void> =>
  endConflicts(
    tx,
    context,
    { kind: SLOT_TAKEN, targetId: id, resolution: 'RESCANNED' },
    ({ mine }) =>
      storagePosition !== null || ConflictVersion.parse(mine).value['containerId'] !== storageLocationId,
  );
