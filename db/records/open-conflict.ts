import type { OperationContext } from '../operation.ts';
import type { Transaction } from '../transaction.ts';
import { recordEvent } from './record-event.ts';
import { type ConflictVersion, syncConflict } from './sync-conflict.ts';

/** What a rule says when its effect collides with another person's work. */
export interface ConflictCase {
  kind: string;
  targetType: string;
  targetId: string;
  batchId?: string | null;
  assignedSectionId?: string | null;
  otherCommandId?: string | null;
  action: string;
  /** What the person of this act did; somebody else's act when the system opens the conflict. */
  mine: { label: string; value: ConflictVersion['value'] } & Partial<ConflictVersion>;
  theirs: ConflictVersion | null;
}

/** Opens a conflict that names both people, both times and both values, and returns its id. */
export async function openConflict(
  tx: Transaction,
  context: OperationContext,
  found: ConflictCase,
): Promise<string> {
  const id = context.newId();
  await tx.insert(syncConflict, {
    id,
    commandId: context.operationId,
    otherCommandId: found.otherCommandId ?? null,
    kind: found.kind,
    targetType: found.targetType,
    targetId: found.targetId,
    batchId: found.batchId ?? null,
    assignedSectionId: found.assignedSectionId ?? null,
    status: 'OPEN',
    action: found.action,
    mine: {
      userId: context.actor.userId,
      name: context.actor.name,
      occurredAt: context.occurredAt,
      ...found.mine,
    },
    theirs: found.theirs,
  });
  await recordEvent(tx, context, {
    type: 'SYNC_CONFLICT',
    targetType: found.targetType,
    targetId: found.targetId,
    data: { conflictId: id, kind: found.kind },
  });
  return id;
}
