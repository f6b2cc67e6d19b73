import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { recordEvent } from './record-event.ts';
import { syncConflict } from './sync-conflict.ts';

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
