import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { permissionGroup } from './permission-group.ts';

/** Return the permissions that the permission groups give the actor's role now. */
export async function actorPermissions(tx: Transaction, context: OperationContext): Promise<string[]> {
  const { entity, role } = context.actor;
  const groups = await tx.find(permissionGroup, { entity });
  return [
    ...new Set(groups.filter(({ roles }) => roles.includes(role)).flatMap(({ permissions }) => permissions)),
  ];
}
