import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { holdsPositions, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import type { UndoPart } from './bulk-action.ts';
import { mirrorPlace, readCurrentPlace } from './place-samples.ts';

/** Return one sample of a bulk action to its earlier place. */
export async function putBack(
  tx: Transaction,
  context: OperationContext,
  part: UndoPart,
  args: { bulkId: string; reason: string | null },
): Promise<Sample> {
  const { sample, before } = part;
  const { containerId, position } = before.from;
  const container = containerId === null ? undefined : await tx.get(storageManagement, containerId);
  await recordEvent(tx, context, {
    type: 'SAMPLE_MOVED',
    targetType: 'Sample',
    targetId: sample.id,
    data: {
      from: await readCurrentPlace(tx, sample),
      to: { ...before.from },
      by: context.actor.name,
      undoOf: args.bulkId,
      ...(before.slotOnly ? { slotOnly: true } : {}),
      ...(args.reason === null ? {} : { reason: args.reason }),
    },
  });
  const back = await tx.patch(sampleEntity, sample.id, {
    storageLocationId: containerId,
    storagePosition: position,
    positionConflict: container !== undefined && holdsPositions(container.type) && position === null,
  });
  await mirrorPlace(tx, back);
  return back;
}
