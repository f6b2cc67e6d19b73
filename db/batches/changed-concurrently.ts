import type { AnyEntity } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';

/**
 * Return whether another person acted first without this person being able to know. Then the operation is
 * recorded as a conflict instead of refused. A device knows only its own replica; on the server, an operation
 * of a device that names no revision saw nothing.
 */
export async function wasChangedConcurrently(
  context: OperationContext,
  entity: AnyEntity,
  id: string,
): Promise<boolean> {
  if (context.replica === 'device') return false;
  if (context.base[id] === undefined) return context.deviceId !== null;
  return context.changedSinceSeen(entity, id);
}
