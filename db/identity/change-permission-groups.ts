import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { ROLES, type Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeOf, isChanged, type PermissionGroupContent } from './permission-changes.ts';
import { type PermissionGroup, permissionGroup } from './permission-group.ts';
import { type PermissionGroupChange, PermissionGroupChanges } from './permission-group-change.ts';
import { userCompany } from './user-company.ts';

const EMPTY_GROUP: PermissionGroupContent = { name: '', roles: [], permissions: [] };

/** Return the roles with the permission to edit permissions that may use it. */
const editorsBy = (groups: readonly PermissionGroupContent[]): Role[] =>
  ROLES.filter(
    (role) =>
      may(role, 'permissions:update') &&
      groups.some(
        ({ roles, permissions }) => roles.includes(role) && hasPermission(permissions, 'PERMISSIONS_EDIT'),
      ),
  );

/** Refuse a change that locks the actor or the whole business entity out of this page. */
async function refuseLockOut(tx: Transaction, context: OperationContext, after: readonly PermissionGroup[]) {
  const editors = editorsBy(after);
  if (!editors.includes(context.actor.role))
    throw refuse(
      'OWN_PERMISSION',
      'You would take the permission to change permissions from your own role. Leave it there, or ask another administrator.',
    );
  const people = await tx.find(userCompany, { role: editors });
  if (!people.some((person) => !person.deactivated))
    throw refuse(
      'NOBODY_LEFT',
      'Nobody active could change permissions any more. Leave them to one role at least.',
    );
}

function refuseSameNames(after: readonly PermissionGroup[]): void {
  const names = after.map(({ name }) => name.toLowerCase());
  const twice = after.find(({ name }, at) => names.indexOf(name.toLowerCase()) !== at);
  if (twice)
    throw refuse('NAME_TAKEN', `There are two groups called "${twice.name}". Give one another name.`);
}

async function write(
  tx: Transaction,
  context: OperationContext,
  row: PermissionGroup | undefined,
  { groupId, deleted, name, roles, permissions }: PermissionGroupChange,
): Promise<PermissionGroup> {
  const content = { name, roles, permissions };
  const writtenGroups = row
    ? await tx.patch(permissionGroup, groupId, deleted ? { deleted } : content)
    : await tx.insert(permissionGroup, { id: groupId, ...content });
  const changeKind = deleted ? 'deleted' : row ? 'changed' : 'created';
  const change = deleted
    ? changeOf(row ?? EMPTY_GROUP, { ...EMPTY_GROUP, name })
    : changeOf(row ?? { ...EMPTY_GROUP, name }, content);
  await recordEvent(tx, context, {
    type: 'PERMISSIONS_CHANGED',
    targetType: 'PermissionGroup',
    targetId: groupId,
    data: { act: changeKind, ...change },
  });
  return writtenGroups;
}

/**
 * Change, add and remove permission groups, all or none; signed-in people have the new permissions at the
 * next request.
 */
export const changePermissionGroups = defineOperation({
  name: 'change-permission-groups',
  version: 1,
  kind: 'intent',
  title: 'Change permissions',
  grant: 'permissions:update',
  args: PermissionGroupChanges,
  subjects: ({ groups }) => groups.map(({ groupId }) => groupId),
  async run(tx, { groups }, context) {
    const known = await tx.find(permissionGroup, { entity: context.actor.entity });
    if (!editorsBy(known).includes(context.actor.role)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    const after = new Map(known.map((row) => [row.id, row]));
    for (const change of groups) {
      const row = after.get(change.groupId);
      if (change.seenVersion !== null && !row)
        throw refuse('NOT_FOUND', `"${change.name}" was removed meanwhile. Load the page again.`);
      if (row && row.version !== change.seenVersion)
        throw refuse(
          'STALE_VERSION',
          `"${row.name}" was changed by somebody else meanwhile. Load the page again.`,
        );
      const same = row ? !change.deleted && !isChanged(row, change) : change.deleted;
      if (same) continue;
      const writtenGroups = await write(tx, context, row, change);
      after.set(change.groupId, writtenGroups);
    }
    const remainingGroups = [...after.values()].filter((row) => !row.deleted);
    const changed =
      remainingGroups.length !== known.length || remainingGroups.some((row) => !known.includes(row));
    if (!changed) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    refuseSameNames(remainingGroups);
    await refuseLockOut(tx, context, remainingGroups);
    return applied;
  },
});
