import { applied, conflicted, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { type ChainEvent, doneBy, isLater, placeOf, placeText } from '#db/samples/custody-chain.ts';
import type { Transaction } from '#db/transaction.ts';
import { openContainerSlotConflict } from './conflict-container-slot.ts';
import { judgeContainerPlace } from './judge-container-place.ts';
import { lastContainerMove } from './last-container-move.ts';
import { type StorageManagement, storageManagement } from './storage-management.ts';

/**
 * Put a container where a person reports it: the latest operation counts, and a place belongs to the first
 * container.
 */
export async function putContainer(
  tx: Transaction,
  context: OperationContext,
  putting: { container: StorageManagement; parent: StorageManagement; position: string | null },
): Promise<RuleResult> {
  const { container, parent, position } = putting;
  const place = await judgeContainerPlace(tx, context, putting);
  const last = await lastContainerMove(tx, container.id);
  const later = isLater(context, last);
  await recordMove(tx, context, container, parent, position, later);
  if (!later && last)
    return last.userId === context.actor.userId ? applied : warned('SEEN_LATER', lastSeen(last));
  await tx.patch(storageManagement, container.id, {
    parentId: parent.id,
    positionInParent: place.occupant ? null : position,
  });
  if (place.occupant && position !== null) {
    await openContainerSlotConflict(tx, context, {
      container,
      parent,
      occupant: place.occupant,
      position,
    });
    return conflicted('SLOT_OCCUPIED', `Rescan ${parent.name}`);
  }
  const notes = [...place.notes];
  const changed =
    last &&
    last.userId !== context.actor.userId &&
    (await context.changedSinceSeen(storageManagement, container.id));
  if (changed) notes.unshift(lastSeen(last));
  return notes.length === 0 ? applied : warned(changed ? 'SEEN_ELSEWHERE' : 'NOTE', notes.join(' '));
}

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
