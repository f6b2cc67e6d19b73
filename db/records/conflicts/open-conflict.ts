import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ConflictVersion, syncConflict } from './sync-conflict.ts';

/** The facts of a conflict between an operation and another person's work. */
export interface ConflictCase {
  kind: string;
  targetType: string;
  targetId: string;
  batchId?: string | null;
  assignedSectionId?: string | null;
  otherCommandId?: string | null;
  action: string;
  /** The version of the person of this operation; of another operation when the system opens the conflict. */
  mine: { label: string; value: ConflictVersion['value'] } & Partial<ConflictVersion>;
  theirs: ConflictVersion | null;
}

/** Open a conflict that names both people, times and values; returns its id. */
export async function openConflict(
  tx: Transaction,
  context: OperationContext,
  conflictCase: ConflictCase,
): Promise<string> {
  const id = context.newId();
  await tx.insert(syncConflict, {
    id,
    commandId: context.operationId,
    otherCommandId: conflictCase.otherCommandId ?? null,
    kind: conflictCase.kind,
    targetType: conflictCase.targetType,
    targetId: conflictCase.targetId,
    batchId: conflictCase.batchId ?? null,
    assignedSectionId: conflictCase.assignedSectionId ?? null,
    status: 'OPEN',
    action: conflictCase.action,
    mine: {
      userId: context.actor.userId,
      name: context.actor.name,
      occurredAt: context.occurredAt,
      ...conflictCase.mine,
    },
    theirs: conflictCase.theirs,
  });
  await recordEvent(tx, context, {
    type: 'SYNC_CONFLICT',
    targetType: conflictCase.targetType,
    targetId: conflictCase.targetId,
    data: { conflictId: id, kind: conflictCase.kind },
  });
  return id;
}

/** End the open conflicts of one kind about one record, because a later change has settled them. */
export async function endConflicts(
  tx: Transaction,
  context: OperationContext,
  about: { kind: string; targetId: string; resolution: string },
  isSettled: (conflict: Row<typeof syncConflict>) => boolean = () => true,
): Promise<void> {
  const { kind, targetId, resolution } = about;
  for (const conflict of await tx.find(syncConflict, { targetId })) {
    if (conflict.status !== 'OPEN' || conflict.kind !== kind || !isSettled(conflict)) continue;
    await tx.patch(syncConflict, conflict.id, {
      status: 'RESOLVED',
      resolution,
      resolvedById: context.actor.userId,
      resolvedAt: context.occurredAt,
    });
    await recordEvent(tx, context, {
      type: 'SYNC_CONFLICT_RESOLVED',
      targetType: conflict.targetType,
      targetId,
      data: { conflictId: conflict.id, resolution, by: context.actor.name },
    });
  }
}
