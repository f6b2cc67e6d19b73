import type { ConflictKind } from '#db/conflict-kind.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { openConflict } from '#db/records/open-conflict.ts';
import { doneBy } from '#db/samples/custody-chain.ts';
import type { Transaction } from '#db/transaction.ts';
import { containerAt, occupiedBy } from './judge-container-place.ts';
import { lastContainerMove } from './last-container-move.ts';
import { type StorageManagement, storageManagement } from './storage-management.ts';

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

/** Two containers in one place: A has it, B is in the same parent without a place. */
export const containerSlotTaken: ConflictKind = {
  kind: 'container-slot-taken',
  title: 'Two containers in one place',
  labels: {
    KEEP_A: 'The first is there',
    KEEP_B: 'The second is there',
    ENTER_VALUE: 'Enter the place of the second',
  },
  valuePrompt: 'Place of the second',
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
