import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type ChainEvent, doneBy, isLater, placeOf, placeText } from '#db/samples/custody/custody-chain.ts';
import type { Transaction } from '#db/transaction.ts';
import { containerAt, judgeContainerPlace, occupiedBy } from './judge-container-place.ts';
import { type StorageManagement, storageManagement } from './storage-management.ts';

/** Find the latest move of a container, by the time at the bench. */
async function lastContainerMove(tx: Transaction, id: string): Promise<ChainEvent | undefined> {
  const events: ChainEvent[] = await tx.find(event, { targetId: id });
  const moves = events.filter((one) => one.type === 'CONTAINER_MOVED');
  return moves
    .sort((a, b) =>
      a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : a.id < b.id ? -1 : 1,
    )
    .at(-1);
}

/** Open the conflict of two containers in one place of a rack or shelf; the first one applied has it. */
export async function openContainerSlotConflict(
  tx: Transaction,
  context: OperationContext,
  slotCase: {
    container: StorageManagement;
    parent: StorageManagement;
    occupant: StorageManagement;
    position: string;
  },
): Promise<string> {
  const { container, parent, occupant, position } = slotCase;
  const lastMove = await lastContainerMove(tx, occupant.id);
  return openConflict(tx, context, {
    kind: containerSlotTaken.kind,
    targetType: 'StorageManagement',
    targetId: container.id,
    action: `Rescan ${parent.name}`,
    mine: {
      label: `${container.name} in ${parent.name}, ${position}`,
      value: { containerId: container.id, parentId: parent.id, position },
    },
    theirs: {
      userId: lastMove?.userId ?? null,
      name: lastMove ? doneBy(lastMove) : 'the system',
      occurredAt: lastMove?.occurredAt ?? occupant.updatedAt,
      label: `${occupant.name} in ${parent.name}, ${position}`,
      value: { containerId: occupant.id, parentId: parent.id, position },
    },
  });
}

/** Two containers in one location: A has it, B is in the same parent without a place. */
export const containerSlotTaken: ConflictKind = {
  kind: 'container-slot-taken',
  title: 'Two containers in one location',
  labels: {
    KEEP_A: 'The first is there',
    KEEP_B: 'The second is there',
    ENTER_VALUE: 'Enter the location of the second',
  },
  valuePrompt: 'Location of the second',
  async resolve(tx, _context, conflict, choice, value) {
    const container = await tx.get(storageManagement, conflict.targetId);
    const { parentId, position } = conflict.mine.value;
    if (choice === 'KEEP_A' || !container || container.parentId !== parentId || typeof position !== 'string')
      return;
    const parent = await tx.get(storageManagement, container.parentId ?? '');
    const siblings = parent ? await tx.find(storageManagement, { parentId: parent.id }) : [];
    const requestedPosition = choice === 'KEEP_B' ? position : value;
    const occupant = containerAt(siblings, requestedPosition, container.id);
    if (occupant && parent && choice === 'ENTER_VALUE') {
      const problem = occupiedBy(parent, requestedPosition, occupant);
      throw refuse(problem.code, problem.message);
    }
    if (occupant) await tx.patch(storageManagement, occupant.id, { positionInParent: null });
    await tx.patch(storageManagement, container.id, { positionInParent: requestedPosition });
  },
};

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
  // Before the write, which raises the revision of the container.
  const changed =
    last &&
    last.userId !== context.actor.userId &&
    (await context.changedSinceSeen(storageManagement, container.id));
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
