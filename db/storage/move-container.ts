import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { byOther, type ChainEvent, doneBy, isLater, placeOf, placeText } from '#db/samples/custody-chain.ts';
import { containerOf } from '#db/samples/find-placed.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { openContainerSlotConflict } from './conflict-container-slot.ts';
import { judgeContainerPlace } from './judge-container-place.ts';
import { lastContainerMove } from './last-container-move.ts';
import { type StorageManagement, storageManagement } from './storage-management.ts';
import { isEndPlace } from './storage-type.ts';

/** A container was put elsewhere with all that is in it: one event, its samples inherit by the tree (domain 5.4). */
export const moveContainer = defineOperation({
  name: 'move-container',
  version: 1,
  kind: 'fact',
  title: 'Move container',
  grant: 'lab/storage-management:update',
  args: z.strictObject({
    containerId: Id,
    parentId: Id,
    position: z.string().trim().min(1).max(20).nullable(),
  }),
  subjects: (args) => [args.containerId, args.parentId],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    const parent = await containerOf(tx, args.parentId);
    if (isEndPlace(container.type)) throw refuse('END_PLACE', `${container.name} cannot be moved.`);
    const place = await judgeContainerPlace(tx, context, { container, parent, position: args.position });
    const last = await lastContainerMove(tx, container.id);
    const later = isLater(context, last);
    await recordMove(tx, context, container, parent, args.position, later);
    if (!later && last) return warned('SEEN_LATER', lastSeen(last));
    await tx.patch(storageManagement, container.id, {
      parentId: parent.id,
      positionInParent: place.occupant ? null : args.position,
    });
    if (place.occupant && args.position !== null) {
      await openContainerSlotConflict(tx, context, {
        container,
        parent,
        occupant: place.occupant,
        position: args.position,
      });
      return conflicted('SLOT_OCCUPIED', `Rescan ${parent.name}`);
    }
    const notes = [...place.notes];
    const changed =
      last && byOther(context, last) && (await context.changedSinceSeen(storageManagement, container.id));
    if (changed) notes.unshift(lastSeen(last));
    return notes.length === 0 ? applied : warned(changed ? 'SEEN_ELSEWHERE' : 'NOTE', notes.join(' '));
  },
});

const lastSeen = (last: ChainEvent): string => `Last seen in ${placeText(placeOf(last))} by ${doneBy(last)}`;

async function recordMove(
  tx: Transaction,
  context: OperationContext,
  container: StorageManagement,
  parent: StorageManagement,
  position: string | null,
  later: boolean,
): Promise<void> {
  const from = container.parentId === null ? undefined : await tx.get(storageManagement, container.parentId);
  await recordEvent(tx, context, {
    type: 'CONTAINER_MOVED',
    targetType: 'StorageManagement',
    targetId: container.id,
    data: {
      from: {
        containerId: container.parentId,
        container: from?.name ?? null,
        position: container.positionInParent,
      },
      to: { containerId: parent.id, container: parent.name, position },
      by: context.actor.name,
      ...(later ? {} : { superseded: true }),
    },
  });
}
